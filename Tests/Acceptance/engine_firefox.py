"""Debian's Firefox, driven through its remote agent: WebDriver BiDi (https://www.w3.org/TR/webdriver-bidi/) over a
WebSocket."""

import json
import os

import websocket  # Debian's python3-websocket

from engine import Page, installed
from loopback import accepts, end, free_port, spawn, wait_until

SETTINGS = """\
user_pref("browser.shell.checkDefaultBrowser", false);
user_pref("datareporting.policy.dataSubmissionEnabled", false);
user_pref("app.normandy.enabled", false);
user_pref("network.captive-portal-service.enabled", false);
user_pref("network.connectivity-service.enabled", false);
user_pref("browser.safebrowsing.downloads.remote.enabled", false);
"""


class Firefox:
    """A context manager: one browser with an empty cookie store."""

    name = "Firefox"

    def __init__(self, folder):
        self.folder = folder
        self.port = free_port()
        self.program = self.line = None
        self.number = 0
        self.said = []

    def __enter__(self):
        profile = self.folder / "profile"
        profile.mkdir()
        (profile / "user.js").write_text(SETTINGS, encoding="utf-8")
        try:
            self.program = spawn(
                [installed("firefox-esr", "firefox"), "--headless", "--no-remote", "--profile", str(profile),
                 "--remote-debugging-port", str(self.port), "about:blank"],
                self.folder / "firefox.log", env={**os.environ, "HOME": str(self.folder)})
            wait_until(lambda: accepts(self.port), 60, "Firefox's first answer")
            self.line = websocket.create_connection(f"ws://127.0.0.1:{self.port}/session", timeout=60, suppress_origin=True)
            self.call("session.new", capabilities={})
            self.call("session.subscribe", events=["log.entryAdded"])
            return self
        except BaseException:
            self.__exit__()
            raise

    def __exit__(self, *_):
        if self.line:
            self.line.close()
        if self.program:
            end(self.program)

    def call(self, method, **params):
        self.number += 1
        self.line.send(json.dumps({"id": self.number, "method": method, "params": params}))
        while True:
            answer = json.loads(self.line.recv())
            if answer["type"] == "event":
                self.hear(answer["params"])
            elif answer.get("id") == self.number:
                if answer["type"] == "error":
                    raise RuntimeError(f"{method}: {answer['error']}: {answer['message'][:500]}")
                return answer["result"]

    def hear(self, entry):
        """Records the browser's complaints, such as resources that the page's policy blocks."""
        if entry.get("level") in ("error", "warn"):
            self.said.append(entry.get("text"))

    def window(self, width=1366, height=900):
        page = FirefoxPage(self, self.call("browsingContext.create", type="tab")["context"])
        self.call("browsingContext.setViewport", context=page.context, viewport={"width": width, "height": height})
        return page


class FirefoxPage(Page):
    def __init__(self, browser, context):
        self.browser, self.context = browser, context

    def size(self, width, height):
        self.browser.call("browsingContext.setViewport", context=self.context, viewport={"width": width, "height": height})

    def go(self, address):
        self.browser.call("browsingContext.navigate", context=self.context, url=address, wait="complete")

    def script(self, expression):
        answer = self.browser.call("script.evaluate", expression=expression, target={"context": self.context},
                                   awaitPromise=True, resultOwnership="none")
        if answer["type"] == "exception":
            raise RuntimeError(answer["exceptionDetails"]["text"])
        return answer["result"].get("value")

    def act(self, actions):
        self.browser.call("browsingContext.activate", context=self.context)
        self.browser.call("input.performActions", context=self.context, actions=actions)

    def picture(self):
        return self.browser.call("browsingContext.captureScreenshot", context=self.context)["data"]
