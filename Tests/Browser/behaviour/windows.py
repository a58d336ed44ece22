"""Several windows stay in step with each other and with the terminal, without disturbing the writer."""

import os
import re
import signal
from pathlib import Path

from playwright.sync_api import expect
from scenario import check, same, scenario


@scenario("a panel pinned in one window is also pinned in another that follows the desk")
def in_step(sitting):
    context = sitting.browser()
    first, second = (sitting.window(context=context).settled() for _ in range(2))
    check(first.id != second.id, "Two windows have one id.")
    first.bar("date").focus()
    first.press("Alt+Shift+ArrowDown")
    for window in (first, second):
        window.placed("date", "pinned bottom")
    second.choose("Undo arranging")
    for window in (second, first):
        window.placed("date", "pinned right")


@scenario("two browsers of one author stay in step like two windows of one browser")
def browsers(sitting):
    first, second = (sitting.window().settled() for _ in range(2))
    first.command("close", panel="tags")
    for window in (first, second):
        window.placed("tags", "closed")


@scenario("“This window only” separates a window from the desk, “Follow the desk” rejoins it")
def detached(sitting):
    context = sitting.browser()
    first, second = (sitting.window(context=context).settled() for _ in range(2))
    second.choose("This window only")
    sitting.until(lambda: second.arrangement["follows"] is None, "it is detached")
    first.command("close", panel="tags")
    first.placed("tags", "closed")
    same(second.place("tags"), "pinned right", "The tags in the detached window")
    second.command("pin", panel="date", side="bottom")
    second.placed("date", "pinned bottom")
    same(first.place("date"), "pinned right", "The date in the other window")
    second.choose("Follow the desk")
    second.placed("tags", "closed").placed("date", "pinned right")


@scenario("“Use everywhere” applies one window's own arrangement to all windows")
def everywhere(sitting):
    context = sitting.browser()
    first, second = (sitting.window(context=context).settled() for _ in range(2))
    second.choose("This window only")
    sitting.until(lambda: second.arrangement["follows"] is None, "it is detached")
    second.command("pin", panel="date", side="bottom")
    second.placed("date", "pinned bottom")
    second.choose("Use everywhere")
    first.placed("date", "pinned bottom")


@scenario("changes from elsewhere during a drag wait for its end")
def waits(sitting):
    sitting.expect("status of 412")
    context = sitting.browser()
    first, second = (sitting.window(context=context).settled() for _ in range(2))
    first.command("float", panel="date", frame={"x": 460, "y": 220, "width": 300, "height": 300})
    first.placed("date", "floating")
    second.placed("date", "floating")
    x, y = first.grip("date")
    first.drag((x, y), (x + 50, y + 50), release=False)
    held = first.frames["date"]
    second.command("pin", panel="date", side="bottom")
    second.command("close", panel="tags")
    second.placed("tags", "closed")
    same(first.frames["date"], held, "The panel that is held")
    check("tags" in first.frames, "The other panel went while somebody dragged.")
    first.mouse.move(x + 60, y + 60)
    sitting.until(lambda: first.frames["date"]["x"] == held["x"] + 10, "it follows the pointer still")
    first.mouse.up()
    first.placed("tags", "closed")
    first.placed("date", "floating")
    first.settled()
    same(first.frames["date"]["x"], held["x"] + 10, "Where the panel was let go")
    second.settled()


@scenario("a panel held over a title that another window closes goes back, and the page gives the reason")
def gone(sitting):
    sitting.expect("status of 412")
    context = sitting.browser()
    first, second = (sitting.window(context=context).settled() for _ in range(2))
    before = first.frames["tags"]
    start, end = first.grip("tags"), first.grip("preview")
    first.drag(start, (end[0] + 60, end[1]), release=False)
    expect(first.page.locator("pin-preview.is-shown[data-kind=stack]")).to_be_visible()
    second.command("close", panel="preview")
    second.placed("preview", "closed")
    first.mouse.up()
    expect(first.notice("arranged elsewhere meanwhile")).to_be_visible()
    first.placed("preview", "closed")
    first.settled()
    same(first.frames["tags"], before, "The panel that was held")


@scenario("arranging elsewhere loses no keystroke, and moves no caret, no focus and no scroll position")
def undisturbed(sitting):
    context = sitting.browser()
    post = sitting.write("\n\n".join(f"Paragraph {number}" for number in range(200)))
    first = sitting.window(post, context=context).settled()
    second = sitting.window(post, context=context).settled()
    first.caret(0)
    words = "The quick brown fox jumps over the lazy dog. "
    for number, character in enumerate(words):
        first.keys.type(character)
        if number % 6 == 0:
            second.command("pin", panel="date", side="bottom" if number % 12 == 0 else "right")
    same(first.text[:len(words) + 9], words + "Paragraph", "What was typed meanwhile")
    first.caret(900, 910)
    first.scroll.evaluate("text => { text.scrollTop = 700 }")
    before = [first.selection, first.scroll.evaluate("text => text.scrollTop")]
    for command, fields in (("float", {"panel": "date"}), ("close", {"panel": "tags"}), ("open", {"panel": "queue"})):
        second.command(command, **fields)
    first.placed("tags", "closed")
    same([first.selection, first.scroll.evaluate("text => text.scrollTop")], before, "Selection and scroll position")
    expect(first.area).to_be_focused()


