#!/usr/bin/env python3
"""Measures what a writer waits for, in Debian's Chromium, and prints it as JSON: `make bench` compares it with limits.

A keystroke is measured from the time of the browser's key event to the end of the frame in which the text, or the preview,
shows it; the bare peer is a text area with the same text and nothing around it.
"""

import json
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))
from browsers import CHROMIUM  # noqa: E402
from playwright.sync_api import sync_playwright  # noqa: E402
from sitting import Sitting  # noqa: E402

KEYS = 120
# A held key repeats thirty times a second, faster than anybody writes.
REPEAT_MILLISECONDS = 33
# Frames appear as soon as they are drawn. At a display's rate even a bare text area takes a whole frame, and the
# measurement would only show that wait.
UNPACED = ("--disable-frame-rate-limit", "--disable-gpu-vsync")
LOADS = 12
# Chromium first loads some four hundred files of its own into a new window. A page that loads meanwhile is drawn late.
OPENING_MILLISECONDS = 1500
DRAGGED = 12
STEPS = 120
WORDS_A_QUARTER = 600
WORDS = "Some *plain* words about tides, bread and the light of [November](https://example.org), all in a row.\n\n"
# Once the watched element has changed, the frame that paints it ends; then a message arrives.
WATCH = """watched => {
  globalThis.times = []
  let began = null, tell
  // Asking again and again would have the browser draw frames all the time.
  globalThis.timed = count => times.length >= count ? null : new Promise(resolve => { tell = resolve })
  const area = document.querySelector("#body-text")
  area.addEventListener("keydown", event => { began = event.timeStamp }, { capture: true })
  const painted = () => {
    if (began === null) return
    const start = began
    began = null
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel()
      port1.onmessage = () => { times.push(performance.now() - start); tell?.() }
      port2.postMessage(0)
    })
  }
  if (watched !== "preview") return area.addEventListener("input", painted)
  const { body } = document.querySelector("page-view iframe").contentDocument
  new MutationObserver(painted).observe(body, { childList: true, subtree: true, characterData: true })
}"""
CARET = "(area, at) => { area.focus(); area.setSelectionRange(at, at) }"
PAINT = "performance.getEntriesByName('first-contentful-paint')[0]"
# Typing is possible once the text has the focus; the whole desk is there once the panels are drawn.
START = """const look = () => {
  if (!globalThis.typing && document.activeElement?.id === "body-text") globalThis.typing = performance.now()
  if (document.querySelector("panel-layer.is-drawn")) globalThis.drawn = performance.now()
  else requestAnimationFrame(look)
}
look()"""


