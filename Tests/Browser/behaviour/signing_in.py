"""Who may sit down at the desk, and what happens to one's text when one may no more."""

import re
import threading
from http.server import BaseHTTPRequestHandler, HTTPServer

from playwright.sync_api import expect
from scenario import check, same, scenario


@scenario("the link of `galley open` signs a browser in, with the post it was asked for, and is good once")
def link(sitting):
    post = sitting.write("The very post")
    address = sitting.link(post["id"])
    context = sitting.browser(signed_in=False)
    page = context.new_page()
    page.goto(address)
    expect(page.locator("#body-text")).to_have_value("The very post")
    check("sign-in" not in page.url, f"The key stays in the address: {page.url}")
    cookie, = context.cookies()
    check(cookie["httpOnly"] and cookie["sameSite"] == "Strict", f"The cookie is {cookie}.")
    sitting.expect("status of (401|403|404|410)")
    other = sitting.browser(signed_in=False).new_page()
    other.goto(address)
    expect(other.locator("body")).to_contain_text("galley open")
    same(other.locator("#body-text").count(), 0, "The number of text areas")


@scenario("a desk with a name of its own under .localhost shows its cookie to no other server of this machine",
          host="desk-q7x2m4.localhost")
def own_name(sitting):
    class Neighbour(BaseHTTPRequestHandler):
        cookies = []

        def do_GET(self):
            self.cookies.append(self.headers.get("Cookie"))
            self.send_response(200)
            self.end_headers()

        def log_message(self, *_):
            pass

    neighbour = HTTPServer(("127.0.0.1", 0), Neighbour)
    threading.Thread(target=neighbour.serve_forever, daemon=True).start()
    try:
        context = sitting.browser(signed_in=False)
        page = context.new_page()
        page.goto(sitting.link())
        expect(page.locator("#body-text")).to_be_focused()
        page.keyboard.type("Written under its own name")
        sitting.until(sitting.posts, "the post is saved")
        same(len(context.cookies()), 1, "The number of cookies")
        for host in ("127.0.0.1", "localhost"):
            # As if its address were typed, so that SameSite does not count.
            context.new_page().goto(f"http://{host}:{neighbour.server_port}/")
            same(Neighbour.cookies, [None] * len(Neighbour.cookies), f"What a server at {host} learns")
            Neighbour.cookies.clear()
    finally:
        neighbour.shutdown()
        neighbour.server_close()


@scenario("without a cookie the page says what to run, and nothing of the desk is told")
def stranger(sitting):
    sitting.expect("status of (401|403)")
    sitting.write("Secret words", title="Secret title")
    page = sitting.browser(signed_in=False).new_page()
    page.goto(sitting.address)
    expect(page.locator("body")).to_contain_text("galley open")
    answer = page.context.request.get(sitting.address + "/v1/posts")
    same(answer.status, 401, "The answer to a stranger")
    check("Secret" not in page.content(), "It tells of the posts.")


@scenario("who is signed out elsewhere keeps the text, is told what to do, and goes on with a new link")
def signed_out(sitting):
    sitting.expect("status of 401")
    context = sitting.browser()
    window = sitting.window(context=context)
    window.type("Before. ")
    window.saved()
    for session in sitting.desk.call("GET", "/v1/sessions")["items"]:
        sitting.desk.call("DELETE", f"/v1/sessions/{session['id']}")
    window.keys.type("After.")
    expect(window.state).to_contain_text("galley open")
    same(window.text, "Before. After.", "The text")
    other = context.new_page()
    other.goto(sitting.link())
    expect(other.locator("#body-text")).to_be_visible()
    other.close()
    window.keys.type(" On.")
    expect(window.state).to_have_text(re.compile("^Saved"), timeout=20_000)
    same(sitting.only_post()["body"], "Before. After. On.", "What the daemon has")


@scenario("a page elsewhere cannot use the cookie to write")
def forged(sitting):
    context = sitting.browser()
    check(context.cookies(), "Nobody is signed in.")
    answer = context.request.post(sitting.address + "/v1/posts", data='{"body":"forged"}', headers={
        "Origin": "https://evil.example", "Content-Type": "application/json"})
    check(answer.status in (401, 403), f"It answered {answer.status}.")
    same(sitting.posts(), [], "The posts")


@scenario("the page's policy lets no script of elsewhere or inline run")
def policy(sitting):
    window = sitting.window()
    sitting.expect("Content Security Policy", "ERR_BLOCKED_BY_CSP")
    ran = window.page.evaluate("""async () => {
      const inline = document.createElement("script"); inline.textContent = "globalThis.ran = 1"
      document.head.append(inline)
      const far = document.createElement("script"); far.src = "https://evil.example/x.js"
      document.head.append(far)
      document.body.setAttribute("style", "color: red")
      return [globalThis.ran ?? null, getComputedStyle(document.body).color === "rgb(255, 0, 0)"]
    }""")
    same(ran, [None, False], "What ran")
