"""The preview shows what readers will see and what targets receive."""

import json

from playwright.sync_api import expect
from scenario import check, same, scenario

PARAGRAPHS = "\n\n".join(f"Paragraph {number} has some words about tides, bread and the light of November." * 3
                         for number in range(40))


def frame(window):
    return window.page.frame_locator("page-view iframe")


def inside(window, script, argument=None):
    """Runs the test's own script in the page, with the preview's document as `page`: the frame itself runs no script.
    """
    return window.page.evaluate(f"""argument => {{
      const iframe = document.querySelector("page-view iframe"), page = iframe.contentDocument
      return ({script})(page, iframe.contentWindow, argument)
    }}""", argument)


@scenario("the preview follows typing, with title and language", titled=True)
def follows(sitting):
    window = sitting.window()
    window.type("Some *marked* words")
    expect(frame(window).locator("em")).to_have_text("marked")
    window.page.locator("#title-text").fill("Its title")
    expect(frame(window).locator("h1.post-title")).to_have_text("Its title")
    window.type(" and more")
    expect(frame(window).locator("p").first).to_have_text("Some marked words and more")


@scenario("a post that the page opens with is rendered once")
def rendered_once(sitting):
    post = sitting.write("Some words about tides.")
    window = sitting.window(post)
    asked = []
    window.page.on("request", lambda request: asked.append(request.url) if "/v1/preview" in request.url else None)
    for _ in range(3):
        window.reload()
        expect(frame(window).locator("p").first).to_have_text("Some words about tides.")
        # A second rendering would have been requested before this.
        window.page.evaluate("fetch('/v1/settings').then(answer => answer.text())")
        same(len(asked), 1, "The number of renderings")
        asked.clear()


@scenario("a change redraws only its own block, and the preview keeps its scroll position")
def patches(sitting):
    window = sitting.window(sitting.write(PARAGRAPHS))
    expect(frame(window).locator("p")).to_have_count(40)
    inside(window, "page => page.querySelectorAll('p').forEach((block, index) => { block.known = index })")
    window.caret(PARAGRAPHS.index("Paragraph 25"))
    sitting.until(lambda: inside(window, "(page, view) => view.scrollY") > 200, "the preview followed the caret")
    top = inside(window, "(page, view) => view.scrollY")
    window.keys.type("Now ")
    expect(frame(window).locator("p").nth(25)).to_contain_text("Now Paragraph 25")
    known = inside(window, "page => [...page.querySelectorAll('p')].map(block => block.known ?? null)")
    same(known, [None if number == 25 else number for number in range(40)], "The blocks that stayed")
    moved = abs(inside(window, "(page, view) => view.scrollY") - top)
    check(moved < 5, f"The preview moved by {moved} px while somebody typed.")


@scenario("the paragraph being edited is marked, and the preview scrolls with the text")
def marked(sitting):
    window = sitting.window(sitting.write(PARAGRAPHS))
    window.caret(PARAGRAPHS.index("Paragraph 3 "))
    expect(frame(window).locator(".is-edited")).to_contain_text("Paragraph 3 ")
    window.area.hover()
    window.page.mouse.wheel(0, 4000)
    sitting.until(lambda: inside(window, "(page, view) => view.scrollY") > 300, "the preview scrolls along")


def is_in_view(window, words):
    """Whether the preview shows the whole paragraph that begins with these words."""
    return inside(window, """(page, view, words) => {
      const block = [...page.querySelectorAll("p")].find(one => one.textContent.startsWith(words))
      const { top, bottom } = block.getBoundingClientRect()
      return top >= 0 && bottom <= view.innerHeight
    }""", words)


def click(window, words, at):
    """Clicks a letter of the preview's paragraph that begins with these words."""
    x, y = inside(window, """(page, view, [words, at]) => {
      const block = [...page.querySelectorAll("p")].find(one => one.textContent.startsWith(words))
      const range = page.createRange(), frame = view.frameElement.getBoundingClientRect()
      range.setStart(block.firstChild, at)
      range.setEnd(block.firstChild, at + 1)
      const { left, top, height } = range.getBoundingClientRect()
      return [frame.left + left + 1, frame.top + top + height / 2]
    }""", [words, at])
    window.mouse.move(x, y)
    window.mouse.down()
    window.mouse.up()