@scenario("`galley panel` in the terminal moves the panel in the open page, which announces it")
def terminal(sitting):
    window = sitting.window().settled()
    window.type("Still typing")
    sitting.galley("panel", "pin", "date", "bottom")
    window.placed("date", "pinned bottom")
    expect(window.page.locator("live-announcer")).to_contain_text("Date")
    expect(window.area).to_be_focused()
    sitting.galley("panel", "close", "tags")
    window.placed("tags", "closed")
    sitting.galley("panel", "undo")
    window.placed("tags", "pinned right")
    check(window.id in sitting.galley("window", "list", "--json"), "The list of windows lacks this one.")


@scenario("a window keeps its id and its arrangement over a reload; a second tab is another window")
def reload(sitting):
    window = sitting.window().settled()
    window.choose("This window only")
    sitting.until(lambda: window.arrangement["follows"] is None, "it is detached")
    window.command("close", panel="tags")
    window.placed("tags", "closed")
    known = window.id
    window.reload().settled()
    same((window.id, window.place("tags")), (known, "closed"), "The window after a reload")


COUNT_STREAMS = """globalThis.streams = 0
globalThis.EventSource = class extends EventSource { constructor(...parts) { super(...parts); streams += 1 } }"""


HEAR = """() => {
  window.heard = []
  const { arranging } = document.querySelector("panel-layer")
  arranging.addEventListener("change", () => heard.push([arranging.window.revision, performance.timeOrigin + performance.now()]))
}"""
PIN = """async side => {
  const { arranging } = document.querySelector("panel-layer")
  const began = performance.now()
  await arranging.run({ command: "pin", panel: "date", side })
  return [arranging.window.revision, performance.timeOrigin + performance.now(), performance.now() - began]
}"""


def hear(sitting, windows, side):
    """Pins Date in the first window; for each other one, whether it shows this later than a tenth of a second."""
    revision, ended, took = windows[0].page.evaluate(PIN, side)
    for window in windows[1:]:
        heard = sitting.until(lambda: window.page.evaluate(
            "revision => heard.find(one => one[0] >= revision)", revision), "each window shows it")
        # If the command itself takes long, the machine is busy with something else.
        yield heard[1] - ended > max(100, 8 * took)


@scenario("ten windows of one browser share one event stream and are all in step, nearly all within a tenth of a second")
def ten(sitting):
    context = sitting.browser()
    context.add_init_script(COUNT_STREAMS)
    others = connections(sitting)
    windows = [sitting.window(context=context) for _ in range(10)]
    targets = context.browser.new_browser_cdp_session().send("Target.getTargets")["targetInfos"]
    workers = [one for one in targets if one["type"] == "shared_worker" and one["url"].startswith(sitting.address)]
    same(len(workers), 1, "The number of shared workers")
    same([window.page.evaluate("streams") for window in windows], [0] * 10, "The streams that windows hold themselves")
    check(connections(sitting) - others <= 6, f"The browser holds {connections(sitting) - others} connections.")
    for window in windows[1:]:
        window.page.evaluate(HEAR)
    windows[0].type("Ten at once")
    windows[0].saved()
    late = [late for side in ("bottom", "right") * 3 for late in hear(sitting, windows, side)]
    for window in windows:
        window.placed("date", "pinned right")
    # Ten pages and their daemon share one machine with other work: a few may be late, most are not.
    check(sum(late) <= len(late) // 3, f"{sum(late)} of {len(late)} were late.")
    for window in windows[1:]:
        window.page.goto(windows[0].page.url)
        window.drawn().shows("Ten at once")
    windows[9].caret(11)
    windows[9].type("!")
    for window in windows:
        window.shows("Ten at once!")


def connections(sitting):
    """The number of open connections to the daemon, from the kernel (proc(5))."""
    port = f"{int(sitting.address.rsplit(':', 1)[1]):04X}"
    lines = Path("/proc/net/tcp").read_text().splitlines()[1:]
    return sum(re.search(rf"^\s*\d+: 0100007F:\w+ 0100007F:{port} 01", line) is not None for line in lines)


@scenario("when the daemon is back after a crash, windows continue unchanged and can be arranged again",
          own="stops the daemon")
def after_crash(sitting):
    window = sitting.window().settled()
    window.command("pin", panel="date", side="bottom")
    window.placed("date", "pinned bottom")
    sitting.crash()
    window.bar("date").focus()
    window.press("Alt+Shift+ArrowRight")
    expect(window.notice("The daemon is away")).to_be_visible()
    sitting.daemon.start()
    sitting.until(lambda: not window.page.evaluate(
        "document.querySelector('panel-layer').classList.contains('is-away')"), "the daemon is back", seconds=15)
    window.settled()
    same(window.place("date"), "pinned bottom", "The date")
    window.bar("date").focus()
    window.press("Alt+Shift+ArrowRight")
    window.placed("date", "pinned right")


@scenario("a stream of events that died in silence is noticed: the page says that changes may be missing, and gets them",
          own="stops the daemon")
def dead_stream(sitting):
    sitting.expect("Blocked script execution")  # of the test's clock, in the preview's frame
    post = sitting.write("One.")
    context = sitting.browser()
    # The clock of a shared worker is not the test's.
    context.add_init_script("delete window.SharedWorker")
    context.clock.install()
    window = sitting.window(post, context=context)
    expect(window.state).to_have_text(re.compile(r"^Saved \d\d:\d\d$"))
    pid = sitting.daemon.process.pid
    os.kill(pid, signal.SIGSTOP)
    try:
        context.clock.fast_forward(60_000)
        expect(window.state).to_have_text(re.compile(r"^Saved \d\d:\d\d. Changes made elsewhere may be missing here.$"))
    finally:
        os.kill(pid, signal.SIGCONT)
    expect(window.state).to_have_text(re.compile(r"^Saved \d\d:\d\d$"))
    sitting.rewrite(post, body="One. Two.")
    window.showing("One. Two.")
