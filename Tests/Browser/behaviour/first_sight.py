"""What one sees first: a title and a text; all else is one step away."""

from playwright.sync_api import expect
from scenario import check, same, scenario

SIZES = ((390, 844), (820, 1180), (1366, 900), (1920, 1080), (2560, 1440))
# The width of the lines, and what else is between the toolbar and the count.
COLUMN = """() => {
  const area = document.querySelector("#body-text"), look = getComputedStyle(area)
  return area.clientWidth - Number.parseFloat(look.paddingLeft) - Number.parseFloat(look.paddingRight)
}"""


def shows(sitting, line, *parts):
    """Waits until the line under the title says exactly this."""
    found = line.locator("span").filter(visible=True).all_inner_texts
    sitting.until(lambda: found() == list(parts), lambda: f"{found()}, not {parts}")


@scenario("at first there are a title and a text, in lines of at most 680 px, and nothing beside them", bare=True)
def bare(sitting):
    window = sitting.window()
    expect(window.area).to_be_focused()
    for width, height in SIZES:
        window.page.set_viewport_size({"width": width, "height": height})
        sitting.until(lambda: window.arrangement["width"] == width, "the daemon knows the size")
        window.settled()
        same(window.frames, {}, f"The panels at {width} px")
        column = window.page.evaluate(COLUMN)
        check(column <= 681 and column >= min(300, width - 40), f"At {width} px a line has {column} px.")
    check(679 <= column, f"A line in a wide window has {column} px.")


@scenario("date, tags, address and summary are one line under the title, which opens in place", bare=True)
def in_place(sitting):
    window = sitting.window(sitting.write("Words", title="Tides"))
    before = window.area.bounding_box()
    line = window.page.locator(".quiet-line > summary")
    shows(sitting, line, "No date", "No tags")
    line.focus()
    window.press("Enter")
    window.page.locator("#line-tags-text").fill("boats, sea,")
    window.page.locator("#line-date-year").fill("2031")
    window.page.locator("#line-date-month").select_option("5")
    window.page.locator("#line-date-day").fill("7")
    window.page.locator("#line-slug").fill("high-water")
    window.page.locator("#line-summary").fill("In short")
    line.focus()
    shows(sitting, line, "7 May 2031, 09:00", "boats, sea")
    window.saved()
    post = sitting.only_post()
    same([post["tags"], post["date"]["local"], post["slug"], post["summary"]],
         [["boats", "sea"], "2031-05-07T09:00", "high-water", "In short"], "The fields")
    check(window.area.bounding_box()["y"] > before["y"], "The fields cover the text.")
    window.press("Enter")
    same(window.area.bounding_box(), before, "The text's place")


@scenario("what has its panel open is not shown under the title, too", bare=True)
def once(sitting):
    window = sitting.window(sitting.write("Words", title="Tides", tags=["sea"]))
    line = window.page.locator(".quiet-line > summary")
    line.click()
    expect(window.page.locator("#line-date-day")).to_be_visible()
    window.open("date")
    shows(sitting, line, "sea")
    expect(window.page.locator("#line-date-day")).to_be_hidden()
    expect(window.page.locator("#line-tags-text")).to_be_visible()
    window.open("tags")
    shows(sitting, line, "Address and summary")
    window.open("title")
    expect(line).to_be_hidden()
    window.command("close", panel="title")
    window.command("close", panel="date")
    shows(sitting, line, "No date")


@scenario("the publish dialog of a post without a date leads to the date under the title, and then schedules", bare=True)
def scheduled(sitting):
    window = sitting.window(sitting.write("Words", title="Tides"))
    head = window.page.locator("publish-button .publish")
    head.click()
    window.button("Schedule…").click()
    expect(window.page.locator("#line-date-day")).to_be_focused()
    window.button("Tomorrow").click()
    head.click()
    window.button("Schedule").click()
    expect(head).to_contain_text("Scheduled tomorrow")


@scenario("the preview is one key and one button away, and stays as it was left; so do the panels of “With panels”", bare=True)
def away(sitting):
    window = sitting.window(sitting.write("Words", title="Tides"))
    preview = window.button("Preview panel")
    preview.click()
    window.placed("preview", "pinned left").reload()
    window.placed("preview", "pinned left")
    expect(preview).to_have_attribute("aria-pressed", "true")
    window.press("Control+Alt+v")
    sitting.until(lambda: not window.frames, "the preview is closed")
    expect(preview).to_have_attribute("aria-pressed", "false")
    window.choose("With panels")
    window.placed("date", "pinned right").placed("preview", "pinned left")
    window.reload().placed("tags", "pinned right")
