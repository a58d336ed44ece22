"""The Settings panel: what the user has chosen for the page."""

import re

from behaviour.audit import audit
from playwright.sync_api import expect
from scenario import check, same, scenario

STYLE = """() => {
  const text = getComputedStyle(document.querySelector("#body-text"))
  return { face: text.fontFamily.split(",")[0], size: parseFloat(text.fontSize), ground: getComputedStyle(
    document.querySelector("panel-layer")).backgroundColor, scheme: getComputedStyle(document.documentElement).colorScheme }
}"""


def field(window, title):
    return window.panel("settings").get_by_label(title, exact=True)


def style(window):
    return window.page.evaluate(STYLE)


@scenario("a choice applies at once, in every window of the user, in the preview, and from the first paint after a reload")
def applies(sitting):
    post = sitting.write("# Tides\n\nWater comes and goes.", title="Harbour")
    window = sitting.window(post).settled()
    other = sitting.window(post, context=window.page.context)
    before = style(window)
    window.open("settings")
    field(window, "Typeface").select_option("sans")
    field(window, "Size").select_option("largest")
    field(window, "Colours").select_option("dark")
    for one in (window, other):
        one.page.wait_for_function("() => document.documentElement.dataset.theme === 'dark'")
        after = style(one)
        check(after["face"] != before["face"] and after["size"] > 1.3 * before["size"], f"{before} → {after}")
        same([after["scheme"], after["ground"]], ["dark", "rgb(27, 27, 29)"], "The colours")
    frame = window.page.frame_locator(".preview-page iframe, page-view iframe").first
    expect(frame.locator("html")).to_have_attribute("data-theme", "dark")
    window.page.reload(wait_until="commit")
    window.page.wait_for_function("() => document.querySelector('#body-text')")
    same(window.page.evaluate("({ ...document.documentElement.dataset })")["size"], "largest", "The size in the page as sent")
    window.drawn()
    same(style(window)["face"], after["face"], "The typeface")
    # The styles of headings lie over their letters in every choice.
    for title, value in (("Typeface", "mono"), ("Line spacing", "loose"), ("Line length", "narrow"), ("Size", "small")):
        field(window, title).select_option(value)
    window.write("Words. ")
    window.saved()
    check(not window.page.locator(".text-scroll.is-plain").count(), "The layers gave up.")


@scenario("the first visit opens the first post beside next steps of one line each, which cover nothing and are gone for good",
          tour="new", bare=True)
def tour(sitting):
    sitting.write("Words.", title="First light")
    window = sitting.window()
    window.shows("Words.")
    steps = window.page.locator(".tour")
    items = steps.get_by_role("listitem")
    expect(items).to_have_count(4)
    heights = items.evaluate_all("items => items.map(item => item.offsetHeight)")
    check(max(heights) < 40, f"The steps are {heights} px high.")
    window.settled()
    audit(window.page, "The next steps")
    window.button("Publish it", steps).click()
    expect(window.page.locator(".publish-dialog")).to_be_visible()
    window.press("Escape")
    window.button("See what readers get", steps).click()
    window.page.wait_for_function("() => document.querySelector('#panel-preview:not([inert])')")
    window.settled()
    window.button("See what readers get", steps).click()
    check("preview" in window.settled().frames, "The step closed the preview.")
    window.button("Work with panels", steps).click()
    window.placed("date", "pinned right").placed("tags", "pinned right")
    window.button("Write on", steps).click()
    expect(window.area).to_be_focused()
    window.button("Done", steps).click()
    expect(steps).to_have_count(0)
    expect(window.area).to_be_focused()
    sitting.until(lambda: sitting.desk.call("GET", "/v1/preferences")["tour"] == "done", "It is kept.")
    window.go().settled()
    same([window.text, window.page.locator(".tour").count()], ["", 0], "The text and the steps of the next visit")


@scenario("a first visit to a desk without posts has the steps beside an empty text, and saves nothing by itself",
          tour="new")
def empty_desk(sitting):
    window = sitting.window(waits=False).painted()
    window.area.focus()
    window.keys.insert_text("Mine.")
    expect(window.page.locator(".tour")).to_be_visible()
    window.saved()
    same([window.text, sitting.only_post()["body"]], ["Mine.", "Mine."], "The text and the only post")
    # Until “Done” the steps come again, but what is typed next is a post of its own.
    window.go().painted()
    expect(window.page.locator(".tour")).to_be_visible()
    same(window.settled().text, "", "The text of the second visit")


@scenario("a goal of words is set in the settings and counted over all posts of the session")
def goal(sitting):
    window = sitting.window(sitting.write("One two three.", title="Tides")).settled()
    count = window.page.locator("#body-count")
    window.open("settings")
    field(window, "Session goal").select_option("250")
    expect(count).to_contain_text("0 of 250 words")
    window.caret(0)
    window.keys.insert_text("Some more words. ")
    expect(count).to_contain_text("3 of 250 words")
    window.saved().press("Control+Alt+n")
    window.area.focus()
    window.keys.insert_text("word " * 247)
    expect(count).to_contain_text("250 of 250 words, reached")
    window.saved()


@scenario("pasted words are not of the session, whether they stay, go or move, and words of the writer's own that move are")
def pasted_words(sitting):
    context = sitting.browser(permissions=["clipboard-read", "clipboard-write"])
    window = sitting.window(sitting.write("One two three. "), context=context).settled()
    count = window.page.locator("#body-count")
    window.page.evaluate("navigator.clipboard.writeText('Four words from elsewhere. ')")
    window.caret(15)
    window.press("Control+v")
    expect(count).to_have_text("7 words, 1 min to read")
    window.keys.type("Mine, at 3.14.")
    expect(count).to_have_text("10 words, 1 min to read · +3 this session")
    window.press("Control+a", "Control+x")
    window.press("Control+v")
    expect(count).to_have_text("10 words, 1 min to read · +3 this session")
    window.press("Control+z", "Control+z")
    expect(count).to_have_text("10 words, 1 min to read · +3 this session")


@scenario("focus, typewriter and spelling follow their commands and the panel, and are kept by the daemon",
          own="stops the daemon")
def modes(sitting):
    window = sitting.window(sitting.write("One. Two.", title="Harbour")).settled()
    window.open("settings")
    window.caret(2)
    window.press("Control+Alt+g", "Control+Alt+y")
    expect(field(window, "Focus")).to_have_value("paragraph")
    expect(field(window, "Typewriter scrolling")).to_have_value("on")
    field(window, "Check spelling").select_option("off")
    same(window.area.evaluate("area => area.spellcheck"), False, "The spelling")
    kept = sitting.until(lambda: (now := sitting.desk.call("GET", "/v1/preferences"))["spelling"] == "off" and now, "kept")
    same([kept["focus"], kept["typewriter"]], ["paragraph", "on"], "What is kept")
    sitting.crash()
    field(window, "Focus").select_option("off")
    expect(window.panel("settings")).to_contain_text("The choice lasts until this page is loaded again.")
    expect(window.page.locator(".text-scroll.is-focusing")).to_have_count(0)
    sitting.daemon.start()


@scenario("who wishes it starts with the post that was changed last")
def opens(sitting):
    sitting.write("Older", title="Older")
    sitting.write("Newer", title="Newer")
    sitting.desk.call("PATCH", "/v1/preferences", {"opens": "last"})
    window = sitting.window()
    window.shows("Newer")
    check("post=" in window.page.url, window.page.url)
