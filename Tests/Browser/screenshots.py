#!/usr/bin/env python3
"""Draws the composer's main states at four sizes, light and dark, into .build/screenshots: `make screenshots`.

    .make/browser screenshots.py --only 390 dark     those with both words in their name
"""

import argparse
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))
from browsers import CHROMIUM  # noqa: E402
from playwright.sync_api import expect, sync_playwright  # noqa: E402
from sitting import Sitting  # noqa: E402

FOLDER = HERE.parent.parent / ".build/screenshots"
SIZES = {390: (390, 844), 820: (820, 1180), 1366: (1366, 900), 2560: (2560, 1440)}
TEXT = """\
The light came low over the water, as it does in November, and everything that stood up had a long shadow: the bollards,
the gulls, *even the gravel*.

## What the tide left

I walked as far as the [old pier](https://example.org/pier). There were three kinds of things on the sand:

- rope, mostly blue,
- wood, mostly grey,
- and one shoe, which was neither.

> The sea gives everything back, my grandmother used to say, but never to the one who lost it.

It is hard to say why one keeps such things.[^1] I put a piece of glass into my pocket. “Green,” it said, when I held it
against the light -- or so I imagined.

| day | high water | low water |
|:----|-----------:|----------:|
| Mon |      06:12 |     12:20 |
| Tue |      07:01 |     13:09 |

[^1]: She did, too.
"""


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", nargs="+", default=[], metavar="WORD")
    words = parser.parse_args().only
    FOLDER.mkdir(parents=True, exist_ok=True)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        for width, size in SIZES.items():
            for scheme in ("light", "dark"):
                chosen = [state for state in STATES
                          if all(word in f"{width} {scheme} {state.__name__}" for word in words)]
                if chosen:
                    draw(browser, width, size, scheme, chosen)
        browser.close()
    print(f"The pictures are in {FOLDER.relative_to(HERE.parent.parent)}.")


def draw(browser, width, size, scheme, states):
    for state in states:
        with Sitting(browser, bare=True) as sitting:
            furnish(sitting)
            options = {"size": size, "color_scheme": scheme, "has_touch": width < 1000}
            window = state(sitting, width, options)
            # Transitions have ended, and the fonts are loaded.
            window.page.evaluate("document.fonts.ready")
            window.page.wait_for_function("() => document.getAnimations().every(one => one.playState !== 'running')")
            window.page.screenshot(path=FOLDER / f"{width}-{scheme}-{state.__name__}.png")


def furnish(sitting):
    titles = ("Bread, slowly", "On keeping lists", "Tides", None, "What the garden did", "A note on ropes", "Letters")
    for number, title in enumerate(titles):
        sitting.write(f"Some words about {title or 'nothing in particular'}, and how it hangs together. " * 3,
                      **({"title": title} if title else {}), tags=["bread", "tides", "letters"][:number % 3 + 1])


def long_post(sitting):
    return sitting.write(TEXT, title="The long light of November", tags=["light", "Lisbon", "notes on seeing"],
                         summary="A walk along the water.")


def show(window, *names):
    """Opens panels in the way that the window's width offers."""
    for name in names:
        if window.arrangement["class"] == "compact":
            window.page.locator("meta-bar").get_by_role("button", name=name.title(), exact=True).click()
            window.sitting.until(lambda: name in window.frames, f"{name} is open")
        else:
            window.open(name)
    return window.settled()


def empty(sitting, width, options):
    return sitting.window(**options).settled()


def writing(sitting, width, options):
    window = sitting.window(long_post(sitting), **options).settled()
    window.caret(TEXT.index("I walked"))
    return window


def beside(sitting, width, options):
    window = show(sitting.window(long_post(sitting), **options), "preview")
    expect(window.page.frame_locator("page-view iframe").locator("table")).to_be_attached()
    window.caret(TEXT.index("I walked"))
    return window


def preview(sitting, width, options):
    window = show(sitting.window(long_post(sitting), **options), "preview")
    window.page.locator("#preview-tab-hook").click()
    expect(window.page.locator("payload-view details")).to_be_visible()
    return window


def details(sitting, width, options):
    post = sitting.write(TEXT, title="The long light of November", language="en", author="Ada Lovelace",
                         privateNotes="Ask the harbour master about the old pier.\n\nCheck the times of the tide.")
    return show(sitting.window(post, **options), "notes", "details")


