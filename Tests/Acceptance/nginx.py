"""A real nginx with the configuration that Galley recommends, on a free port and with a certificate created for the
run."""

import re
import shutil
import subprocess
import tempfile
from pathlib import Path

from loopback import accepts, end, free_port, spawn, wait_until

EXAMPLE = Path(__file__).resolve().parent.parent.parent / "config/nginx.conf"
HOST = "desk.example.org"


class Nginx:
    """nginx in front of the daemon at `port`. A context manager starts and ends it; `certificate` is self-signed."""

    def __init__(self, port):
        program = shutil.which("nginx", path="/usr/sbin:/usr/bin:/usr/local/sbin:/usr/local/bin")
        if program is None:
            raise FileNotFoundError("There is no nginx. `make acceptance` installs Debian's nginx-light.")
        self.program = program
        self.folder = Path(tempfile.mkdtemp(prefix="galley-nginx-", dir="/tmp"))
        self.certificate = self.folder / "certificate.pem"
        self.key = self.folder / "key.pem"
        self.port = free_port()
        self.configuration = self.folder / "nginx.conf"
        self.configuration.write_text(self._around(self._example(port)), encoding="utf-8")
        self.process = None

    def _example(self, port):
        """The example with this run's ports and files substituted; everything else stays as recommended."""
        text = EXAMPLE.read_text(encoding="utf-8")
        for old, new, times in [
                (r"listen 443 ssl;", f"listen 127.0.0.1:{self.port} ssl;", 1),
                (r"ssl_certificate [^;]*;", f"ssl_certificate {self.certificate};", 1),
                (r"ssl_certificate_key [^;]*;", f"ssl_certificate_key {self.key};", 1),
                (r"http://127\.0\.0\.1:4470;", f"http://127.0.0.1:{port};", 2)]:
            text, found = re.subn(old, new, text)
            if found != times:
                raise ValueError(f"{EXAMPLE} has “{old}” {found} times. Keep the example and this test together.")
        return text

    def _around(self, server):
        """The surroundings that Debian's nginx.conf provides, without a user, a master process or a system folder."""
        paths = "".join(f"{kind}_temp_path {self.folder}/{kind};" for kind in
                        ("client_body", "proxy", "fastcgi", "uwsgi", "scgi"))
        return (f"daemon off; master_process off; pid {self.folder}/pid; error_log {self.folder}/error.log;\n"
                f"events {{ worker_connections 64; }}\nhttp {{ access_log off; {paths}\n{server}\n}}\n")

    def __enter__(self):
        try:
            subprocess.run(
                ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2",
                 "-keyout", self.key, "-out", self.certificate, "-subj", f"/CN={HOST}",
                 "-addext", f"subjectAltName=DNS:{HOST}"], check=True, capture_output=True, timeout=60)
            self.process = spawn([self.program, "-c", str(self.configuration), "-e", str(self.folder / "error.log")],
                                 self.folder / "output.log")
            wait_until(lambda: accepts(self.port), 20, "nginx's first answer")
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_):
        end(self.process)
        shutil.rmtree(self.folder, ignore_errors=True)
