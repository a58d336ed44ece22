"""What a screen reader speaks while one writes: not the same words again at each key, and nothing of what stays."""

from behaviour.completion import offers
from behaviour.palette import palette
from playwright.sync_api import expect
from scenario import same, scenario

LISTEN = """() => {
  window.heard = []
  document.addEventListener("announce", event => heard.push(event.detail))
}"""


def listen(window):
    window.page.evaluate(LISTEN)
    return lambda word: [one for one in window.page.evaluate("heard") if word in one]


def mark(row):
    row.evaluate("row => { row.isTheSame = true }")


def same_row(row):
    """A row that is made again is a new focus to a screen reader, and the one it was about to speak is gone."""
    same(row.evaluate("row => row.isTheSame === true"), True, "The row is the same element")


@scenario("the text has no description that changes while one writes, and no form around it to be left")
def quiet_text(sitting):
    window = sitting.window()
    window.type("Some words")
    expect(window.page.locator("#body-count")).to_contain_text("2 words")
    expect(window.area).to_have_accessible_description("")
    expect(window.page.get_by_role("form")).to_have_count(0)


@scenario("of two announcements at the same moment neither is lost, and the same words are announced again")
def both(sitting):
    window = sitting.window()
    window.page.evaluate("""() => {
      for (const detail of ["One", "Two", "Two"]) document.dispatchEvent(new CustomEvent("announce", { detail }))
    }""")
    lines = window.page.locator("live-announcer p")
    expect(lines).to_have_text(["One", "Two", "Two"])
    expect(lines).to_have_count(0)


@scenario("the post that takes the place of another is announced, and the first one is not")
def opened(sitting):
    sitting.write("About bread.", title="Bread")
    window = sitting.window(sitting.write("About boats.", title="Boats")).showing("About boats.").settled()
    heard = listen(window)
    window.press("Control+Alt+n")
    window.shows("")
    window.press("F1")
    window.keys.type("bread")
    palette(window).get_by_role("option", name="Bread").click()
    window.showing("About bread.")
    same(heard("Open"), ["Open: New post", "Open: Bread"], "What was announced")


@scenario("an item of a menu has the same description wherever the focus is")
def described(sitting):
    window = sitting.window().settled()
    window.bar("preview").focus()
    window.press("Enter")
    last = window.page.get_by_role("menuitem", name="Use everywhere")
    expect(last).to_be_visible()
    window.press("End")
    expect(last).to_be_focused()
    expect(window.page.locator(".menu-note")).not_to_have_text("")
    words = window.page.locator(".menu-note:not(:empty)").inner_text()
    expect(last).to_have_accessible_description(words)
    window.press("Home")
    expect(last).to_have_accessible_description(words)


@scenario("in the palette a row that stays is the same element, and the dialog announces how many there are")
def palette_rows(sitting):
    sitting.write("About boldness.", title="Boldness")
    window = sitting.window()
    heard = listen(window)
    window.press("Control+Shift+P")
    window.keys.type("bo")
    bold, field = palette(window).get_by_role("option", name="Bold Text"), palette(window).get_by_role("combobox")
    expect(palette(window).get_by_role("option", name="Boldness")).to_be_visible()
    mark(bold)
    window.keys.type("ld")
    # Everything behind a dialog is silent.
    expect(palette(window).locator("live-announcer")).to_contain_text("found")
    same(window.page.locator("body > live-announcer").inner_text(), "", "What is spoken once more when it closes")
    same_row(bold)
    expect(field).to_have_attribute("aria-activedescendant", bold.get_attribute("id"))
    # In one step: slow typing would search twice.
    window.keys.insert_text("zzz")
    expect(palette(window).locator("live-announcer")).to_contain_text("Nothing found")
    same(heard("Nothing"), ["Nothing found"], "What was announced")


@scenario("completions are announced when they open, and the chosen one stays chosen while letters are added")
def completions(sitting):
    sitting.write("About boats.", title="Boats")
    window = sitting.window(sitting.write("", title="Harbour")).settled()
    heard = listen(window)
    window.page.evaluate("""() => {
      window.lost = 0
      const area = document.querySelector("#body-text")
      new MutationObserver(() => { if (!area.hasAttribute("aria-activedescendant")) lost += 1 })
        .observe(area, { attributeFilter: ["aria-activedescendant"] })
    }""")
    window.area.focus()
    window.keys.type("See [[bo")
    expect(offers(window)).to_have_text(["BoatsDraft"])
    mark(offers(window).first)
    for letter in "ats":
        with window.page.expect_response("**/v1/posts?*"):
            window.keys.type(letter)
    expect(offers(window).first).to_have_attribute("aria-selected", "true")
    same_row(offers(window).first)
    same(window.page.evaluate("lost"), 0, "How often the choice left the list")
    same(heard("completion"), ["1 completion. Tab takes it."], "What was announced")


@scenario("that the daemon is away is announced once, and not at each pause in writing", own="stops the daemon")
def away(sitting):
    window = sitting.window()
    window.type("One.")
    window.saved()
    heard = listen(window)
    window.page.evaluate("""() => {
      window.tries = 0
      const state = document.querySelector(".save-state")
      new MutationObserver(() => { if (state.dataset.phase === "away") tries += 1 })
        .observe(state, { attributeFilter: ["data-phase"] })
    }""")
    sitting.crash()
    for number, word in enumerate((" Two.", " Three.", " Four."), 1):
        window.keys.type(word)
        sitting.until(lambda: window.page.evaluate("tries") >= number, "another save has failed")
    same(len(heard("the daemon is away")), 1, "How often it was announced")
    sitting.daemon.start()
    window.saved()
    same(len(heard("Saved")), 1, "How often its end was announced")


@scenario("the number of kept posts is announced when the writer removes them, and not after each save")
def kept(sitting):
    window = sitting.window(sitting.write("About boats.", title="Boats"))
    window.open("settings")
    state = window.page.locator(".settings-offline p")
    expect(state).to_contain_text("Opens without the daemon: ready.")
    expect(state).not_to_have_role("status")
    heard = listen(window)
    window.button("Remove these posts").click()
    expect(window.button("Keep the last posts here")).to_be_visible()
    sitting.until(lambda: heard("Opens without the daemon"), "it is announced")


@scenario("a search announces how many posts it found, and a list that changes sets no field again")
def posts(sitting):
    sitting.write("About bread.", title="Bread")
    sitting.write("About boats.", title="Boats")
    window = sitting.window()
    window.open("posts")
    # In Firefox what scrolls is a stop of Tab, here one without a name.
    expect(window.page.locator("posts-index")).to_have_attribute("tabindex", "-1")
    rows = window.page.locator("posts-index .post-row")
    expect(rows).to_have_count(2)
    heard = listen(window)
    window.page.locator("#posts-search").fill("bread")
    expect(rows).to_have_count(1)
    same(heard("post"), ["1 post"], "What was announced")
    window.page.locator("#posts-search").fill("")
    expect(rows).to_have_count(2)
    window.page.evaluate("""() => {
      const field = document.querySelector("#posts-state")
      const { get, set } = Object.getOwnPropertyDescriptor(HTMLSelectElement.prototype, "value")
      window.sets = 0
      Object.defineProperty(field, "value", { get, set(value) { sets += 1; set.call(this, value) } })
    }""")
    sitting.write("About tides.", title="Tides")
    expect(rows).to_have_count(3)
    same(window.page.evaluate("sets"), 0, "How often the field was set")
    same(heard("post"), ["1 post", "2 posts"], "What was announced")
