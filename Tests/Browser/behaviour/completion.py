"""Completions at the caret: own posts, tags, emoji."""

from playwright.sync_api import expect
from scenario import check, same, scenario


def offers(window):
    return window.page.locator(".completion:popover-open [role=option]")


@scenario("two brackets find an own post and put its address, and one undo takes it back")
def links(sitting):
    boats = sitting.write("About boats.", title="Boats [old]", slug="boats")
    sitting.desk.call("PUT", f"/v1/posts/{boats['id']}/publication", {"to": ["site"], "at": "now"})
    window = sitting.window(sitting.write("", title="Harbour")).settled()
    window.area.focus()
    window.keys.type("See [[boa")
    expect(offers(window)).to_have_count(1)
    expect(offers(window).first).to_have_attribute("aria-selected", "true")
    window.press("Enter")
    sitting.until(lambda: "](" in window.text, lambda: f"a link: {window.text}")
    check(window.text.startswith("See [Boats \\[old\\]](http"), window.text)
    check(window.text.endswith("/boats/)"), window.text)
    window.press("Control+z")
    window.shows("See [[boa")


@scenario("tags and emoji are completed, Enter stays Enter where a sign has other uses, and Escape ends the offer")
def words(sitting):
    sitting.write("One.", title="One", tags=["harbour", "sea"])
    window = sitting.window(sitting.write("", title="Tides")).settled()
    window.area.focus()
    window.keys.type("Near the #har")
    expect(offers(window)).to_have_text(["#harbour"])
    window.press("Enter")
    window.shows("Near the #har\n")
    window.keys.type("at the #s")
    expect(offers(window)).to_have_text(["#sea"])
    window.press("Tab")
    window.shows("Near the #har\nat the #sea")
    window.keys.type(" :anch")
    expect(offers(window)).to_have_text(["⚓ anchor"])
    window.press("Enter")
    window.shows("Near the #har\nat the #sea ⚓")
    window.keys.type(" :anc")
    expect(offers(window).first).to_have_text("⚓ anchor")
    window.press("Escape")
    expect(offers(window)).to_have_count(0)
    window.keys.type("h")
    expect(offers(window)).to_have_count(0)
    expect(window.area).to_be_focused()
    window.keys.type("\n\n```\n:anch")
    expect(offers(window)).to_have_count(0)


@scenario("an offer is taken by a press, stands at the caret, and without the daemon the words stay", own="stops the daemon")
def pressed(sitting):
    window = sitting.window(sitting.write("Line.\n" * 40, title="Tides")).settled()
    window.caret(6 * 30)
    window.keys.type("A :sunr")
    box, line = offers(window).first.bounding_box(), window.page.evaluate("""() => {
      const area = document.querySelector("#body-text"), rect = area.getBoundingClientRect()
      return { left: rect.left, right: rect.right, height: innerHeight }
    }""")
    check(line["left"] < box["x"] < line["right"] and 0 < box["y"] < line["height"] - box["height"], f"{box} in {line}")
    offers(window).first.click()
    check("A 🌅" in window.text, window.text)
    expect(window.area).to_be_focused()
    sitting.crash()
    before = window.text
    window.keys.type(" [[boats")
    expect(offers(window)).to_have_count(0)
    same(len(window.text), len(before) + len(" [[boats"), "The words")
    sitting.daemon.start()
    window.saved()
