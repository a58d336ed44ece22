"""The text area and its unobtrusive help."""

import re

from playwright.sync_api import expect
from scenario import check, same, scenario


@scenario("a note without a title is listed by its first words, and has an address")
def note(sitting):
    window = sitting.window()
    window.type("Quick note")
    window.saved()
    post = sitting.only_post()
    same((post["body"], post.get("title") or ""), ("Quick note", ""), "The post")
    check(window.page.url.endswith(f"/?post={post['id']}"), f"The address is {window.page.url}.")
    window.reload().shows("Quick note")


@scenario("the text has the focus when the page is ready, and typing needs no click")
def focus(sitting):
    window = sitting.window()
    window.keys.type("At once")
    window.shows("At once").saved()


@scenario("text typed before the page's scripts have loaded becomes the beginning of a post, with caret and focus kept")
def early(sitting):
    context = sitting.browser()
    held = []
    context.route("**/composer.js", lambda route: held.append(route))
    window = sitting.window(context=context, waits=False).painted()
    expect(window.area).to_be_focused()
    window.keys.type("Early")
    window.keys.press("ArrowLeft")
    sitting.until(lambda: held, "the page asks for its script")
    held[0].continue_()
    window.drawn()
    expect(window.area).to_be_focused()
    window.keys.type("-bird-")
    window.shows("Earl-bird-y").saved()
    same(sitting.only_post()["body"], "Earl-bird-y", "What was saved")


@scenario("text typed while another post opens goes into a post of its own, and the page says so")
def early_elsewhere(sitting):
    post = sitting.write("Another one")
    context = sitting.browser()
    held = []
    context.route("**/composer.js", lambda route: held.append(route))
    window = sitting.window(post, context=context, waits=False).painted()
    expect(window.area).to_be_focused()
    window.keys.type("Early")
    sitting.until(lambda: held, "the page asks for its script")
    held[0].continue_()
    window.drawn()
    expect(window.notice("is in a post of its own")).to_be_visible()
    window.shows("Early")
    sitting.until(lambda: len(sitting.posts()) == 2, "both are saved")
    bodies = sorted(sitting.desk.post(one["id"])["body"] for one in sitting.posts())
    same(bodies, ["Another one", "Early"], "The posts")


@scenario("text that an input method is composing stays whole while others write, and both are kept")
def composition(sitting):
    post = sitting.write("one\n\ntwo")
    sitting.expect("status of 412")   # a save may be under way when the other change comes
    window = sitting.window(post).settled().shows("one\n\ntwo")
    window.caret(len("one\n\ntwo"))
    method = window.page.context.new_cdp_session(window.page)
    for part in ("に", "にほ", "にほん"):
        method.send("Input.imeSetComposition", {"text": part, "selectionStart": len(part), "selectionEnd": len(part)})
    sitting.rewrite(post, body="ONE\n\ntwo")
    sitting.until(lambda: window.page.evaluate("document.title").startswith("ONE"), "the page has heard of it")
    same(window.text, "one\n\ntwoにほん", "The text while it is composed")
    method.send("Input.insertText", {"text": "日本"})
    window.shows("ONE\n\ntwo日本").saved()
    same(sitting.only_post()["body"], "ONE\n\ntwo日本", "What was saved")


@scenario("a tag or a date that is half typed stays so while others write in the text")
def half_typed(sitting):
    post = sitting.write("One", date="2030-05-20T10:00", zone="Europe/Lisbon")
    sitting.expect("status of 412")   # a save may be under way when the other change comes
    window = sitting.window(post).settled().showing("One")
    window.page.locator("#tag-text").focus()
    window.keys.type("tra")
    sitting.rewrite(post, body="One two")
    window.shows("One two")
    window.keys.type("vel")
    window.press("Enter")
    sitting.until(lambda: sitting.only_post()["tags"] == ["travel"], lambda: f"the tag: {sitting.only_post()['tags']}")
    window.unfold()
    day = window.page.locator("#date-day")
    day.focus()
    day.select_text()
    window.keys.type("1")
    sitting.rewrite(post, body="One two three")
    window.shows("One two three")
    expect(window.page.locator(".date-words")).to_contain_text("20 May 2030")
    window.keys.type("7")
    window.press("Tab")
    sitting.until(lambda: sitting.only_post()["date"]["local"].startswith("2030-05-17"), "the date is saved")