def tops(window):
    """How far preview and text are scrolled, once that was reported."""
    window.page.evaluate("() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")
    return inside(window, "(page, view) => view.scrollY"), window.scroll.evaluate("view => view.scrollTop")


@scenario("a click in the preview puts the caret there, the caret brings its block into view, and nothing else moves")
def both_ways(sitting):
    text = "\n\n".join(f"Paragraph {number}: some *words* about tides. " + "Bread and light. " * 12
                       for number in range(40))
    window = sitting.window(sitting.write(text)).settled()
    expect(frame(window).locator("p")).to_have_count(40)
    inside(window, "(page, view) => view.scrollTo(0, 1500)")
    words = next(words for words in (f"Paragraph {number}:" for number in range(40)) if is_in_view(window, words))
    before, wanted = tops(window), text.index(words) + 4
    click(window, words, 4)
    sitting.until(lambda: window.selection == [wanted] * 2, lambda: f"the caret is at {wanted}: {window.selection}")
    expect(window.area).to_be_focused()
    expect(frame(window).locator(".is-edited")).to_contain_text(words)
    after = tops(window)
    same(after[0], before[0], "How far the preview is scrolled after the click")
    check(after[1] > 200, f"The text is scrolled by {after[1]} px and does not show the caret.")
    window.press("ArrowRight", "ArrowRight")
    same(tops(window), after, "How far both are scrolled after a step within what is in view")
    for key, words in (("Control+End", "Paragraph 39:"), ("Control+Home", "Paragraph 0:")):
        window.press(key)
        sitting.until(lambda: is_in_view(window, words), lambda: f"{words} is in view after {key}")
    inside(window, "(page, view) => view.scrollTo(0, 1500)")
    box = window.scroll.bounding_box()
    window.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    window.mouse.down()
    window.mouse.up()
    sitting.until(lambda: window.selection[0] > 0, "the caret is at the click")
    words = text[text.rindex("Paragraph", 0, window.selection[0] + 9):][:12]
    sitting.until(lambda: is_in_view(window, words), lambda: f"{words} is in view after a click in the text")
    window.scroll.hover()
    window.page.mouse.wheel(0, 3000)
    sitting.until(lambda: tops(window)[0] > 2000, "the preview scrolls with the text")


@scenario("while a paragraph that is higher than the preview is written, the preview stays at it")
def high(sitting):
    window = sitting.window(sitting.write("Start.\n\n" + "Bread and light. " * 400 + "\n\nEnd.")).settled()
    expect(frame(window).locator("p")).to_have_count(3)
    window.caret(5000)
    inside(window, "(page, view) => view.scrollTo(0, 700)")
    window.keys.type("Now ")
    expect(frame(window).locator("p").nth(1)).to_contain_text("Now ")
    same(tops(window)[0], 700, "How far the preview is scrolled")


@scenario("a preview and an outline that open later know where the writer is")
def opened_later(sitting):
    window = sitting.window(sitting.write("# One\n\nWords.\n\n# Two\n\nMore.\n")).settled()
    window.command("close", panel="preview")
    sitting.until(lambda: "preview" not in window.frames, "it is closed")
    window.caret(len("# One\n\nWords.\n\n# Two\n\nMo"))
    window.command("open", panel="preview")
    expect(frame(window).locator(".is-edited")).to_contain_text("More.")
    window.command("close", panel="preview")
    window.command("open", panel="outline")
    expect(window.panel("outline").locator("[aria-current=location]")).to_contain_text("Two")


@scenario("on a phone the preview begins with the title, and a tap on its words moves the caret and brings no keyboard")
def from_the_top(sitting):
    window = sitting.window(
        sitting.write(PARAGRAPHS, title="A title of several words that fill two lines"), size=(390, 844), is_mobile=True,
        has_touch=True).settled()
    window.caret(3)
    window.command("open", panel="preview")
    sitting.until(lambda: "preview" in window.frames, "it is open")
    expect(frame(window).locator(".is-edited")).to_contain_text("Paragraph 0")
    same(inside(window, "(page, view) => view.scrollY"), 0, "What is scrolled away")
    frame(window).locator("p").first.tap(position={"x": 4, "y": 12})
    sitting.until(lambda: window.selection == [0, 0], lambda: f"the caret is at the tap: {window.selection}")
    expect(window.area).not_to_be_focused()