def completing(sitting, width, options):
    window = sitting.window(long_post(sitting), **options).settled()
    window.caret(TEXT.index("\n\nI walked"))
    window.keys.type("\n\nAs I said [[")
    expect(window.page.locator(".completion-row").first).to_be_visible()
    return window


def dating(sitting, width, options):
    post = sitting.write("Once upon a time.", title="In the gap", date="2027-03-28T01:30", zone="Europe/Lisbon")
    return show(sitting.window(post, **options), "date")


def publishing(sitting, width, options):
    window = sitting.window(long_post(sitting), **options).settled()
    window.page.locator("publish-button .publish").click()
    expect(window.button("Publish now")).to_be_visible()
    return window


def queue(sitting, width, options):
    for title, at in (("Tomorrow's letter", "2026-12-24T18:00"), ("Soon", None)):
        post = sitting.write("Words", title=title)
        sitting.desk.publish(post["id"], ["site", "hook"], at=at)
    return show(sitting.window(long_post(sitting), **options), "queue")


def posts(sitting, width, options):
    return show(sitting.window(long_post(sitting), **options), *(["targets", "posts"] if width > 640 else ["posts"]))


def targets(sitting, width, options):
    window = show(sitting.window(long_post(sitting), **options), "targets")
    window.panel("targets").locator("summary:visible").first.click()
    return window


def meta(sitting, width, options):
    window = sitting.window(long_post(sitting), **options).settled()
    if width < 640:
        window.page.locator("meta-bar").get_by_role("button", name="All panels").click()
        sitting.until(lambda: "meta" in window.frames, "the list is open")
        return window.settled()
    window.command("collapse", panel="preview")
    return show(window, "meta")


def menu(sitting, width, options):
    window = sitting.window(long_post(sitting), **options).settled()
    if width < 640:
        window.page.locator(".panels-button").click()
    else:
        window.button("Move Preview…").click()
    return window


def touched(sitting, width, options):
    window = sitting.window(long_post(sitting), **options).settled()
    if width < 1000:
        window.area.tap(position={"x": 60, "y": 120})
    return window


def several(sitting, width, options):
    window = show(sitting.window(long_post(sitting), **options), "posts")
    window.button("Select", window.panel("posts")).click()
    for row in range(3):
        window.page.locator(".post-pick").nth(row).check()
    return window


def everywhere(sitting, width, options):
    for title in ("What the garden did", "Letters"):
        post = sitting.write(f"Some words about {title}. The tide took them.", title=title)
        if title == "Letters":
            sitting.desk.publish(post["id"], ["site", "hook"], at="2031-01-01T10:00")
    window = sitting.window(long_post(sitting), **options).settled()
    window.press("Control+Shift+f")
    window.page.locator("#everywhere-words").fill("words about")
    window.page.locator("#everywhere-replacement").fill("sentences on")
    window.page.locator(".everywhere-row").first.wait_for()
    return window


def panels(sitting, width, options):
    window = sitting.window(long_post(sitting), **options).settled()
    window.page.locator(".panels-button").click()
    return window


def conflict(sitting, width, options):
    post = long_post(sitting)
    window = sitting.window(post, **options).settled()
    waiting = [1]

    def hold(route):
        if route.request.method == "PUT" and waiting:
            waiting.pop()
            sitting.rewrite(post, body=TEXT.replace("as far as the", "along the beach to the"))
        route.continue_()
    window.page.route(f"**/v1/posts/{post['id']}", hold)
    at = TEXT.index("as far as the")
    window.caret(at, at + len("as far as the"))
    window.keys.insert_text("all the way to the")
    expect(window.page.locator(".conflict")).to_be_visible()
    return window


def away(sitting, width, options):
    window = sitting.window(long_post(sitting), **options).settled()
    sitting.crash()
    window.caret(0)
    window.keys.type("Now ")
    expect(window.state).to_contain_text("Not saved")
    return window


STATES = (empty, writing, beside, preview, details, completing, dating, publishing, queue, posts, targets, meta, menu, panels, everywhere, several, touched, conflict, away)

if __name__ == "__main__":
    main()