@scenario("text that an input method is composing in the title stays whole while others write in the text")
def title_composition(sitting):
    post = sitting.write("one\n\ntwo")
    sitting.expect("status of 412")   # a save may be under way when the other change comes
    window = sitting.window(post).settled().showing("one\n\ntwo")
    title = window.page.locator("#post-title")
    title.focus()
    method = window.page.context.new_cdp_session(window.page)

    def compose(text):
        method.send("Input.imeSetComposition", {"text": text, "selectionStart": len(text), "selectionEnd": len(text)})
    compose("に")
    sitting.rewrite(post, body="ONE\n\ntwo")
    expect(window.page.frame_locator("page-view iframe").locator("body")).to_contain_text("ONE")
    compose("にほん")
    expect(title).to_have_value("にほん")
    method.send("Input.insertText", {"text": "日本"})
    window.shows("ONE\n\ntwo").saved()
    expect(title).to_have_value("日本")
    expect(title).to_be_focused()
    post = sitting.only_post()
    same((post["title"], post["body"]), ("日本", "ONE\n\ntwo"), "What was saved")


@scenario("after changes from elsewhere, undo takes back the writer's own steps only, and does not move the view to the others")
def undo(sitting):
    lines = "\n\n".join(f"line {number}" for number in range(200))
    post = sitting.write(lines)
    window = sitting.window(post).settled()
    window.caret(len(lines))
    window.keys.insert_text(" mine")
    window.saved()
    theirs = lines.replace("line 3\n", "line 3 theirs\n").replace("line 5\n", "line 5 theirs\n")
    sitting.rewrite(post, body=theirs + " mine")
    window.shows(theirs + " mine")
    same(window.selection, [len(theirs) + 5] * 2, "The caret")
    window.type("!")
    window.press("Control+z")
    window.shows(theirs + " mine").saved()
    window.press("Control+Shift+z")
    window.shows(theirs + " mine!").saved()
    top = window.scroll.evaluate("element => element.scrollTop")
    window.press("Control+z")
    window.shows(theirs + " mine")
    for _ in range(2):
        # There is nothing of the writer's below the first of these.
        window.press("Control+z")
        window.shows(theirs)
        same(window.selection, [len(theirs)] * 2, "The caret after undo")
    same(window.scroll.evaluate("element => element.scrollTop"), top, "The view")
    window.saved()
    same(sitting.desk.post(post["id"])["body"], theirs, "What was saved")


@scenario("undo from the list of commands keeps what others wrote at the caret, too")
def undo_beside(sitting):
    post = sitting.write("one")
    window = sitting.window(post).settled()
    window.caret(3)
    window.keys.insert_text(" mine")
    window.saved()
    sitting.rewrite(post, body="one mine\n\ntheirs")
    window.shows("one mine\n\ntheirs")
    window.page.locator("#body-text").evaluate("() => document.querySelector('command-palette').commands.run('text.undo')")
    window.shows("one\n\ntheirs").saved()
    same(sitting.only_post()["body"], "one\n\ntheirs", "What was saved")


@scenario("Enter continues a list, and ends it on an empty item")
def lists(sitting):
    window = sitting.window()
    window.type("- milk\nbread\n\nDone\n\n1. first\nsecond")
    window.shows("- milk\n- bread\n\nDone\n\n1. first\n2. second")


@scenario("an address pasted on a selection becomes its link, and undo removes the link")
def pasted_link(sitting):
    context = sitting.browser(permissions=["clipboard-read", "clipboard-write"])
    window = sitting.window(context=context)
    window.type("See the tide tables here")
    window.caret(8, 19)
    window.page.evaluate("navigator.clipboard.writeText('https://example.org/tides?day=1')")
    window.press("Control+v")
    window.shows("See the [tide tables](https://example.org/tides?day=1) here")
    window.press("Control+z")
    window.shows("See the tide tables here")


