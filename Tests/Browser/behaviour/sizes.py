"""From a watch's width to a wall's, with browser zoom and system preferences."""

import gzip
import re

from playwright.sync_api import expect
from months import MONTHS
from scenario import check, same, scenario
from house import PAGE
from window import no_sideways

SIZES = ((320, 568), (390, 844), (640, 700), (820, 1180), (1024, 768), (1366, 900), (1920, 1080), (2560, 1440))
OUTSIDE = """() => {
  const { innerWidth, innerHeight } = window
  return [...document.querySelectorAll("panel-frame:not([inert]), post-editor, desk-toolbar, .publish, .save-state")]
    .filter(one => one.checkVisibility()).filter(one => {
      const { left, top, right, bottom } = one.getBoundingClientRect()
      return left < -1 || top < -1 || right > innerWidth + 1 || bottom > innerHeight + 1
    }).map(one => one.id || one.className || one.localName)
}"""

# A border is as long as its side, and must be thick enough to hit.
SMALL = """() => [...document.querySelectorAll(
    "button, input, select, textarea, summary, [role=button], [role=tab], [role=separator]")]
  .filter(one => one.checkVisibility({ visibilityProperty: true }) && !one.closest("[inert]"))
  .map(one => [one, one.getBoundingClientRect(), one.getAttribute("role") === "separator"])
  .filter(([_, { width, height }, isBorder]) =>
    width > 0 && (isBorder ? Math.min(width, height) < 8 : width < 24 || height < 24))
  .map(([one, { width, height }]) => `${one.localName}.${one.className} ${Math.round(width)}×${Math.round(height)}`)"""


@scenario("the longest month of any language and the time fit the Date panel at every width")
def months(sitting):
    window = sitting.window()
    window.open("date")
    window.unfold()
    found = window.page.evaluate(MONTHS)
    same(found, [], "What is too narrow (language, width, month, time, what they want, outside)")
    window.reload().open("date").unfold()
    # In English they share a line from a panel width of 300 px, and with the year from 400 px: a further line would
    # make the panel too high to be pinned below.
    tops = window.page.evaluate("""() => [["month", "day", "time"], ["year", "month", "day", "time"]].map((names, index) => {
      document.querySelector("date-panel").style.width = ["300px", "400px"][index]
      return new Set(names.map(name => document.querySelector(`.date-cell.is-${name}`).getBoundingClientRect().top)).size
    })""")
    same(tops, [1, 1], "The number of lines")


@scenario("from 320 to 2560 px nothing extends beyond the window, and no width needs sideways scrolling")
def widths(sitting):
    window = sitting.window(sitting.write("Words " * 400, title="A title that is rather long for a narrow window"))
    for width, height in SIZES:
        window.page.set_viewport_size({"width": width, "height": height})
        sitting.until(lambda: window.arrangement["width"] == width, "the daemon knows the size")
        window.settled()
        no_sideways(window)
        same(window.page.evaluate(OUTSIDE), [], f"What stands outside at {width} px")
        body = window.arrangement["body"]
        check(body["width"] >= min(320, width) and body["height"] >= 200, f"At {width} px the text has {body}.")


@scenario("at 400 % zoom writing, opening each panel and publishing need no scrolling in two directions")
def zoomed(sitting):
    window = sitting.window(size=(320, 256), device_scale_factor=4)
    window.settled()
    window.type("Large letters")
    window.saved()
    for name in ("Title", "Date", "Tags", "Preview", "Targets", "Queue", "Posts", "Media"):
        window.page.locator("meta-bar").get_by_role("button", name=name, exact=True).click()
        sitting.until(lambda: list(window.frames) == [name.lower()], f"{name} is open")
        window.settled()
        no_sideways(window)
        sideways = window.panel(name.lower()).evaluate("""panel => [panel, ...panel.querySelectorAll("*")].filter(one =>
          one.scrollWidth > one.clientWidth + 1 && ["auto", "scroll"].includes(getComputedStyle(one).overflowX)
          && !one.matches("pre, textarea, input, .tabs")).map(one => one.className || one.localName)""")
        same(sideways, [], f"What scrolls sideways in {name}")
    window.page.locator("publish-button .publish").click()
    expect(window.button("Publish now")).to_be_visible()
    # In one step: the sheet draws the button again when the targets' previews arrive.
    box = window.button("Publish now").evaluate("""button => {
      button.scrollIntoView({ block: "nearest", inline: "nearest" })
      return button.getBoundingClientRect().toJSON()
    }""")
    check(box["x"] >= 0 and box["x"] + box["width"] <= 321, f"The button stands at {box}.")
    window.press("Escape")
    window.command("close", panel="media")
    window.settled()
    window.press("Control+h")
    window.keys.type("tt")
    expect(window.page.locator("#find-state")).to_have_text("1 of 1")
    height = window.scroll.bounding_box()["height"]
    check(height >= 60, f"Beneath the search {height} px are left for the text.")