HOSTILE = """\
<script>top.ran = "script"; parent.ran = 1</script>

<img src="data:image/png;base64,AAAA" onerror="top.ran = 'onerror'"> <svg onload="top.ran = 'onload'"></svg>

<a href="javascript:top.ran='link'">press</a> [press](javascript:top.ran='markdown')

<iframe srcdoc="<script>top.ran='frame'</script>"></iframe> <form action="/v1/posts"><input name=a></form>

<style>body { display: none }</style> <base href="https://evil.example/"> <meta http-equiv="refresh" content="0">

The end.
"""


@scenario("no script of a post runs in the preview, and nothing loads from elsewhere")
def scriptless(sitting):
    asked = []
    window = sitting.window()
    window.page.on("request", lambda request: asked.append(request.url))
    window.write(HOSTILE)
    expect(frame(window).locator("p").last).to_have_text("The end.")
    for link in frame(window).locator("a").all():
        link.click()
    same(window.page.evaluate("[globalThis.ran ?? null, frames.length]"), [None, 1], "What ran, and the frames")
    hostile = "script, iframe, [onerror], [onload], base, meta[http-equiv]"
    same(inside(window, f"page => page.querySelectorAll('{hostile}').length"), 0, "The number of hostile elements")
    check(not [url for url in asked if not url.startswith(sitting.address)], f"It asked elsewhere: {asked}")
    sitting.expect("Blocked script execution", "sandboxed")
    inside(window, """page => { const script = page.createElement('script'); script.textContent = 'top.ran = 1'
      page.body.append(script) }""")
    same(window.page.evaluate("globalThis.ran ?? null"), None, "What ran of a script put into the frame")


@scenario("a picture that is missing says in its place what to do")
def missing(sitting):
    window = sitting.window(sitting.write("![Boats](media:0123456789abcdef) and ![Nets](nets.jpg)", title="Tides"))
    expect(frame(window).locator(".missing")).to_have_text(["This picture is missing. Remove it or add it again."] * 2)
    expect(window.page.locator(".withheld-bar")).to_be_hidden()


@scenario("remote pictures load only when the writer allows it, and not in the next post")
def pictures(sitting):
    asked = []
    window = sitting.window(sitting.write("![A lighthouse](https://pictures.example/light.png)"))
    window.page.route("https://pictures.example/**", lambda route: (asked.append(1), route.fulfill(
        body="<svg xmlns='http://www.w3.org/2000/svg' width='40' height='30'/>", content_type="image/svg+xml")))
    expect(frame(window).locator(".withheld")).to_have_text("A lighthouse")
    same(asked, [], "The requests before")
    window.button("Load them").click()
    sitting.until(lambda: asked, "the picture is asked for")
    expect(frame(window).locator("img")).to_have_count(1)
    window.press("Control+Alt+n")
    asked.clear()
    window.write("![Another](https://pictures.example/other.png)")
    expect(frame(window).locator(".withheld")).to_have_text("Another")
    same(asked, [], "The requests in the next post")


@scenario("a target's preview equals what its inbox receives, except for the key and the time of publishing", undo="0s")
def as_sent(sitting):
    post = sitting.write("Some *marked* words — “quoted”, 日本語.", title="Tides & bread", tags=["sea"])
    window = sitting.window(post)
    window.page.locator("#preview-tab-hook").click()
    window.page.locator(".payload-request summary").click()
    request = window.page.locator("payload-view details pre")
    expect(request).to_contain_text("Tides & bread")
    shown = json.loads(request.inner_text().partition("\n\n")[2])
    sitting.galley("publish", post["id"])
    arrived = sitting.until(lambda: sitting.desk.call("GET", "/v1/rehearsal")["items"], "something arrives")
    body = json.loads(arrived[0]["body"])
    differing = {name for name in shown.keys() | body.keys() if shown.get(name) != body.get(name)}
    check(differing <= {"key", "published"}, f"Shown and sent differ in {differing}: {shown} {body}")


