"""Real web servers with the configurations that Galley recommends, on free ports and with certificates created for the
run."""

import re
import shutil
import subprocess
import tempfile
from pathlib import Path

from loopback import accepts, end, free_port, spawn, wait_until
from pages import pages

TOP = Path(__file__).resolve().parent.parent.parent
HOST = "desk.example.org"


class WebServer:
    """A web server in front of the daemon at `port`, or of the folder of a site. A context manager starts and ends it;
    `certificate` is self-signed."""

    feed_kind = "application/atom+xml"

    def __init__(self, port=None, site=None, has_tables=False):
        self.program = shutil.which(self.name, path="/usr/sbin:/usr/bin:/usr/local/sbin:/usr/local/bin")
        if self.program is None:
            raise FileNotFoundError(f"There is no {self.name}. `make acceptance` installs Debian's {self.package}.")
        self.folder = Path(tempfile.mkdtemp(prefix=f"galley-{self.name}-", dir="/tmp"))
        self.certificate, self.key = self.folder / "certificate.pem", self.folder / "key.pem"
        self.port = free_port()
        self.configuration = self.folder / "server.conf"
        example = self._example(site) if site else self._example_of_desk(port)
        if has_tables:
            example = self.with_tables(example, site)
        self.configuration.write_text(self.around(example), encoding="utf-8")
        self.process = None

    def _example_of_desk(self, port):
        text = (TOP / f"config/{self.example}").read_text(encoding="utf-8")
        return self._substituted(text, self.of_desk(port))

    def _example(self, site):
        """The one in the pages for users."""
        text, = re.findall(rf"```{self.language}\n(.*?)```", pages(), re.DOTALL)
        return self._substituted(text, self.of_site(site))

    def _recipe(self, start, site):
        """The lines for tables of redirects in the recipes for imports."""
        text, = re.findall(rf"```\n({start}.*?)```", (TOP / ".readme/import.md").read_text(encoding="utf-8"), re.DOTALL)
        return self._substituted(text, [(r"/srv/www/example\.org", str(site), 1)])

    def _substituted(self, text, changes):
        """The example with this run's ports and files substituted; everything else stays as recommended."""
        for old, new, times in changes:
            text, found = re.subn(old, new, text)
            if found != times:
                raise ValueError(f"The example has “{old}” {found} times. Keep it and this test together.")
        return text

    def __enter__(self):
        try:
            subprocess.run(
                ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2",
                 "-keyout", self.key, "-out", self.certificate, "-subj", f"/CN={HOST}",
                 "-addext", f"subjectAltName=DNS:{HOST}"], check=True, capture_output=True, timeout=60)
            home = ["env", "-u", "XDG_CONFIG_HOME", "-u", "XDG_DATA_HOME", f"HOME={self.folder}"]
            self.process = spawn([*home, self.program, *self.arguments()], self.folder / "output.log")
            wait_until(lambda: accepts(self.port), 20, f"the first answer of {self.name}")
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_):
        end(self.process)
        shutil.rmtree(self.folder, ignore_errors=True)


class Nginx(WebServer):
    name, package, example, language = "nginx", "nginx-light", "nginx.conf", "nginx"

    def of_desk(self, port):
        return [(r"listen 443 ssl;", f"listen 127.0.0.1:{self.port} ssl;", 1),
                (r"ssl_certificate [^;]*;", f"ssl_certificate {self.certificate};", 1),
                (r"ssl_certificate_key [^;]*;", f"ssl_certificate_key {self.key};", 1),
                (r"http://127\.0\.0\.1:4470;", f"http://127.0.0.1:{port};", 2)]

    def of_site(self, folder):
        return [(r"listen 80;", f"listen 127.0.0.1:{self.port};", 1), (r"root [^;]*;", f"root {folder};", 1)]

    def with_tables(self, example, site):
        return example.replace("server {\n", self._recipe("map_hash", site), 1)

    def around(self, server):
        """The surroundings that Debian's nginx.conf provides, without a user, a master process or a system folder."""
        paths = "".join(f"{kind}_temp_path {self.folder}/{kind};" for kind in
                        ("client_body", "proxy", "fastcgi", "uwsgi", "scgi"))
        return (f"daemon off; master_process off; pid {self.folder}/pid; error_log {self.folder}/error.log;\n"
                f"events {{ worker_connections 64; }}\nhttp {{ access_log off; {paths}\n{server}\n}}\n")

    def arguments(self):
        return ["-c", str(self.configuration), "-e", str(self.folder / "error.log")]


