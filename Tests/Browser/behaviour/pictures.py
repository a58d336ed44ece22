"""Pictures: dropped, pasted or chosen, described, shown, and kept apart from the text until the daemon has them."""

import base64
import re
from pathlib import Path

from behaviour.audit import audit
from picture import png
from playwright.sync_api import expect
from scenario import check, same, scenario

DROP = """(area, { bytes, name, type, at }) => {
  const data = Uint8Array.from(atob(bytes), letter => letter.charCodeAt(0))
  const transfer = new DataTransfer()
  transfer.items.add(new File([data], name, { type }))
  if (at !== null) area.setSelectionRange(at, at)
  const box = document.querySelector("#text-scroll").getBoundingClientRect()
  const where = { clientX: box.x + box.width / 2, clientY: box.bottom - 5, dataTransfer: transfer }
  for (const kind of ["dragenter", "dragover", "drop"]) {
    area.dispatchEvent(new DragEvent(kind, { bubbles: true, cancelable: true, ...where }))
  }
}"""
PASTE = """(area, { bytes, name, type }) => {
  const data = Uint8Array.from(atob(bytes), letter => letter.charCodeAt(0))
  const transfer = new DataTransfer()
  transfer.items.add(new File([data], name, { type }))
  const event = new ClipboardEvent("paste", { bubbles: true, cancelable: true, clipboardData: transfer })
  area.dispatchEvent(event)
}"""

OVERLAP = """selector => {
  const [one, two] = ["notice-board", selector].map(name => document.querySelector(name).getBoundingClientRect())
  const width = Math.min(one.right, two.right) - Math.max(one.left, two.left)
  const height = Math.min(one.bottom, two.bottom) - Math.max(one.top, two.top)
  return width > 0 && height > 0 ? [width, height] : null
}"""
# The space between the end of the text, where the caret is, and the element that covers it: a notice, or the fading
# edge.
CLEAR = """() => {
  const area = document.querySelector("#body-text"), box = document.querySelector("#text-scroll").getBoundingClientRect()
  const end = area.getBoundingClientRect().bottom - parseFloat(getComputedStyle(area).paddingBottom)
  const board = document.querySelector("notice-board")
  return Math.min(box.bottom, board.firstElementChild ? board.getBoundingClientRect().top : Infinity) - end
}"""
SHOTS = Path(__file__).resolve().parents[3] / ".build/browser"


def give(window, how, data=None, name="boats.png", type="image/png", at=None):
    window.area.evaluate(how, {"bytes": base64.b64encode(data or png()).decode(), "name": name, "type": type, "at": at})


def card(window, name="boats.png"):
    return window.page.locator("picture-uploads .upload", has_text=name)


def library(sitting):
    return sitting.desk.call("GET", "/v1/media")["items"]


@scenario("a picture dropped on the text is uploaded, asks for a description, and is inserted as a separate paragraph")
def dropped(sitting):
    window = sitting.window()
    window.write("Before\n\nAfter")
    give(window, DROP, at=3)
    field = card(window).locator("input")
    expect(field).to_be_focused()
    expect(card(window).locator(".upload-state")).to_have_text(re.compile("60 × 40"))
    field.fill("Two boats")
    field.press("Enter")
    expect(card(window)).to_have_count(0)
    picture = library(sitting)[0]
    words = f"![Two boats]({picture['address']})"
    check(words in window.text.split("\n\n"), f"The text is {window.text!r}.")
    window.saved()
    sitting.until(lambda: library(sitting)[0]["alt"] == "Two boats", "the picture keeps its words")
    same([use["isPresent"] for use in library(sitting)[0]["uses"]], [True], "What uses it")
    file = sitting.desk.call("GET", f"/v1/media/{picture['id']}")
    check(file["bytes"] < len(png()), "Its metadata is still there.")
    # Undo removes it, and the typed text stays.
    window.area.focus()
    window.press("Control+z")
    check(words not in window.text and "Before" in window.text, f"After undo the text is {window.text!r}.")


@scenario("a pasted picture is inserted where the caret was, regardless of typing meanwhile")
def pasted(sitting):
    window = sitting.window()
    window.write("one\n\ntwo")
    window.caret(3)
    give(window, PASTE)
    expect(card(window).locator("input")).to_be_focused()
    window.caret(0)
    window.type("zero ")
    window.caret(len(window.text))
    window.type(" three")
    card(window).locator("input").fill("Boats")
    window.button("Insert", card(window)).click()
    expect(card(window)).to_have_count(0)
    address = library(sitting)[0]["address"]
    window.shows(f"zero one\n\n![Boats]({address})\n\ntwo three").saved()


