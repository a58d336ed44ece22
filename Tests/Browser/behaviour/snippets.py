"""Snippets: put into the text by their names, with fields, and kept for the user."""

from playwright.sync_api import expect
from scenario import same, scenario


def dialog(window):
    return window.page.locator("snippets-dialog dialog")


def open_dialog(window):
    window.press("Control+Shift+p")
    window.keys.insert_text("snippets and templates")
    window.press("Enter")
    expect(dialog(window)).to_be_visible()


def keep(window, name, text):
    window.page.get_by_label("Snippet", exact=True).fill(name)
    dialog(window).get_by_label("Its text", exact=True).fill(text)
    window.button("Save", dialog(window)).click()
    expect(dialog(window).get_by_role("status")).to_have_text("Saved.")


@scenario("a snippet is kept, offered behind a slash, filled in, and Tab leads along its fields; one undo takes it back")
def used(sitting):
    window = sitting.window(sitting.write("Before\n", title="Tides"))
    open_dialog(window)
    keep(window, "review", "## {{title}}\n{{book}} by {{author}}")
    window.press("Escape")
    window.caret(7)
    window.type("/rev")
    expect(window.page.locator(".completion-row")).to_have_text(["/review## {{title}}"])
    window.press("Tab")
    window.shows("Before\n## Tides\n{{book}} by {{author}}")
    window.type("Emma")
    window.press("Tab")
    window.type("Austen")
    window.shows("Before\n## Tides\nEmma by Austen")
    window.press("Tab")
    same(window.selection[0] >= len("Before\n## Tides\nEmma by Austen"), True, "The caret stays in the text")
    same(sitting.galley("snippet", "show", "review").strip(), "## {{title}}\n{{book}} by {{author}}", "The snippet")
    window.saved()


@scenario("a selection becomes a snippet; changed elsewhere, it is offered as it is now; an unknown name stays as typed")
def kept(sitting):
    window = sitting.window()
    window.write("Yours, Ada")
    window.caret(0, 10)
    open_dialog(window)
    expect(dialog(window).get_by_label("Its text", exact=True)).to_have_value("Yours, Ada")
    window.page.get_by_label("Snippet", exact=True).fill("a b")
    window.button("Save", dialog(window)).click()
    sitting.expect(r"Failed to load resource")
    expect(dialog(window).get_by_role("status")).to_contain_text("letters, digits")
    keep(window, "ending", "Yours, Ada")
    window.press("Escape")
    sitting.galley("snippet", "set", "ending", "-", input="As ever, Ada")
    window.press("Control+a")
    window.type("/nothing")
    expect(window.page.locator(".completion")).to_be_hidden()
    window.shows("/nothing")
    window.press("Control+a")
    window.type("/end")
    expect(window.page.locator(".completion-row")).to_contain_text("As ever, Ada")
    window.press("Tab")
    window.shows("As ever, Ada")


@scenario("a template with front matter begins a new post, and a removed snippet is gone but for its text")
def template(sitting):
    sitting.galley("snippet", "set", "weekly", "-", input="---\ntitle: Weekly note\ntags: [week]\n---\nWhat happened:\n")
    window = sitting.window()
    open_dialog(window)
    window.button("/weekly", dialog(window), exact=False).click()
    window.button("New post from it", dialog(window)).click()
    window.shows("What happened:\n")
    post = sitting.only_post()
    same((post["title"], post["tags"]), ("Weekly note", ["week"]), "The post")
    open_dialog(window)
    window.button("/weekly", dialog(window), exact=False).click()
    window.button("Remove", dialog(window)).click()
    expect(dialog(window).get_by_role("status")).to_contain_text("Removed.")
    expect(dialog(window).get_by_label("Its text", exact=True)).to_have_value("---\ntitle: Weekly note\ntags: [week]\n---\nWhat happened:\n")
    same(sitting.galley("snippet", "list", "--json").strip(), "", "The list")
