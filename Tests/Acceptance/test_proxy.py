#!/usr/bin/python3
"""The desk behind a real nginx, a real Apache and a real Caddy, configured as the examples in config recommend, and
the folder of a site behind them, as the pages for users recommend.

The last line is "N passed, N failed".
"""

import http.client
import json
import socket
import ssl
import sys
import tempfile
import shutil
import unittest
import urllib.parse
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent / "Fakes"), str(HERE.parent / "Faults")]
from daemon import Daemon  # noqa: E402
from loopback import free_port  # noqa: E402
from proxies import HOST, Apache, Caddy, Nginx  # noqa: E402
from run_tests import run_suite  # noqa: E402

SETTINGS = """\
time_zone = "Europe/Lisbon"
[http]
listen = "127.0.0.1:{port}"
public_url = "https://{host}"
"""


class Visitor(http.client.HTTPSConnection):
    """A connection to the proxy that requests the desk by its public name."""

    def __init__(self, proxy):
        super().__init__(HOST, context=ssl.create_default_context(cafile=proxy.certificate), timeout=20)
        self.proxy = proxy

    def connect(self):
        bare = socket.create_connection(("127.0.0.1", self.proxy.port), self.timeout)
        self.sock = self._context.wrap_socket(bare, server_hostname=HOST)


class BehindProxy:
    """The tests of each proxy."""

    # A body that Galley refuses: its characters, and the statuses that a client may see if it is refused early.
    refused_size, refusals = 5_000_000, (413,)
    # Whether the proxy itself answers for hosts that it does not know.
    answers_for_others = False

    @classmethod
    def setUpClass(cls):
        cls.folder = Path(tempfile.mkdtemp(prefix="galley-proxy-", dir="/tmp"))
        cls.addClassCleanup(shutil.rmtree, cls.folder, ignore_errors=True)
        port = free_port()
        cls.daemon = Daemon(cls.folder)
        cls.daemon.write_settings(SETTINGS.format(port=port, host=HOST))
        cls.daemon.start()
        cls.addClassCleanup(cls.daemon.kill)
        cls.proxy = cls.enterClassContext(cls.server(port))

    def galley(self, *arguments):
        ran = self.daemon.galley(*arguments)
        self.assertEqual(ran.returncode, 0, ran.stderr)
        return ran.stdout

    def ask(self, method, path, headers=None, body=None):
        visitor = Visitor(self.proxy)
        self.addCleanup(visitor.close)
        visitor.request(method, path, body=body, headers=headers or {})
        answer = visitor.getresponse()
        return answer, answer.read()

    def signed_in(self):
        """The cookie of a browser that followed a link, and the link's destination."""
        link = json.loads(self.galley("open", "--json"))["url"]
        self.assertTrue(link.startswith(f"https://{HOST}/sign-in/"), link)
        typed = {"Sec-Fetch-Site": "none"}
        answer, _ = self.ask("GET", link.removeprefix(f"https://{HOST}"), typed)
        self.assertEqual(answer.status, 200)
        return answer.headers["Set-Cookie"]

    def test_a_browser_signs_in_and_its_cookie_stays_with_tls(self):
        field = self.signed_in()
        self.assertTrue(field.startswith("__Host-galley="), field)
        self.assertTrue(field.endswith("; Path=/; Max-Age=2592000; HttpOnly; SameSite=Strict; Secure"), field)
        cookie = field.split(";")[0]
        own = {"Cookie": cookie, "Origin": f"https://{HOST}", "Content-Type": "application/json"}
        answer, body = self.ask("POST", "/v1/posts", own, json.dumps({"title": "Behind a proxy"}))
        self.assertEqual(answer.status, 201, body)
        for origin in ("https://evil.example", f"http://{HOST}", "null"):
            answer, _ = self.ask("POST", "/v1/posts", own | {"Origin": origin}, "{}")
            self.assertEqual(answer.status, 403, origin)

    def test_another_host_is_not_served(self):
        answer, body = self.ask("GET", "/v1/posts", {"Host": "evil.example"})
        if self.answers_for_others:
            self.assertEqual(body, b"")
        else:
            self.assertEqual(answer.status, 403, body)
            self.assertIn(b"foreign-host", body)
        # The proxy passes the port on, without which a desk at another port than 443 would be reached by no browser.
        _, body = self.ask("GET", "/v1/posts", {"Host": HOST + ":8443"})
        self.assertIn(HOST + ":8443”", body.decode())

    def test_a_long_text_and_a_refusal_come_through(self):
        token = self.galley("token", "add", "long").strip()
        headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}
        answer, body = self.ask("POST", "/v1/posts", headers, json.dumps({"body": "x" * 1_900_000}))
        self.assertEqual(answer.status, 201, body[:300])
        status, body = self.refused(headers, json.dumps({"body": "x" * self.refused_size}))
        if status is not None:
            self.assertEqual((status, json.loads(body)["type"]), (413, "urn:galley:problem:too-large"))
        self.assertIn(status, (413, *self.refusals))

    def refused(self, headers, body):
        """The status and the words; none if the proxy hangs up before the client has sent all."""
        try:
            answer, words = self.ask("POST", "/v1/posts", headers, body)
        except (ssl.SSLError, ConnectionError):
            return None, b""
        return answer.status, words

    def test_a_body_that_is_refused_early_costs_no_other_request(self):
        token = {"Authorization": "Bearer " + self.galley("token", "add", "early").strip()}
        for _ in range(3):
            status, _ = self.refused(token | {"Content-Type": "application/json"}, "x" * 5_000_000)
            self.assertIn(status, self.refusals)
            for _ in range(4):
                self.assertEqual(self.ask("GET", "/v1/posts", token)[0].status, 200)

    def test_events_come_as_they_happen(self):
        token = self.galley("token", "add", "events").strip()
        visitor = Visitor(self.proxy)
        self.addCleanup(visitor.close)
        visitor.request("GET", "/v1/events", headers={"Authorization": f"Bearer {token}"})
        stream = visitor.getresponse()
        self.assertEqual(stream.readline(), b"retry: 2000\n")
        told = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}
        self.assertEqual(self.ask("POST", "/v1/posts", told, json.dumps({"title": "As it happens"}))[0].status, 201)
        lines = [stream.readline()]
        while not lines[-1].startswith(b"event: "):
            lines.append(stream.readline())
        self.assertEqual(lines[-1], b"event: post-created\n")

    def test_who_guesses_waits_whatever_they_claim_to_be(self):
        status, claims = 401, 0
        while status == 401 and claims < 20:
            claims += 1
            answer, _ = self.ask("GET", "/v1/posts", {
                "Authorization": f"Bearer galley_{claims}", "X-Forwarded-For": f"198.51.100.{claims}"})
            status = answer.status
        self.assertEqual((status, claims), (429, 12))
        self.assertGreaterEqual(int(answer.headers["Retry-After"]), 1)
        self.assertIn("127.0.0.1", self.daemon.log_end())