@scenario("a picture shows its upload's progress, and can be dropped during it")
def progress(sitting):
    window = sitting.window()
    window.write("Words")
    held = []
    window.page.route("**/v1/media?*", lambda route: held.append(route))
    give(window, DROP, png(filling=3_000_000))
    expect(card(window).locator("progress")).to_be_visible()
    expect(card(window).locator(".upload-state")).to_have_text(re.compile(r"% of 3\.0 MB"))
    card(window).locator("input").fill("Boats")
    window.button("Insert", card(window)).click()
    expect(card(window).locator(".upload-state")).to_have_text(re.compile("then it goes in"))
    same(window.text, "Words", "The text while the picture is on its way")
    sitting.until(lambda: held, "the upload has begun")
    held[0].continue_()
    expect(card(window)).to_have_count(0)
    check(re.fullmatch(r"Words\n\n!\[Boats\]\(media:[0-9a-f]{16}\)", window.text), f"The text is {window.text!r}.")
    give(window, DROP, png(colour=(1, 2, 3)), name="second.png")
    sitting.until(lambda: len(held) > 1, "the second upload has begun")
    window.button("Leave second.png out", card(window, "second.png")).click()
    expect(card(window, "second.png")).to_have_count(0)
    same(len(library(sitting)), 1, "The number of pictures")


@scenario("a picture without a description asks for one, and is inserted without it if its writer says so")
def silent(sitting):
    window = sitting.window()
    window.write("Words")
    give(window, PASTE)
    field = card(window).locator("input")
    expect(field).to_be_focused()
    field.press("Enter")
    expect(card(window)).to_have_count(1)
    window.button("Insert without words", card(window)).click()
    expect(card(window)).to_have_count(0)
    check("![](media:" in window.text, f"The text is {window.text!r}.")
    window.saved()
    post = sitting.only_post()
    preview = sitting.desk.call("GET", f"/v1/posts/{post['id']}/preview?target=site")
    warnings = preview["warnings"]
    check(any("no description" in words for words in warnings), f"The warnings are {warnings}.")


@scenario("a file that is not a picture is refused with a reason, and the text stays unchanged")
def refused(sitting):
    sitting.expect(r"status of 422")
    window = sitting.window()
    window.write("Words")
    give(window, DROP, b"<svg xmlns='http://www.w3.org/2000/svg'><script/></svg>", name="drawing.svg", type="image/svg+xml")
    expect(card(window, "drawing.svg").locator(".upload-state")).to_have_text(re.compile("It contains <script>"))
    same(window.text, "Words", "The text")
    window.button("Leave drawing.svg out", card(window, "drawing.svg")).click()
    expect(window.page.locator("picture-uploads")).to_be_hidden()
    give(window, DROP, b"words", name="notes.txt", type="text/plain")
    expect(window.notice("Open “notes.txt”, copy its words and paste them here.")).to_be_visible()
    give(window, PASTE, b"film", name="tides.mp4", type="video/mp4")
    expect(window.notice("Put “tides.mp4” online, and paste its address here.")).to_be_visible()
    # Beside the text the browser would open the file in the page's place.
    window.page.locator("desk-toolbar").evaluate(
        DROP, {"bytes": "", "name": "a.pdf", "type": "application/pdf", "at": None})
    expect(window.notice("Put “a.pdf” online")).to_be_visible()
    expect(window.page.locator("picture-uploads")).to_be_hidden()
    window.saved()
    same(sitting.only_post()["body"], "Words", "What was saved")


@scenario("while the daemon is away a picture waits beside the text, and its upload resumes when the daemon is back",
          own="stops the daemon")
def away(sitting):
    window = sitting.window()
    window.write("Words")
    window.saved()
    sitting.crash()
    give(window, PASTE)
    expect(card(window).locator(".upload-state")).to_have_text("The daemon is away. The picture waits here.")
    card(window).locator("input").fill("Boats")
    window.button("Insert", card(window)).click()
    window.area.focus()
    window.type(" and more")
    check("media:" not in window.text, f"The text is {window.text!r}.")
    sitting.daemon.start()
    expect(card(window)).to_have_count(0, timeout=30_000)
    check("![Boats](media:" in window.text and "and more" in window.text, f"The text is {window.text!r}.")
    window.saved()


@scenario("a picture waits for its own text while another post is open")
def other_text(sitting):
    window = sitting.window()
    window.write("The first")
    window.saved()
    give(window, PASTE)
    expect(card(window).locator("input")).to_be_focused()
    window.press("Control+Alt+n")
    window.shows("")
    expect(window.page.locator("picture-uploads")).to_be_hidden()
    window.page.go_back()
    window.shows("The first")
    card(window).locator("input").fill("Boats")
    window.button("Insert", card(window)).click()
    expect(card(window)).to_have_count(0)
    check(window.text.startswith("The first\n\n![Boats]"), f"The text is {window.text!r}.")
    window.saved()