@scenario("text pasted without a selection, or that is not an address, is pasted unchanged")
def pasted_plain(sitting):
    context = sitting.browser(permissions=["clipboard-read", "clipboard-write"])
    window = sitting.window(context=context)
    window.type("word")
    window.page.evaluate("navigator.clipboard.writeText('https://example.org')")
    window.press("End", "Control+v")
    window.shows("wordhttps://example.org")
    window.page.evaluate("navigator.clipboard.writeText('two words')")
    window.press("Control+a", "Control+v")
    window.shows("two words")


@scenario("bold, italic and link have keys, and each is one undo step")
def marks(sitting):
    window = sitting.window()
    window.type("word")
    window.press("Control+a", "Control+b")
    window.shows("**word**")
    window.press("Control+z")
    window.shows("word")
    window.press("Control+a", "Control+i")
    window.shows("*word*")
    window.press("Control+z", "Control+a", "Control+k")
    check(window.text.startswith("[word]("), f"The text is {window.text!r}.")


@scenario("a mark is begun and ended by its key while writing, and Enter on an empty quoted line ends the quote")
def marks_while_writing(sitting):
    window = sitting.window()
    window.type("so ")
    for key, mark in (("b", "**"), ("i", "*"), ("e", "`")):
        window.press(f"Control+{key}")
        window.keys.type("now")
        window.press(f"Control+{key}")
        window.shows(f"so {mark}now{mark}")
        window.press("Control+z")
        window.press("Control+z")
        window.shows("so ")
    window.press("Control+b", "Control+b")
    window.shows("so ")
    window.keys.type("- one\n\n> two")
    window.press("Enter", "Enter")
    window.keys.type("three")
    window.shows("so - one\n\n> two\n\nthree").saved()


@scenario("a floating panel over the caret lets the writer see what is written, and is back under the pointer or when the caret leaves")
def yields(sitting):
    window = sitting.window(sitting.write("A line of words, and some more of them.\n" * 60, title="Tides")).settled()
    window.command("float", panel="tags", frame={"x": 470, "y": 300, "width": 220, "height": 260})
    panel = window.panel("tags")
    window.settled()
    box = panel.bounding_box()

    def opacity():
        return float(panel.evaluate("panel => getComputedStyle(panel).opacity"))

    line = len("A line of words, and some more of them.\n")
    window.caret(7 * line + 10)
    sitting.until(lambda: opacity() < 0.2, lambda: f"It yields: {opacity()}")
    window.keys.type("Seen. ")
    check(opacity() < 0.2, "It covers what is typed.")
    panel.hover()
    sitting.until(lambda: opacity() == 1, lambda: f"It is back: {opacity()}")
    window.page.mouse.move(box["x"], 800)
    sitting.until(lambda: opacity() < 0.2, lambda: f"It yields again: {opacity()}")
    window.caret(16 * line)
    sitting.until(lambda: opacity() == 1, lambda: f"It stays: {opacity()}")
    same(panel.bounding_box(), box, "The place of the panel")
    window.saved()


@scenario("a post of 100 KB can be edited in its middle and is saved whole")
def long_post(sitting):
    body = "\n\n".join(f"Paragraph {number}, with some words about tides and bread." * 2 for number in range(900))
    post = sitting.write(body)
    window = sitting.window(post)
    middle = body.index("Paragraph 450")
    window.caret(middle)
    window.type("In the middle. ")
    window.saved()
    same(sitting.only_post()["body"], body[:middle] + "In the middle. " + body[middle:], "What was saved")
    same(window.selection, [middle + 15] * 2, "The caret")


@scenario("the count of words and the time to read follow the text")
def count(sitting):
    window = sitting.window()
    window.type("one two three")
    expect(window.page.locator("#body-count")).to_have_text(re.compile(r"^3 words, 1 min"))