class BehindNginx(BehindProxy, unittest.TestCase):
    server = Nginx


class BehindApache(BehindProxy, unittest.TestCase):
    server = Apache
    # It reads no response before it has sent the whole body, and answers 502 if Galley closes the connection before.
    refused_size, refusals = 3_000_000, (413, 502)


class BehindCaddy(BehindProxy, unittest.TestCase):
    server = Caddy
    refusals, answers_for_others = (413, None), True


class SiteFolder(unittest.TestCase):
    def test_pages_are_served_and_hidden_files_are_not(self):
        folder = Path(tempfile.mkdtemp(prefix="galley-site-", dir="/tmp"))
        self.addCleanup(shutil.rmtree, folder, ignore_errors=True)
        folder.chmod(0o755)
        for path in ("index.html", "404.html", "2026/11/hello/index.html", ".galley-site.json", "2026/.hidden",
                     ".redirects/nginx.map", "feed/index.xml", "index.xml", ".well-known/site.standard.publication"):
            (folder / path).parent.mkdir(parents=True, exist_ok=True)
            (folder / path).write_text(f"This is {path}.")
        for server in (Nginx, Apache, Caddy):
            with server(site=folder) as served:
                def get(path):
                    connection = http.client.HTTPConnection("127.0.0.1", served.port, timeout=20)
                    connection.request("GET", path, headers={"Host": "example.org"})
                    answer = connection.getresponse()
                    kind = (answer.headers["Content-Type"] or "").partition(";")[0]
                    return answer.status, answer.read().decode(), answer.headers["Location"], kind

                with self.subTest(server.name):
                    self.assertEqual(get("/")[:2], (200, "This is index.html."))
                    self.assertEqual(get("/2026/11/hello/")[:2], (200, "This is 2026/11/hello/index.html."))
                    for path in ("/feed/", "/index.xml"):
                        status, text, _, kind = get(path)
                        self.assertEqual((status, text, kind), (
                            200, f"This is {(path + 'index.xml' if path.endswith('/') else path)[1:]}.",
                            server.feed_kind))
                    status, _, location, _ = get("/2026/11/hello")
                    place = urllib.parse.urljoin("/2026/11/hello", urllib.parse.urlsplit(location).path)
                    self.assertEqual((status in (301, 308), place), (True, "/2026/11/hello/"))
                    for path in ("/missing", "/.galley-site.json", "/2026/.hidden", "/.redirects/nginx.map"):
                        self.assertEqual(get(path)[:2], (404, "This is 404.html."), path)
                    self.assertEqual(get("/.well-known/site.standard.publication")[:2],
                                     (200, "This is .well-known/site.standard.publication."))

    def test_tables_of_redirects_are_read_as_the_recipes_say(self):
        folder = Path(tempfile.mkdtemp(prefix="galley-site-", dir="/tmp"))
        self.addCleanup(shutil.rmtree, folder, ignore_errors=True)
        folder.chmod(0o755)
        (folder / ".redirects").mkdir()
        (folder / "404.html").write_text("This is 404.html.")
        # In the form that `RedirectMapTests` demands.
        moved = {"/2014/old.html": "/2026/01/post-1/", "/été/": "/caf%C3%A9%20x/", "/a+b,c=d@e~f/": "/n/"}
        tables = {"nginx.map": '"{}" "{}";\n', "apache.map": "{} {}\n", "caddy.conf": '\t"{}" "{}"\n'}
        for name, line in tables.items():
            table = "".join(line.format(*pair) for pair in moved.items())
            if name == "caddy.conf":
                table = ('map {path} {moved} {\n\tdefault ""\n' + table
                         + '}\n@moved expression `{moved} != ""`\nredir @moved {moved} 301\n')
            (folder / ".redirects" / name).write_text("# Words.\n" + table)
        for server in (Nginx, Apache, Caddy):
            with self.subTest(server.name), server(site=folder, has_tables=True) as served:
                def get(path):
                    connection = http.client.HTTPConnection("127.0.0.1", served.port, timeout=20)
                    connection.request("GET", urllib.parse.quote(path, safe="/+,=@~"), headers={"Host": "example.org"})
                    answer = connection.getresponse()
                    location = answer.headers["Location"] or ""
                    return answer.status, urllib.parse.urlsplit(location).path

                for old, new in moved.items():
                    self.assertEqual(get(old), (301, new))
                for path in ("/2014/old.htm", "/2014/old.html/", "/2014/"):
                    self.assertEqual(get(path)[0], 404, path)


if __name__ == "__main__":
    sys.exit(run_suite())