@scenario("the Media panel shows the pictures, stores their descriptions, inserts them and removes unused ones")
def panel(sitting):
    path = sitting.folder / "harbour.png"
    path.write_bytes(png())
    address = re.search(r"\((media:\w+)\)", sitting.galley("media", "add", str(path))).group(1)
    post = sitting.write(f"![]({address})", title="Harbour")
    window = sitting.window(post).open("media")
    row = window.page.locator("media-panel .media-row")
    expect(row).to_contain_text("harbour.png")
    expect(row).to_contain_text("60 × 40")
    expect(row).to_contain_text("In “Harbour”")
    expect(window.button("Remove harbour.png")).to_be_hidden()
    sitting.until(lambda: row.locator("img").evaluate("img => img.naturalWidth") == 60, "the picture is shown")
    row.locator("input").fill("A harbour")
    row.locator("input").press("Enter")
    sitting.until(lambda: library(sitting)[0]["alt"] == "A harbour", "the words are kept")
    expect(row.locator("input")).to_be_focused()
    # The preview shows it with the description, since the text itself has none.
    window.open("preview")
    shown = window.page.frame_locator("page-view iframe").locator(f"img[src='/v1/media/{address[6:]}/file']")
    expect(shown).to_have_attribute("alt", "A harbour")
    sitting.until(lambda: shown.evaluate("img => img.naturalWidth") == 60, "the preview shows the picture")
    window.caret(len(window.text))
    window.button("Insert harbour.png").click()
    window.shows(f"![]({address})\n\n![A harbour]({address})").saved()
    # Another picture, added by hand, is unused and can be removed.
    with window.page.expect_file_chooser() as chosen:
        window.button("Add pictures…").click()
    chosen.value.set_files([{"name": "second.png", "mimeType": "image/png", "buffer": png(colour=(9, 9, 9))}])
    expect(card(window, "second.png").locator(".upload-state")).to_have_text(re.compile("60 × 40"))
    window.button("Leave second.png out", card(window, "second.png")).click()
    window.button("Remove second.png").click()
    expect(row).to_have_count(1)
    expect(row.locator("input")).to_be_focused()
    same([one["name"] for one in library(sitting)], ["harbour.png"], "The pictures")


@scenario("audit: pictures being added to the text, and on the desk")
def audited(sitting):
    sitting.expect(r"status of 422")
    path = sitting.folder / "harbour.png"
    path.write_bytes(png())
    sitting.galley("media", "add", str(path))
    window = sitting.window()
    window.write("Words")
    give(window, PASTE, png(colour=(3, 3, 3)))
    give(window, PASTE, b"<svg onload='x'/>", name="drawing.svg", type="image/svg+xml")
    expect(card(window).locator(".upload-state")).to_have_text(re.compile("60 × 40"))
    expect(card(window, "drawing.svg").locator(".upload-state")).to_have_text(re.compile("SVG"))
    window.open("media")
    expect(window.page.locator("media-panel .media-row")).to_have_count(2)
    audit(window.page, "Pictures")
    window.page.emulate_media(color_scheme="dark")
    audit(window.page, "Pictures in the dark")


@scenario("a notice covers neither the picture that waits for its description, nor the line being typed")
def notice_apart(sitting):
    for size, scheme in (((1366, 900), "light"), ((390, 844), "dark")):
        window = sitting.window(size=size, color_scheme=scheme).settled()
        window.write("\n\n".join(f"Line {number}" for number in range(40)))
        give(window, DROP)
        expect(card(window).locator("input")).to_be_focused()
        give(window, DROP, data=b"words", name="words.txt", type="text/plain")
        notice = window.page.locator("notice-board .notice", has_text="Only pictures")
        expect(notice).to_be_visible()
        sitting.until(lambda: not window.page.evaluate(OVERLAP, "picture-uploads"),
                      lambda: f"the list of uploads is free; they share {window.page.evaluate(OVERLAP, 'picture-uploads')}")
        window.page.screenshot(path=f"{SHOTS}/notice-{size[0]}.png")
        card(window).get_by_role("button", name="Insert without words").click()
        expect(card(window)).to_have_count(0)
        # The list of uploads is gone, and the notice is back at the window's end.
        window.area.focus()
        window.press("Control+End")
        window.keys.type("x")
        expect(notice).to_be_visible()
        clear = window.page.evaluate(CLEAR)
        check(clear >= 0, f"The notice lies over the last {-clear} px of the line that is typed.")
        notice.get_by_role("button", name="Dismiss").click()
        window.keys.type("y")
        clear = window.page.evaluate(CLEAR)
        check(clear >= 24, f"Below the line that is typed are {clear} px.")