def main():
    with sync_playwright() as playwright:
        browser = launch(playwright, *UNPACED)
        found = {}
        with Sitting(browser) as sitting:
            for kilobytes in (10, 100):
                text = (WORDS * (kilobytes * 1024 // len(WORDS) + 1))[:kilobytes * 1024]
                at = text.index("\n\n", len(text) // 2)
                post = sitting.write(text)
                found[f"{kilobytes}"] = {"galley": typed(sitting.window(post).settled().page, "preview", at),
                                         "frame": typed(sitting.window(post).settled().page, "text", at),
                                         "bare": typed(bare(browser, text), "text", at)}
            found["drag"] = dragged(sitting)
            found["memory"] = remembered(sitting)
        browser.close()
        # While a page loads, Chromium animates its tab. Unpaced, that would take a third of a core.
        browser = launch(playwright)
        with Sitting(browser) as sitting:
            found["start"] = starts(sitting)
        browser.close()
    print(json.dumps(found))


def launch(playwright, *options):
    return playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox", *options])


def bare(browser, text):
    page = browser.new_page()
    page.set_content("<textarea id='body-text' style='width: 40em; height: 40em'></textarea>")
    page.locator("textarea").fill(text)
    return page


def typed(page, watched, at):
    """Milliseconds for each of several keystrokes, at the pace of a held key; each is typed after the previous one was
    painted."""
    if watched == "preview":
        page.frame_locator("page-view iframe").locator("p").first.wait_for()
    page.evaluate(WATCH, watched)
    page.locator("#body-text").evaluate(CARET, at)
    for number in range(KEYS):
        page.keyboard.press("abcde"[number % 5])
        page.evaluate("count => timed(count)", number + 1)
        page.wait_for_timeout(REPEAT_MILLISECONDS)
    times = page.evaluate("times")
    page.close()
    # The first ones warm the engine up.
    return times[20:]


def starts(sitting):
    """Milliseconds from the navigation in an open window to the first paint, to the first possible keystroke, and to the
    whole desk."""
    context = sitting.browser()
    context.add_init_script(START)
    found = {"paint": [], "typing": [], "drawn": []}
    for _ in range(LOADS):
        page = context.new_page()
        page.wait_for_timeout(OPENING_MILLISECONDS)
        page.goto(sitting.address)
        page.wait_for_function(f"() => globalThis.typing && globalThis.drawn && {PAINT}")
        for name, milliseconds in page.evaluate(f"Object.entries({{ paint: {PAINT}.startTime, typing, drawn }})"):
            found[name].append(milliseconds)
        page.close()
    return {name: times[2:] for name, times in found.items()}


def dragged(sitting):
    """Milliseconds of script, style and layout for each frame while one panel is dragged among all others, plus as many
    invented panels as make twelve."""
    window = sitting.window().settled()
    panels = [panel["id"] for panel in window.arrangement["panels"]]
    for number, panel in enumerate(panels):
        place = f"{40 + 60 * (number % 6)},{40 + 120 * (number // 6)},420,300"
        sitting.galley("panel", "float", panel, "--frame", place, "--over-sides")
    page = window.settled().page
    guests = [f"guest-{number}" for number in range(DRAGGED - len(panels))]
    page.route("**/v1/windows**", lambda route: invite(route, guests))
    page.reload()
    page.wait_for_function("count => document.querySelectorAll('panel-frame:not([inert])').length === count",
                           arg=len(panels) + len(guests))
    session = page.context.new_cdp_session(page)
    session.send("Performance.enable")
    x, y = window.grip("title")
    page.mouse.move(x, y)
    page.mouse.down()
    frames = []
    for step in range(STEPS):
        before = spent(session)
        page.mouse.move(x + 3 * step, y + step)
        page.evaluate("() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")
        frames.append(spent(session) - before)
    page.mouse.up()
    page.close()
    # The first ones begin the drag.
    return {"panels": len(panels) + len(guests), "frames": frames[20:]}


def invite(route, guests):
    """Panels that the daemon does not know: they float like the Queue, each one step further."""
    answer = route.fetch()
    try:
        body = answer.json()
    except ValueError:
        return route.fulfill(response=answer)
    window = body.get("window", body) if isinstance(body, dict) else {}
    host = next((panel for panel in window.get("panels", []) if panel["id"] == "queue" and panel.get("frame")), None)
    for number, guest in enumerate(guests if host else []):
        frame = {**host["frame"], "x": host["frame"]["x"] + 40 * (number + 1), "y": host["frame"]["y"] + 30}
        window["panels"].append({**host, "id": guest, "title": guest.title(), "frame": frame, "z": host["z"] + number + 1})
    return route.fulfill(response=answer, json=body)


def spent(session):
    found = {one["name"]: one["value"] for one in session.send("Performance.getMetrics")["metrics"]}
    return 1000 * sum(found[name] for name in ("ScriptDuration", "LayoutDuration", "RecalcStyleDuration"))


def remembered(sitting):
    """Megabytes of the page's heap after each quarter of an hour of typing, forty words a minute, starting with an
    empty post."""
    page = sitting.window().settled().page
    session = page.context.new_cdp_session(page)
    found = []
    for _ in range(4):
        page.locator("#body-text").focus()
        for number in range(WORDS_A_QUARTER):
            page.keyboard.insert_text("tides\n\n" if number % 50 == 49 else "tides ")
        page.locator("#body-text").fill("")
        page.wait_for_timeout(1000)
        session.send("HeapProfiler.collectGarbage")
        found.append(session.send("Runtime.getHeapUsage")["usedSize"] / 1e6)
    page.close()
    return found


if __name__ == "__main__":
    main()
