"""What the readers of each target see, beside what is sent."""

from behaviour.audit import audit
from picture import png
from playwright.sync_api import expect
from scenario import check, same, scenario

TARGETS = """
[[target]]
name = "sky"
kind = "bluesky"
account = "ada.example.com"
url = "https://pds.example.net"
credential = "hook-secret"
after = "site"
rehearsal = true
[[target]]
name = "fediverse"
kind = "mastodon"
url = "https://social.example.net"
credential = "hook-secret"
after = "site"
rehearsal = true
[[target]]
name = "press"
kind = "wordpress"
url = "https://press.example.net"
username = "ada"
credential = "hook-secret"
rehearsal = true
"""

HEIGHT = "() => document.querySelector('readers-view iframe:not(.is-coming)')?.offsetHeight ?? 0"


def shown(window, name):
    """The page of the target's readers."""
    window.page.locator(f"#preview-tab-{name}").click()
    page = window.page.frame_locator("readers-view iframe:not(.is-coming)")
    expect(page.locator(f'html[data-kind], .site-header').first).to_be_visible()
    return page


def write(sitting):
    picture = sitting.desk.add_picture(png(640, 400), alt="A boat")["id"]
    return sitting.write(f"Low *tide* costs 9x12 :)\n\n![](media:{picture})\n\nMore on [piers](https://example.org/p).\n",
                         title="Tides", summary="Of the sea", tags=["boats"])


@scenario("beside what is sent stands what readers of the site, of a blog and of social services see", targets=TARGETS)
def readers(sitting):
    window = sitting.window(write(sitting), size=(1600, 1000))
    site = shown(window, "site")
    expect(site.get_by_role("heading", name="Tides")).to_be_visible()
    check(site.locator("body").evaluate("body => getComputedStyle(body).fontFamily").startswith('"Iowan Old Style"'),
          "The page has not the theme's typeface.")
    same(site.locator("style").count(), 1, "The theme's style sheets in the page")
    picture = site.get_by_role("img", name="A boat")
    sitting.until(lambda: picture.evaluate("image => image.naturalWidth") == 640, "the picture is shown")
    press = shown(window, "press")
    expect(press.locator("p").first).to_have_text("Low tide costs 9×12 🙂")
    sky = shown(window, "sky")
    expect(sky.locator(".card")).to_contain_text("TidesOf the sea")
    expect(sky.locator(".card img")).to_be_visible()
    fediverse = shown(window, "fediverse")
    expect(fediverse.get_by_role("img", name="A boat")).to_be_visible()
    expect(fediverse.locator(".link")).to_have_text(["#boats"])
    audit(window.page, "What the readers of a service see")
    # What changes is shown after the save, and nothing scrolls.
    shown(window, "press")
    pane = window.page.locator("payload-view")
    window.page.locator(".payload-sent > summary").click()
    pane.evaluate("pane => pane.scrollTo(0, 40)")
    top = pane.evaluate("pane => pane.scrollTop")
    check(top > 0, "The preview does not scroll.")
    window.caret(0)
    window.type("Very ")
    expect(press.locator("p").first).to_contain_text("Very Low tide")
    expect(window.page.locator(".payload-sent")).to_contain_text("Very Low <em>tide</em>")
    same(pane.evaluate("pane => pane.scrollTop"), top, "The place in the preview")
    window.page.locator("#preview-tab-hook").click()
    expect(window.page.locator("readers-view")).to_be_hidden()
    site = shown(window, "site")
    sitting.until(lambda: window.page.evaluate(HEIGHT) > 700, "the frame is as high as the page")
    window.area.fill("Short.")
    sitting.until(lambda: 0 < window.page.evaluate(HEIGHT) < 700, "the frame of a shorter text is lower")
    # The page shows more than what is sent as its text.
    window.page.locator("tags-panel input").fill("shells,")
    expect(site.locator(".tags")).to_contain_text("shells")
    # A frame that has moved has loaded again, and follows no link either.
    window.command("pin", panel="preview", side="right")
    window.placed("preview", "pinned right").settled()
    site.get_by_role("link", name="Archive").click()
    expect(site.get_by_role("heading", name="Tides")).to_be_visible()
