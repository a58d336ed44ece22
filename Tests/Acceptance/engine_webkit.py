"""Debian's WebKitGTK, driven through its own driver (https://www.w3.org/TR/webdriver2/), on a virtual display."""

import json
import os
import urllib.request
from pathlib import Path

from engine import Page, installed
from loopback import accepts, end, free_port, spawn, wait_until

BROWSERS = sorted(Path("/usr/lib").glob("*/webkit2gtk-4*/MiniBrowser"))


class WebKit:
    """A context manager: one browser with an empty cookie store."""

    name = "WebKit"

    def __init__(self, folder):
        self.folder = folder
        self.port = free_port()
        self.programs = []

    def __enter__(self):
        try:
            environment = {**os.environ, "HOME": str(self.folder), "GDK_BACKEND": "x11", "LIBGL_ALWAYS_SOFTWARE": "1",
                           "XDG_RUNTIME_DIR": str(self.folder)}
            self.display(environment)
            self.programs.append(spawn([installed("WebKitWebDriver"), f"--port={self.port}"],
                                       self.folder / "driver.log", env=environment))
            wait_until(lambda: accepts(self.port), 20, "WebKitWebDriver's first answer")
            options = {"binary": str(BROWSERS[-1]), "args": ["--automation"]} if BROWSERS else {}
            wanted = {"capabilities": {"alwaysMatch": {"webkitgtk:browserOptions": options}}}
            self.session = self.call("POST", "/session", wanted)["sessionId"]
            return self
        except BaseException:
            self.__exit__()
            raise

    def __exit__(self, *_):
        for program in reversed(self.programs):
            end(program)

    def display(self, environment):
        number = next(number for number in range(90, 200) if not Path(f"/tmp/.X11-unix/X{number}").exists())
        self.programs.append(spawn([installed("Xvfb"), f":{number}", "-screen", "0", "1600x1200x24", "-nolisten", "tcp"],
                                   self.folder / "display.log", env=environment))
        wait_until(Path(f"/tmp/.X11-unix/X{number}").exists, 20, "the display")
        environment["DISPLAY"] = f":{number}"

    def call(self, method, path, body=None):
        request = urllib.request.Request(
            f"http://127.0.0.1:{self.port}{path}", method=method, data=None if method == "GET" else json.dumps(body or {}).encode(),
            headers={"Content-Type": "application/json"})
        try:
            with urllib.request.urlopen(request, timeout=60) as answer:
                return json.load(answer)["value"]
        except urllib.error.HTTPError as error:
            raise RuntimeError(f"{method} {path}: {error.read().decode(errors='replace')[:500]}") from None

    def ask(self, method, path, body=None):
        return self.call(method, f"/session/{self.session}{path}", body)

    def window(self, width=1366, height=900):
        """The first window is the browser's initial one; each further one is new."""
        known = self.ask("GET", "/window/handles")
        handle = known[0] if not getattr(self, "has_first", False) else self.ask("POST", "/window/new", {"type": "window"})["handle"]
        self.has_first = True
        page = WebKitPage(self, handle)
        page.size(width, height)
        return page


class WebKitPage(Page):
    def __init__(self, browser, handle):
        self.browser, self.handle = browser, handle

    def ask_driver(self, method, path, body=None):
        self.browser.ask("POST", "/window", {"handle": self.handle})
        return self.browser.ask(method, path, body)

    def size(self, width, height):
        """The window has bars around the page."""
        self.ask_driver("POST", "/window/rect", {"width": width, "height": height})
        inner = self.ask("[innerWidth, innerHeight]")
        self.ask_driver("POST", "/window/rect", {"width": 2 * width - inner[0], "height": 2 * height - inner[1]})

    def go(self, address):
        self.ask_driver("POST", "/url", {"url": address})

    def script(self, expression):
        return self.ask_driver("POST", "/execute/sync", {"script": f"return {expression}", "args": []})

    def act(self, actions):
        self.ask_driver("POST", "/actions", {"actions": actions})

    def picture(self):
        return self.ask_driver("GET", "/screenshot")