@scenario("a title, an address and a summary that are too long for their panel stay inside", titled=True)
def long_words(sitting):
    words = "On the winding titles that nobody should write but somebody always does, Donaudampfschifffahrtskapitän"
    post = sitting.write("Words.", title=words, slug="a-very-long-address-of-a-post-" * 2 + "x", summary=words * 2)
    window = sitting.window(post, size=(1280, 800)).settled()
    panel = window.panel("title").bounding_box()
    for name in ("#title-text", "#title-slug", "#title-summary"):
        box = window.page.locator(name).bounding_box()
        end = box["x"] + box["width"]
        check(end <= panel["x"] + panel["width"], f"{name} ends at {end} px, its panel before.")


@scenario("under reduced motion nothing glides")
def still(sitting):
    window = sitting.window(reduced_motion="reduce").settled()
    longest = window.page.evaluate("""() => Math.max(...[...document.querySelectorAll("*")].flatMap(one => {
      const { transitionDuration, animationDuration } = getComputedStyle(one)
      return [...transitionDuration.split(","), ...animationDuration.split(",")].map(parseFloat)
    }))""")
    check(longest <= 0.01, f"Something moves for {longest} s.")
    window.bar("date").focus()
    window.press("Alt+Shift+ArrowDown")
    window.placed("date", "pinned bottom")
    same(window.page.evaluate("document.getAnimations().length"), 0, "What moves")


@scenario("every button and field is at least 24 px high and wide")
def targets(sitting):
    for size in ((1366, 900), (390, 844)):
        window = sitting.window(sitting.write("Words", tags=["sea"]), size=size).settled()
        if size[0] < 640:
            window.page.locator("meta-bar").get_by_role("button", name="Date", exact=True).click()
            sitting.until(lambda: "date" in window.frames, "it is open")
        else:
            window.open("targets", "queue", "posts")
        small = window.page.evaluate(SMALL)
        same(small, [], f"What is too small at {size[0]} px")


LOADED = """() => performance.getEntriesByType("resource").map(one => one.name).filter(name => /[.](js|css)$/.test(name))"""


def plain(addresses):
    return [re.sub(r"^.*/composer/~[^/]+/", "", address) for address in addresses]


@scenario("the page's scripts and styles stay small, and none loads twice")
def small(sitting):
    files = plain(sitting.window().settled().page.evaluate(LOADED))
    # All files together: nothing is minified, and a fifth is comments, which stay.
    texts = [(PAGE / name).read_bytes() for name in files]
    total, packed = sum(len(text) for text in texts), sum(len(gzip.compress(text, 6)) for text in texts)
    check(0 < total <= 990_000, f"Script and style have {total} bytes.")
    check(packed <= 360_000, f"Script and style have {packed} bytes when they are compressed.")
    same(len(set(files)), len(files), "The number of files and of loads")


@scenario("the modules that the page lists at its beginning are exactly those that the browser loads without the list")
def named_first(sitting):
    window = sitting.window().settled()
    named = plain(window.page.locator("link[rel=modulepreload]").evaluate_all("links => links.map(link => link.href)"))

    def bare(route):
        answer = route.fetch()
        route.fulfill(response=answer, body=re.sub(r"<link rel=.modulepreload[^>]*>", "", answer.text()))

    window.page.route(re.compile(r":\d+/$"), bare)
    loaded = plain(window.reload().settled().page.evaluate(LOADED))
    same(window.page.locator("link[rel=modulepreload]").count(), 0, "The names in the bare page")
    same(sorted(name for name in loaded if name.endswith(".js") and name not in ("start.js", "net/events-worker.js")),
         sorted(named), "The modules")


@scenario("until the script has loaded, controls are disabled and typed text is kept")
def disabled_first(sitting):
    context = sitting.browser()
    held = []
    context.route("**/composer.js", lambda route: held.append(route))
    window = sitting.window(context=context, waits=False).painted()
    for name in ("New post", "Posts panel", "Panels", "Publish"):
        expect(window.button(name)).to_be_disabled()
    height = window.page.locator("header").bounding_box()["height"]
    window.keys.type("Early")
    sitting.until(lambda: held, "the page asks for its script")
    held[0].continue_()
    window.drawn()
    for name in ("New post", "Posts panel", "Panels", "Publish"):
        expect(window.button(name)).to_be_enabled()
    window.shows("Early").saved()
    same(window.page.locator("desk-toolbar").bounding_box()["height"], height, "The toolbar's height")


@scenario("right-to-left text is written and previewed from right to left")
def right_to_left(sitting):
    window = sitting.window()
    window.type("שלום עולם")
    same(window.area.evaluate("area => getComputedStyle(area).direction"), "rtl", "The direction of the text")
    block = window.page.frame_locator("page-view iframe").locator("p").first
    expect(block).to_have_text("שלום עולם")
    same(window.page.evaluate("""() => { const { contentDocument } = document.querySelector("page-view iframe")
      return getComputedStyle(contentDocument.querySelector("p")).direction }"""), "rtl", "The preview's direction")
