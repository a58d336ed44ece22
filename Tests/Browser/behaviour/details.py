"""The Details and Notes panels: what belongs to a post beside its text."""

from playwright.sync_api import expect
from scenario import check, same, scenario


def field(window, title):
    return window.panel("details").get_by_label(title, exact=True)


def notes(window):
    return window.panel("notes").get_by_label("Private notes")


@scenario("language, author, kind and addresses of a post are kept, and the spelling follows the language")
def details(sitting):
    post = sitting.write("Le port.", title="Harbour")
    window = sitting.window(post).settled()
    window.open("details")
    field(window, "Language").fill("fr")
    field(window, "Author").fill("Ada Lovelace")
    field(window, "First published at").fill("https://elsewhere.example/port")
    field(window, "Path on the site").fill("/le/port/")
    field(window, "Kind").select_option("page")
    same(window.area.get_attribute("lang"), "fr", "The language of the text")
    window.saved()
    now = sitting.desk.post(post["id"])
    same([now[name] for name in ("kind", "language", "author", "canonicalAddress", "path")],
         ["page", "fr", "Ada Lovelace", "https://elsewhere.example/port", "/le/port/"], "The details")
    sitting.rewrite(post, **{**now, "author": "Grace Hopper"})
    expect(field(window, "Author")).to_have_value("Grace Hopper")


@scenario("a detail that the daemon refuses says why beside its field, and the rest is saved")
def refused(sitting):
    sitting.expect("status of (400|422)")
    post = sitting.write("Words.", title="Harbour")
    window = sitting.window(post).settled()
    window.open("details")
    field(window, "First published at").fill("somewhere")
    note = field(window, "First published at").locator("xpath=following-sibling::p")
    expect(note).to_contain_text("address")
    expect(field(window, "First published at")).to_have_attribute("aria-invalid", "true")
    window.write("More. ")
    sitting.until(lambda: "More." in sitting.desk.post(post["id"])["body"], lambda: "The text is saved.")
    field(window, "First published at").fill("")
    expect(note).to_have_text("")
    window.saved()


@scenario("private notes are kept like the text, also without the daemon, and reach no preview", own="stops the daemon")
def private(sitting):
    post = sitting.write("Words for all.", title="Harbour")
    window = sitting.window(post).settled()
    other = sitting.window(post).settled()
    for one in (window, other):
        one.open("notes")
    notes(window).fill("Ask Ada about the tide.")
    window.saved()
    same(sitting.desk.post(post["id"])["privateNotes"], "Ask Ada about the tide.", "The notes")
    expect(notes(other)).to_have_value("Ask Ada about the tide.")
    preview = sitting.desk.call("GET", f"/v1/posts/{post['id']}/preview")
    check("Ada" not in str(preview), f"The notes are in the preview: {preview}")
    sitting.crash()
    notes(window).fill("Ask Ada about the tide. And Ben.")
    sitting.daemon.start()
    expect(notes(window)).to_have_value("Ask Ada about the tide. And Ben.")
    window.saved()
    same(sitting.desk.post(post["id"])["privateNotes"], "Ask Ada about the tide. And Ben.", "The notes")
    window.press("Control+Alt+n")
    expect(notes(window)).to_have_value("")
