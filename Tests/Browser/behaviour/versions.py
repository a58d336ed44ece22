"""The History panel: the versions of a post."""

from playwright.sync_api import expect
from scenario import check, same, scenario

LINES = [f"Line {number}.\n" for number in range(9)]
FIRST, NOW = "".join(LINES), "".join(LINES).replace("Line 4.", "Line four.").replace("Line 8.\n", "")


def versioned(sitting, **options):
    """A post with two saves, the History panel, and each save in its list."""
    post = sitting.write(FIRST, title="Harbour", tags=["sea"])
    sitting.rewrite(post, body=NOW, title="Port", tags=["sea", "bread"])
    window = sitting.window(post, **options).settled()
    window.open("history")
    panel(window).get_by_label("Every save").check()
    expect(listed(window)).to_have_count(2)
    return window, post


def panel(window):
    return window.panel("history")


def listed(window):
    return panel(window).locator(".history-row")


def changes(window, tag):
    return [words.strip() for words in panel(window).locator(f".history-changes {tag}").all_inner_texts()]


@scenario("a version shows what has changed since, in the text and in the fields, and follows what is typed")
def compares(sitting):
    window, _ = versioned(sitting)
    expect(panel(window)).to_contain_text("Choose a version")
    # Firefox would stop there on the way to the versions, and a screen reader says no name.
    expect(panel(window).locator(".history-index")).to_have_attribute("tabindex", "-1")
    listed(window).last.click()
    expect(panel(window).locator(".history-change")).to_have_count(2)
    same([changes(window, "del"), changes(window, "ins")], [["4", "Line 8."], ["four"]], "The changes")
    expect(panel(window).locator(".history-fields")).to_have_text("TitleHarbour PortTagssea sea, bread")
    expect(panel(window).locator(".history-hidden").first).to_have_text("… 3 lines unchanged")
    window.caret(0)
    window.keys.insert_text("New. ")
    expect(panel(window).locator(".history-change")).to_have_count(3)
    window.saved()
    expect(listed(window)).to_have_count(3)
    panel(window).get_by_label("Compare with").select_option(index=2)
    expect(panel(window).locator(".history-change")).to_have_count(2)
    expect(window.button("Bring this back", panel(window))).to_have_count(0)


@scenario("one change is brought back, or a whole version with its fields, and both can be undone")
def brings_back(sitting):
    window, post = versioned(sitting)
    listed(window).last.click()
    window.button("Bring this back", panel(window)).last.click()
    window.shows(NOW + "Line 8.\n")
    window.area.focus()
    window.press("Control+z")
    window.shows(NOW).saved()
    window.button("Bring this version back", panel(window)).click()
    window.shows(FIRST).saved()
    now = sitting.desk.post(post["id"])
    same([now["title"], now["body"], now["tags"]], ["Harbour", FIRST, ["sea"]], "The post")
    expect(panel(window).locator(".panel-note", has_text="The words are the same.")).to_be_visible()
    window.button("Undo", window.notice("The version is back.")).click()
    window.shows(NOW).saved()
    now = sitting.desk.post(post["id"])
    same([now["title"], now["body"], now["tags"]], ["Port", NOW, ["sea", "bread"]], "The post")


@scenario("what was typed and is not saved becomes a version before another is brought back; without the daemon none is",
          own="stops the daemon")
def keeps(sitting):
    window, post = versioned(sitting)
    listed(window).last.click()
    expect(panel(window).locator(".history-change")).to_have_count(2)
    window.caret(len(NOW))
    window.keys.insert_text("Typed last.")
    window.button("Bring this version back", panel(window)).click()
    window.shows(FIRST).saved()
    kept = sitting.desk.call("GET", f"/v1/posts/{post['id']}/revisions?all=true")["items"]
    texts = [sitting.desk.call("GET", f"/v1/posts/{post['id']}/revisions/{one['lastRevision']}")["draft"]["body"]
             for one in kept]
    check(f"{NOW}Typed last." in texts, f"The text that was typed is in no version: {texts}")
    sitting.crash()
    window.caret(0)
    window.keys.insert_text("Away. ")
    window.button("Bring this version back", panel(window)).click()
    expect(window.notice("What you typed is not saved yet.")).to_be_visible()
    window.shows(f"Away. {FIRST}")
    sitting.daemon.start()
    window.saved()
    same(sitting.desk.post(post["id"])["body"], f"Away. {FIRST}", "The text")


@scenario("a new post has no versions, and those of another post never stand beside it")
def another(sitting):
    window, post = versioned(sitting)
    listed(window).first.click()
    window.press("Control+Alt+n")
    expect(listed(window)).to_have_count(0)
    expect(panel(window)).to_contain_text("A post has versions once it is saved.")
    window.write("Words")
    window.saved()
    expect(listed(window)).to_have_count(1)
    expect(window.button("Bring this version back", panel(window))).to_have_count(0)