@scenario("the text that a target already has is compared word by word with the result of an edit", undo="0s")
def held(sitting):
    post = sitting.write("Low tide at the harbor.", title="Tides")
    sitting.galley("publish", post["id"], "--to", "hook")
    window = sitting.window(post)
    sitting.until(
        lambda: [one["state"] for one in sitting.desk.call("GET", "/v1/deliveries?state=all")["items"]] == ["delivered"],
        "it arrives")
    window.page.locator("#preview-tab-hook").click()
    section = window.page.locator(".payload-held")
    expect(section).to_contain_text("What changes there")
    expect(section).to_contain_text("nothing would change")
    window.caret(len("Low tide at the harbor"))
    window.type("side")
    expect(section.locator("del")).to_contain_text(["harbor"])
    expect(section.locator("ins")).to_contain_text(["harborside"])


@scenario("each target has a tab, reached by arrow keys, and the payload follows a save")
def tabs(sitting):
    window = sitting.window(sitting.write("First words"))
    tab = window.page.locator("#preview-tab-page")
    tab.focus()
    expect(window.page.locator("#preview-tab-site")).to_be_visible()
    expect(tab).to_be_focused()
    window.press("ArrowRight")
    expect(window.page.locator("#preview-tab-site")).to_be_focused()
    expect(window.page.locator("payload-view")).to_contain_text("First words")
    window.press("End")
    expect(window.page.locator("#preview-tab-hook")).to_be_focused()
    window.caret(11)
    window.type(" and second ones")
    expect(window.page.locator("payload-view")).to_contain_text("First words and second ones")


@scenario("while the daemon is away the preview says that it shows an earlier state", own="stops the daemon")
def away(sitting):
    window = sitting.window(sitting.write("Words"))
    expect(frame(window).locator("p")).to_have_text("Words")
    sitting.crash()
    window.caret(5)
    window.type(" more")
    expect(window.page.locator("preview-panel .panel-note")).to_contain_text("The daemon is away")
    sitting.daemon.start()
    expect(frame(window).locator("p")).to_have_text("Words more", timeout=15_000)


THREADS = """
[[target]]
name = "sky"
kind = "bluesky"
account = "ada.example.com"
url = "https://pds.example.net"
credential = "hook-secret"
long = "thread"
rehearsal = true
[[target]]
name = "fediverse"
kind = "mastodon"
url = "https://social.example.net"
credential = "hook-secret"
long = "thread"
rehearsal = true
"""


@scenario("a thread is previewed part by part, each within the limit, and a line of dashes begins a part", targets=THREADS)
def thread(sitting):
    for options in ({}, {"size": (390, 844), "has_touch": True, "is_mobile": True}):
        window = sitting.window(sitting.write(PARAGRAPHS[:2000]), **options)
        window.open("preview")
        counts = {}
        for name, limit in (("sky", 300), ("fediverse", 500)):
            window.page.locator(f"#preview-tab-{name}").click()
            window.page.locator(".payload-sent > summary").click()
            parts = window.page.locator(".payload-thread li")
            expect(parts.first).to_contain_text(f"of {limit}")
            words = parts.locator(".payload-text").all_inner_texts()
            counts[name] = len(words)
            same("".join("".join(words).split()), "".join(PARAGRAPHS[:2000].split()), "The text of all parts")
            for line in parts.locator("p.quiet").all_inner_texts():
                check(int(line.split(" of ")[0]) <= limit, f"{name}: {line}")
        check(counts["sky"] > counts["fediverse"] > 2, f"{counts}")
    window = sitting.window(sitting.write("One.\n\nTwo."))
    window.page.locator("#preview-tab-sky").click()
    window.page.locator(".payload-sent > summary").click()
    expect(window.page.locator(".payload-text")).to_have_text("One.\n\nTwo.")
    window.caret(len("One.\n\n"))
    window.type("---\n\n")
    expect(window.page.locator(".payload-thread li .payload-text")).to_have_text(["One.", "Two."])