@scenario("the line below the text counts the selection and the words of this session, and no words from elsewhere")
def session_count(sitting):
    line = "3 words, 1 min to read"
    post, other = sitting.write("one two three"), sitting.write("other words")
    window = sitting.window(post)
    count = window.page.locator("#body-count")
    expect(count).to_have_text(line)
    window.caret(0, 7)
    expect(count).to_have_text(f"{line} · 2 selected")
    window.caret(13)
    window.type(" four five")
    expect(count).to_have_text("5 words, 1 min to read · +2 this session")
    window.saved()
    sitting.rewrite(post, body="zero one two three four five")
    expect(count).to_have_text("6 words, 1 min to read · +2 this session")
    # Given another post meanwhile, and back
    window.open("posts")
    window.page.locator("posts-panel .post-row", has_text="other words").locator(".post-open").dblclick()
    window.shows("other words")
    expect(count).to_have_text("2 words, 1 min to read")
    window.page.go_back()
    window.shows("zero one two three four five")
    expect(count).to_have_text("6 words, 1 min to read · +2 this session")


@scenario("the key for a new post shows an empty one at once, and “back” leads to the previous one")
def new_post(sitting):
    window = sitting.window()
    window.type("The first")
    window.saved()
    window.press("Control+Alt+n")
    window.shows("")
    window.keys.type("The second")
    window.saved()
    window.page.go_back()
    window.shows("The first")
    bodies = sorted(sitting.desk.post(post["id"])["body"] for post in sitting.posts())
    same(bodies, ["The first", "The second"], "The posts")


@scenario("title, summary, address and tags are saved during typing", titled=True)
def fields(sitting):
    window = sitting.window()
    window.type("Body")
    page = window.page
    page.locator("#title-text").fill("A title")
    page.locator("#title-slug").fill("own-address")
    page.locator("#title-summary").fill("In short")
    page.locator("#tag-text").fill("sea")
    page.locator("#tag-text").press("Enter")
    page.locator("#tag-text").fill("salt water,")
    window.saved()
    sitting.until(lambda: sitting.only_post()["tags"] == ["sea", "salt water"], "the tags are saved")
    post = sitting.only_post()
    same([post["title"], post["slug"], post["summary"]], ["A title", "own-address", "In short"], "The fields")
    page.get_by_role("button", name="Remove sea").click()
    sitting.until(lambda: sitting.only_post()["tags"] == ["salt water"], "the tag is gone")
    same(page.title(), "A title – Galley", "The window's title")


@scenario("a page whose note of places is spoiled opens all the same")
def spoiled_places(sitting):
    window = sitting.window(sitting.write("The tide comes in.")).settled()
    # The page writes its own note when it leaves, so the spoiled one is there before its scripts.
    window.page.add_init_script("sessionStorage.setItem('galley-places', '{')")
    window.reload().shows("The tide comes in.")


@scenario("a post that opens again, after another one, by “back” or after a reload, is where the writer left it")
def places(sitting):
    long, other = (sitting.write("\n\n".join(f"{word} {number}" for number in range(300))) for word in ("tide", "bread"))
    window = sitting.window(long).settled()

    def place():
        return [*window.selection, window.scroll.evaluate("element => element.scrollTop")]

    def stands(at, what):
        sitting.until(lambda: place() == at, lambda: f"{what}: {at}; it is {place()}")

    window.caret(1500, 1504)
    window.press("Shift+ArrowRight")
    left = place()
    check(left[2] > 100, f"The view has not moved: {left}.")
    window.go(f"/?post={other['id']}")
    stands([0, 0, 0], "a post that was not open")
    window.page.evaluate("id => document.querySelector('post-editor').model.open(id)", long["id"])
    window.shows(sitting.desk.post(long["id"])["body"])
    stands(left, "the post again")
    window.page.go_back()
    window.shows(sitting.desk.post(other["id"])["body"])
    stands([0, 0, 0], "the other post")
    window.page.go_forward()
    stands(left, "the post by “forward”")
    window.reload().settled()
    stands(left, "the post after a reload")
    window.open("outline")
    window.page.evaluate("() => document.querySelector('post-editor').model.reveal({ start: 3, end: 3 })")
    same(window.selection, [3, 3], "The place that the outline chose")
