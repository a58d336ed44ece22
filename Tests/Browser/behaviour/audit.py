"""An automated accessibility audit in every state that an author meets finds nothing."""

from pathlib import Path

import axe_playwright_python
from playwright.sync_api import expect
from scenario import check, scenario

AXE = (Path(axe_playwright_python.__file__).parent / "axe.min.js").read_text()
# The rules of WCAG 2.2 A and AA, plus best practices. The preview's frame runs no script, so the audit cannot enter it:
# its document is audited separately, below.
OPTIONS = """{ iframes: false, resultTypes: ["violations"],
  runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"] }"""


def audit(page, what):
    page.evaluate(AXE)
    # Elements in transition are half transparent: the audit waits until they have settled.
    page.wait_for_function("() => document.getAnimations().every(one => one.playState !== 'running')")
    result = page.evaluate(f"axe.run(document, {OPTIONS})")
    found = [f"{one['id']} ({one['impact']}): {one['help']}\n        " + "\n        ".join(
        f"{node['html'][:160]}  {node['failureSummary'].splitlines()[-1].strip()}" for node in one["nodes"][:4])
        for one in result["violations"]]
    check(not found, f"{what}:\n      " + "\n      ".join(found))


TEXT = """# Tides

Some *words*, a [link](https://example.org) and `code`.

- one
- two

> A quote

| a | b |
|---|---|
| 1 | 2 |
"""


def written(sitting, **options):
    return sitting.window(sitting.write(TEXT, title="Tides and bread", tags=["sea", "bread"]), **options).settled()


@scenario("audit: a new, empty desk")
def empty(sitting):
    audit(sitting.window().settled().page, "The empty desk")


@scenario("audit: the command palette, with all keys, with findings and without any")
def palette(sitting):
    for options in ({}, {"size": (390, 844), "color_scheme": "dark"}):
        window = written(sitting, **options)
        window.press("F1")
        audit(window.page, "All keys")
        window.press("Escape", "Control+Shift+P")
        expect(window.page.get_by_role("group", name="Posts", exact=True)).to_be_visible()
        audit(window.page, "Nothing typed")
        window.keys.type("tid")
        expect(window.page.get_by_role("option", name="Tides and bread").first).to_be_visible()
        audit(window.page, "Posts, commands and settings")
        window.keys.type("xyz")
        expect(window.page.locator(".palette-none")).to_be_visible()
        audit(window.page, "Nothing found")


@scenario("audit: writing, with title, date and tags, and a target's preview")
def writing(sitting):
    window = written(sitting)
    window.type("More. ")
    window.saved()
    audit(window.page, "Writing")
    window.page.locator("#preview-tab-hook").click()
    expect(window.page.locator("payload-view details")).to_be_visible()
    window.page.locator("payload-view summary").click()
    audit(window.page, "A target's preview")


@scenario("audit: the same in the dark")
def dark(sitting):
    window = written(sitting, color_scheme="dark")
    window.open("queue")
    audit(window.page, "In the dark")


@scenario("audit: the preview's own document, light and dark")
def preview(sitting):
    for scheme in ("light", "dark"):
        window = written(sitting, color_scheme=scheme)
        expect(window.page.frame_locator("page-view iframe").locator("h1", has_text="Tides and")).to_be_visible()
        html = "<!doctype html>" + window.page.evaluate(
            "document.querySelector('page-view iframe').contentDocument.documentElement.outerHTML")
        page = sitting.browser(signed_in=True, color_scheme=scheme, bypass_csp=True).new_page()
        page.route("**/composer/preview-copy", lambda route: route.fulfill(body=html, content_type="text/html"))
        page.goto(sitting.address + "/composer/preview-copy")
        page.evaluate(AXE)
        found = page.evaluate("""axe.run(document, { runOnly: ["wcag2a", "wcag2aa"] })""")["violations"]
        check(not found, f"{scheme}: {[(one['id'], [node['html'] for node in one['nodes']]) for one in found]}")


@scenario("audit: the publish dialog, and deliveries under way")
def publishing(sitting):
    window = written(sitting)
    window.page.locator("publish-button .publish").click()
    expect(window.button("Publish now")).to_be_visible()
    audit(window.page, "The sheet")
    window.button("Publish now").click()
    expect(window.button("Undo")).to_be_visible()
    window.open("queue")
    audit(window.page, "On its way")


@scenario("audit: the Move menu, and the toolbar's menu of panels")
def menus(sitting):
    window = written(sitting)
    window.button("Move Date…").click()
    expect(window.page.locator("panel-layer command-menu:not([aria-busy])")).to_be_visible()
    audit(window.page, "The Move menu")
    window.press("Escape")
    window.page.locator(".panels-button").click()
    expect(window.page.locator("panels-menu command-menu")).to_be_visible()
    audit(window.page, "The menu of panels")


@scenario("audit: panels that float, Meta among them")
def floating(sitting):
    window = written(sitting)
    window.command("collapse", panel="tags")
    window.command("float", panel="date", frame={"x": 440, "y": 220, "width": 300, "height": 420})
    window.open("meta", "targets")
    audit(window.page, "Floating panels")


@scenario("audit: the index of posts and the targets")
def index(sitting):
    for number in range(5):
        sitting.write(f"Body {number}", title=f"Post {number}", tags=["sea"])
    window = written(sitting)
    window.open("posts", "targets")
    audit(window.page, "The index")


@scenario("audit: a phone with nothing open, with the list, and with one panel")
def phone(sitting):
    window = written(sitting, size=(390, 844), has_touch=True, is_mobile=True)
    audit(window.page, "Nothing open")
    bar = window.page.locator("meta-bar")
    for name, panel in (("All panels", "meta"), ("Date", "date"), ("Preview", "preview")):
        bar.get_by_role("button", name=name, exact=True).tap()
        sitting.until(lambda: list(window.frames) == [panel], f"{panel} is open")
        window.settled()
        audit(window.page, name)


@scenario("audit: two conflicting texts, a deleted post, an unreachable daemon", own="stops the daemon")
def trouble(sitting):
    from behaviour.saving import in_conflict
    window = in_conflict(sitting)
    audit(window.page, "A conflict")
    window.button("Keep this").click()
    window.saved()
    sitting.galley("post", "delete", sitting.only_post()["id"])
    expect(window.page.locator(".deleted-bar")).to_be_visible()
    audit(window.page, "A deleted post")
    sitting.crash()
    window.type("more")
    window.bar("date").focus()
    window.press("Alt+Shift+ArrowDown")
    expect(window.notice("The daemon is away")).to_be_visible()
    audit(window.page, "The daemon away")
    sitting.daemon.start()


@scenario("audit: the page for visitors who are not signed in")
def signed_out(sitting):
    sitting.expect("status of 401")
    page = sitting.browser(signed_in=False, bypass_csp=True).new_page()
    page.goto(sitting.address)
    expect(page.locator("body")).to_contain_text("galley open")
    audit(page, "Not signed in")