class Apache(WebServer):
    name, package, example, language = "apache2", "apache2-bin", "apache.conf", "apache"

    def of_desk(self, port):
        return [(r"\*:443", f"127.0.0.1:{self.port}", 1),
                (r"SSLCertificateFile .*", f"SSLCertificateFile {self.certificate}", 1),
                (r"SSLCertificateKeyFile .*", f"SSLCertificateKeyFile {self.key}", 1),
                (r"http://127\.0\.0\.1:4470/", f"http://127.0.0.1:{port}/", 1)]

    def of_site(self, folder):
        return [(r"\*:80", f"127.0.0.1:{self.port}", 1), (r"/srv/www/example\.org", str(folder), 2)]

    def with_tables(self, example, site):
        return example.replace("</VirtualHost>", self._recipe("RewriteEngine", site) + "</VirtualHost>", 1)

    def around(self, host):
        """What Debian's apache2.conf provides, with the modules of its package and those that the example names."""
        modules = "".join(
            f"LoadModule {name}_module /usr/lib/apache2/modules/mod_{name}.so\n"
            for name in ("mpm_event", "authz_core", "alias", "dir", "ssl", "proxy", "proxy_http", "rewrite"))
        return (f"{modules}ServerRoot {self.folder}\nDefaultRuntimeDir {self.folder}\nPidFile {self.folder}/pid\n"
                f"ErrorLog {self.folder}/error.log\nMutex file:{self.folder}\nListen 127.0.0.1:{self.port}\n"
                f"ServerName {HOST}\nUser nobody\nGroup nogroup\n<Directory />\nRequire all denied\n</Directory>\n{host}\n")

    def arguments(self):
        return ["-D", "FOREGROUND", "-f", str(self.configuration)]


class Caddy(WebServer):
    name, package, example = "caddy", "caddy", "Caddyfile"
    # What its file server says of XML.
    feed_kind = "text/xml"

    def _example(self, site):
        text, = re.findall(r"```\n(example\.org \{.*?)```", pages(), re.DOTALL)
        return self._substituted(text, self.of_site(site))

    def of_desk(self, port):
        return [(r"\ndesk\.example\.org \{", f"\nhttps://desk.example.org:{self.port} {{\n\tbind 127.0.0.1\n"
                                            f"\ttls {self.certificate} {self.key}", 1),
                (r"reverse_proxy 127\.0\.0\.1:4470", f"reverse_proxy 127.0.0.1:{port}", 1),
                (r"\nexample\.org \{", f"\nhttp://example.org:{free_port()} {{\n\tbind 127.0.0.1", 1)]

    def of_site(self, folder):
        return [(r"example\.org \{", f"http://example.org:{self.port} {{\n\tbind 127.0.0.1", 1),
                (r"/srv/www/example\.org", str(folder), 1)]

    def with_tables(self, example, site):
        line, = re.findall(r"`(import [^`]*caddy[^`]*)`", (TOP / ".readme/import.md").read_text(encoding="utf-8"))
        line = line.replace("/srv/www/example.org", str(site))
        return example.replace("\tfile_server {", f"\t{line}\n\tfile_server {{", 1)

    def around(self, sites):
        """Without its interface for administration, and without certificates of its own."""
        return f"{{\n\tadmin off\n\tauto_https off\n\tdefault_sni {HOST}\n}}\n{sites}"

    def arguments(self):
        return ["run", "--config", str(self.configuration), "--adapter", "caddyfile"]
