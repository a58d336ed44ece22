"""From “Publish” to the result, in words."""

import re
import time
from datetime import datetime, timedelta, timezone
from email.utils import format_datetime
from zoneinfo import ZoneInfo

from fake import Fake
from playwright.sync_api import expect
from scenario import check, same, scenario


def publish(window, name="Publish now"):
    window.page.locator("publish-button .publish").click()
    sheet = window.page.locator(".publish-dialog")
    expect(sheet).to_be_visible()
    sheet.get_by_role("button", name=name, exact=True).click()
    expect(sheet).to_be_hidden()


def head(window):
    return window.page.locator("publish-button .publish")


@scenario("“Publish” says when the post will be sent, and Undo within that time cancels it unsent")
def undo(sitting):
    window = sitting.window()
    window.type("To publish, or not")
    window.saved()
    publish(window)
    expect(head(window)).to_have_text(re.compile(r"^Sends in \d+ s$"))
    window.button("Undo").click()
    expect(head(window)).to_have_text("Publish")
    states = {one["state"] for one in sitting.desk.deliveries(sitting.only_post()["id"])}
    check(states <= {"cancelled", "superseded"}, f"The deliveries are {states}.")


@scenario("the seconds until sending count down")
def countdown(sitting):
    window = sitting.window()
    window.type("Soon")
    window.saved()
    publish(window)
    # The button says “Draft” until the answer is there.
    expect(head(window)).to_have_text(re.compile(r"\d"))
    first = int(re.search(r"\d+", head(window).inner_text())[0])
    sitting.until(lambda: int(re.search(r"\d+", head(window).inner_text())[0]) <= first - 2, "two seconds passed")


@scenario("a published post is sent once, the page follows its progress, and links to the result", undo="1s")
def published(sitting):
    window = sitting.window()
    window.open("queue")
    window.type("Read all about it")
    window.saved()
    publish(window)
    expect(head(window)).to_have_text("Published", timeout=15_000)
    rows = window.page.locator("queue-panel .queue-row")
    expect(rows).to_have_count(2)
    for number in range(2):
        expect(rows.nth(number)).to_have_attribute("data-state", "delivered")
    sitting.expect("favicon.ico")   # the site has none
    link = window.page.locator("queue-panel a:visible").first.get_attribute("href")
    page = window.page.context.new_page()
    page.goto(link)
    expect(page.locator("body")).to_contain_text("Read all about it")
    page.close()


@scenario("publishing first saves the latest typing", undo="0s")
def publishes_last_words(sitting):
    window = sitting.window()
    window.type("First")
    window.saved()
    window.keys.insert_text(" and last words")
    publish(window)
    expect(head(window)).to_have_text("Published", timeout=15_000)
    same(sitting.only_post()["body"], "First and last words", "What was published")


@scenario("a deselected target receives nothing", undo="0s")
def one_target(sitting):
    window = sitting.window()
    window.open("targets")
    window.type("For the hook alone")
    window.saved()
    window.page.locator("#target-site").click()
    expect(window.page.locator("#target-site")).not_to_be_checked()
    publish(window)
    expect(head(window)).to_have_text("Published", timeout=15_000)
    same([one["target"] for one in sitting.desk.deliveries(sitting.only_post()["id"])], ["hook"], "The targets")


@scenario("text for a single target reaches only that target", undo="0s")
def differently(sitting):
    window = sitting.window()
    window.open("targets")
    window.type("For everybody")
    summary = window.page.locator("#target-hook").locator("xpath=ancestor::li").locator("summary")
    expect(summary).to_have_accessible_name("Use another text there (hook)")
    summary.click()
    window.page.locator("#target-hook-text").fill("For the hook")
    window.saved()
    sitting.until(lambda: "For the hook" in str(sitting.only_post().get("overrides")), "it is saved")
    window.page.locator("#preview-tab-hook").click()
    expect(window.page.locator("payload-view")).to_contain_text("For the hook")


def set_date(window, year, month, day, time, zone="Europe/Lisbon"):
    window.unfold()
    page = window.page
    page.locator("#date-year").fill(str(year))
    page.locator("#date-month").select_option(str(month))
    page.locator("#date-day").fill(str(day))
    page.locator("#date-time").fill(time)
    page.locator("#date-zone").fill(zone)
    page.locator("#date-time").blur()


@scenario("the date takes one line until it is opened; what is wrong with it is said all the same")
def folded(sitting):
    window = sitting.window().settled()
    line, day = window.page.locator(".date-words"), window.page.locator("#date-day")
    expect(line).to_have_text("No date · sends when you publish")
    expect(day).to_be_hidden()
    low = next(one for one in window.arrangement["panels"] if one["id"] == "date")["frame"]["height"]
    check(low <= 100, f"The folded panel is {low} px high.")
    line.click()
    expect(day).to_be_visible()
    window.settled()
    high = next(one for one in window.arrangement["panels"] if one["id"] == "date")["frame"]["height"]
    check(high >= 300, f"The unfolded panel is {high} px high.")
    post = sitting.write("In the gap", date="2027-03-28T01:30", zone="Europe/Lisbon")
    later = sitting.window(post).settled()
    expect(later.page.locator(".date-words")).to_contain_text("Sunday")
    expect(later.page.locator("#date-day")).to_be_hidden()
    expect(later.page.locator("date-panel .note")).to_contain_text("01:30 does not exist on ")
    later.command("close", panel="date")
    sitting.until(lambda: "date" not in later.frames, "the panel is closed")
    later.open("date")
    expect(later.page.locator(".date-words")).to_contain_text("28 March 2027")


@scenario("a time that does not exist on its day says so, and which time is used instead")
def gap(sitting):
    window = sitting.window()
    window.type("In the gap")
    set_date(window, 2027, 3, 28, "01:30")
    expect(window.page.locator("date-panel .note")).to_contain_text("01:30 does not exist on ")
    window.saved()
    same(sitting.only_post()["date"]["local"][:16], "2027-03-28T01:30", "The time that was meant")


@scenario("a mistyped zone is corrected without losing the time that was typed with it")
def zone_corrected(sitting):
    sitting.expect(r"status of 422 .*/v1/posts/")
    post = sitting.write("Later", date="2027-06-01T10:00", zone="Europe/Lisbon")
    window = sitting.window(post).settled()
    set_date(window, 2027, 6, 1, "18:00", zone="Tokyo")
    note = window.page.locator("date-panel .note")
    expect(note).to_contain_text("Tokyo")
    set_date(window, 2027, 6, 1, "18:00", zone="Asia/Tokyo")
    sitting.until(lambda: sitting.desk.post(post["id"])["date"]["zone"] == "Asia/Tokyo", "the zone is saved")
    same(sitting.desk.post(post["id"])["date"]["local"][:16], "2027-06-01T18:00", "The time")
    expect(note).not_to_contain_text("Tokyo")


@scenario("a date that no calendar has is not shown as another one, and cannot be scheduled")
def no_such_date(sitting):
    sitting.expect("status of 422")  # if it is saved before the next date is there
    window = sitting.window(sitting.write("Never", date="2027-02-28T10:00", zone="Europe/Lisbon")).settled()
    set_date(window, 2027, 2, 31, "10:00")
    expect(window.page.locator(".date-words")).to_have_text("There is no such date")
    window.page.locator("publish-button .publish").click()
    expect(window.page.locator(".publish-moment")).to_contain_text("There is no such date or time zone.")
    expect(window.button("Schedule")).to_be_disabled()
    expect(window.button("Publish now instead")).to_be_enabled()
    window.press("Escape")
    set_date(window, 2027, 2, 27, "10:00")
    window.page.locator("publish-button .publish").click()
    expect(window.page.locator(".publish-moment")).to_contain_text("27 February 2027")
    expect(window.button("Schedule")).to_be_enabled()


@scenario("without a time to undo, the sheet says that the post leaves at once", undo="0s")
def no_undo(sitting):
    window = sitting.window(sitting.write("Now")).settled()
    window.page.locator("publish-button .publish").click()
    expect(window.page.locator(".publish-moment")).to_have_text("It leaves as soon as you publish.")


@scenario("a time that occurs twice on its day says so")
def twice(sitting):
    window = sitting.window()
    window.type("Twice")
    set_date(window, 2027, 10, 31, "01:30")
    expect(window.page.locator("date-panel .note")).to_contain_text("01:30 happens twice on ")


@scenario("a future date schedules, the queue shows the time, and the delivery can be cancelled or sent now")
def schedule(sitting):
    window = sitting.window()
    window.open("queue")
    window.type("Later")
    day = datetime.now() + timedelta(days=40)
    set_date(window, day.year, day.month, day.day, "09:30")
    window.saved()
    publish(window, "Schedule")
    expect(head(window)).to_have_text(re.compile("^Scheduled .*09:30"))
    row = window.page.locator("queue-panel [data-title='To come'] .queue-row").first
    expect(row).to_contain_text("09:30")
    same(sitting.only_post()["state"], "scheduled", "The post's state")
    window.press("Control+Shift+Enter")
    expect(window.button("Publish now instead")).to_be_focused()
    # Unticking it would change nothing.
    expect(window.page.locator(".publish-row[data-target=site]").get_by_role("checkbox")).to_be_disabled()
    window.button("Take back").click()
    expect(head(window)).to_have_text("Publish")
    sitting.until(lambda: sitting.only_post()["state"] != "scheduled", "it is taken back")
    publish(window, "Schedule")
    expect(head(window)).to_have_text(re.compile("^Scheduled .*09:30"))
    publish(window, "Publish now instead")
    expect(head(window)).to_contain_text("Sends in")


@scenario("a date is chosen with the calendar and its buttons, and removed again")
def calendar(sitting):
    window = sitting.window()
    window.type("Some day")
    window.unfold()
    window.page.locator("#date-time").scroll_into_view_if_needed()
    grid = window.page.locator(".calendar")
    # Four weeks, and then six: what is below does not move.
    set_date(window, 2027, 2, 1, "08:00")
    height = grid.bounding_box()["height"]
    set_date(window, 2027, 5, 1, "08:00")
    same(grid.bounding_box()["height"], height, "The height of the calendar")
    day = window.page.locator(".calendar-day[data-day='17']")
    expect(day).to_have_accessible_name(re.compile("^Monday.*17 May 2027$"))
    day.click()
    window.saved()
    sitting.until(lambda: (sitting.only_post().get("date") or {}).get("local", "")[:16] == "2027-05-17T08:00",
                  "the calendar's day is saved")
    window.button("Tomorrow").click()
    wanted = (datetime.now() + timedelta(days=1)).strftime("%Y-%m-%d")
    sitting.until(lambda: (sitting.only_post().get("date") or {}).get("local", "")[:10] == wanted, "tomorrow is saved")
    window.button("No date").click()
    sitting.until(lambda: not sitting.only_post().get("date"), "the date is gone")


@scenario("“Today” and “Monday” are days of the date's zone, wherever the browser is, and not in the past")
def days_of_the_zone(sitting):
    sitting.expect("Blocked script execution")  # of the test's clock, in the preview's frame
    window = sitting.window(timezone_id="Asia/Tokyo")
    answered = {}

    def at_that_time(route):
        answer = route.fetch()
        route.fulfill(response=answer, headers=answer.headers | answered)
    window.page.route(re.compile("/v1/(?!events)"), at_that_time)
    window.type("Some day")
    window.saved()
    # Monday in Lisbon, and already Tuesday in Tokyo.
    for now, button, wanted in (("2027-03-01T20:30Z", "Today", "2027-03-01T21:00"),
                                ("2027-03-01T23:30Z", "Today", "2027-03-01T23:59"),
                                ("2027-03-01T20:30Z", "Monday", "2027-03-08T23:59"),
                                ("2027-02-28T20:30Z", "Monday", "2027-03-01T23:59")):
        answered["date"] = format_datetime(datetime.fromisoformat(now).astimezone(timezone.utc), usegmt=True)
        window.page.clock.set_fixed_time(now)
        # No answer of the time before reaches the new page.
        window.reload().showing("Some day").unfold()
        window.button(button).click()
        sitting.until(lambda: (sitting.only_post().get("date") or {}).get("local", "")[:16] == wanted,
                      lambda: f"the date is {wanted}; it is {sitting.only_post().get('date')}")


@scenario("a browser whose clock is two hours ahead goes by the daemon's: what is due in an hour is scheduled")
def clock_ahead(sitting):
    sitting.expect("Blocked script execution")
    context = sitting.browser()
    context.clock.install(time=datetime.now() + timedelta(hours=2))
    window = sitting.window(context=context)
    check(window.page.evaluate("Date.now()") / 1000 > time.time() + 7000, "The browser's clock is not ahead.")
    window.type("In an hour")
    window.saved()
    expect(window.state).to_have_text(f"Saved {_here(0):%H:%M}")
    due = _here(60)
    set_date(window, due.year, due.month, due.day, f"{due:%H:%M}")
    window.saved()
    head(window).click()
    sheet = window.page.locator(".publish-dialog")
    same(sheet.locator(".publish-actions button").first.inner_text(), "Schedule", "The first button")
    sheet.get_by_role("button", name="Schedule", exact=True).click()
    day = "" if due.date() == _here(0).date() else "tomorrow, "
    expect(head(window)).to_have_text(f"Scheduled {day}{due:%H:%M}")
    states = {one["state"] for one in sitting.desk.deliveries(sitting.only_post()["id"])}
    same(states, {"scheduled"}, "The states of the deliveries")


@scenario("a browser whose clock is two hours slow counts the seconds until the sending as the daemon does")
def clock_behind(sitting):
    sitting.expect("Blocked script execution")
    context = sitting.browser()
    context.clock.install(time=datetime.now() - timedelta(hours=2))
    window = sitting.window(context=context)
    window.type("Soon")
    window.saved()
    publish(window)
    expect(head(window)).to_have_text(re.compile(r"^Sends in (2\d|30) s$"))


def _here(minutes):
    """The time so many minutes from now by a clock in Lisbon, where the desk and its browser are."""
    return datetime.now(ZoneInfo("Europe/Lisbon")) + timedelta(minutes=minutes)


@scenario("a delivery with an unknown result stands out, with its three choices", undo="0s", own="changes the settings")
def uncertain(sitting):
    with Fake("webhook", "--keys", "ignores") as fake:
        sitting.daemon.write_settings(_with_target(sitting, f"""
[[target]]
name = "blind"
kind = "webhook"
url = "{fake.url}/hook"
id_pointer = "/id"
url_pointer = "/url"
settle = "1s"
"""))
        sitting.daemon.terminate(20)
        sitting.daemon.start()
        fake.script({"on": {"method": "POST", "path": "/hook"}, "fault": "drop_after_commit", "how": "close"})
        window = sitting.window()
        window.open("queue")
        post = sitting.write("Did it arrive?")
        sitting.desk.publish(post["id"], ["blind"])
        row = window.page.locator("queue-panel [data-title='Needs you'] .queue-row")
        expect(row).to_contain_text("It may be there, or not", timeout=20_000)
        same(row.locator("button").all_inner_texts(), ["It is there", "Send it again", "Leave it"], "The ways to go on")
        row.get_by_label("Its address there").fill("https://example.org/there")
        row.get_by_role("button", name="It is there").click()
        expect(window.page.locator("queue-panel [data-title='Lately'] .queue-row")).to_have_attribute(
            "data-state", "delivered")
        link = window.page.locator("queue-panel [data-title='Lately']").get_by_role("link", name="See it there")
        expect(link).to_have_attribute("href", "https://example.org/there")


def _with_target(sitting, table):
    return (sitting.daemon.folder / "config/galley/galley.toml").read_text() + table


@scenario("the sheet lists what a target will not get before sending, and why an empty post cannot be published")
def before_the_press(sitting):
    window = sitting.window()
    window.page.locator("publish-button .publish").click()
    sheet = window.page.locator(".publish-dialog")
    expect(sheet).to_contain_text("There is nothing to publish yet: the post is empty.")
    go = sheet.get_by_role("button", name="Publish now", exact=True)
    expect(go).to_be_disabled()
    expect(go).to_have_accessible_description("There is nothing to publish yet: the post is empty.")
    window.press("Escape")

    def lose(route):
        answer = route.fetch()
        route.fulfill(response=answer, json=answer.json() | {"losses": ["Only the beginning of the text is sent."]})
    window.page.route("**/preview?target=hook&*", lose)
    window.type("A text that is too long for it")
    window.saved()
    window.page.locator("publish-button .publish").click()
    expect(sheet.get_by_role("checkbox", name="hook")).to_have_accessible_description(
        "Only the beginning of the text is sent.")
    same(sheet.locator(".publish-row .publish-notes").count(), 1, "The number of targets with something to know")
    same(sitting.desk.deliveries(sitting.only_post()["id"]), [], "What is on its way")


FEDIVERSE = """
[[target]]
name = "fediverse"
kind = "mastodon"
url = "https://social.example.net"
credential = "hook-secret"
after = "site"
rehearsal = true
"""


@scenario("the sheet shows what will stand at each target, and the text for one target is changed there",
          targets=FEDIVERSE)
def what_will_stand(sitting):
    window = sitting.window()
    window.type("The tide was out.\n\nSee [the boats](boats.md).")
    window.saved()
    window.page.locator("publish-button .publish").click()
    site, social = (window.page.locator(f".publish-row[data-target={name}]") for name in ("site", "fediverse"))
    expect(site.locator(".publish-excerpt")).to_contain_text("The tide was out.")
    expect(site).to_contain_text("/sites/site/")
    # The webhook gets the same page, so both share the note.
    for name in ("site", "hook"):
        expect(window.page.locator(f".publish-row[data-target={name}]").get_by_role("checkbox")).to_have_accessible_description(
            re.compile("The link “boats.md” in line 3 leads to no page there. Give its whole address.$"))
    expect(social).to_contain_text("of 500 characters")
    expect(social).to_contain_text("It leaves when “site” has the post")
    social.locator("summary").click()
    social.get_by_label("Text", exact=True).fill("For the fediverse alone")
    expect(social.locator(".publish-excerpt")).to_have_text("For the fediverse alone")
    expect(social.get_by_label("Text", exact=True)).to_be_focused()
    site.get_by_role("checkbox").uncheck()
    expect(site.locator(".publish-excerpt")).to_be_hidden()
    expect(social).not_to_contain_text("It leaves when")
    same(sitting.desk.deliveries(sitting.only_post()["id"]), [], "What is on its way")
    # No notice repeats what the sheet has said.
    expect(window.page.locator(".publish-row[data-target=hook] .publish-notes")).to_contain_text("leads to no page there")
    window.button("Publish now").click()
    expect(head(window)).to_contain_text("Sends in")
    expect(window.notice("leads to no page there")).to_have_count(0)


@scenario("the sheet sends to each target at its next free slot, which another post may take meanwhile",
          targets=FEDIVERSE + 'slots = ["daily 09:00"]\n')
def next_slots(sitting):
    slots = [slot["date"]["instant"] for slot in sitting.desk.call("GET", "/v1/slots")["items"]]
    first = sitting.write("The first")
    window, second = (sitting.window(post).settled() for post in (first, sitting.write("The second")))
    for one in (window, second):
        one.page.locator("publish-button .publish").click()
        for row in one.page.locator(".publish-row").all():
            expect(row).to_contain_text("At the next slots: ")
    preview = second.page.locator(".publish-preview").last
    promised = preview.inner_text()
    window.button("At the next slots").click()
    expect(head(window)).to_contain_text("Scheduled")
    dues = {one["target"]: one["dueAt"] for one in sitting.desk.deliveries(first["id"]) if one["state"] == "scheduled"}
    same(dues, {name: slots[0] for name in ("site", "hook", "fediverse")}, "When it is due")
    expect(preview).not_to_have_text(promised)
    window.page.locator("publish-button .publish").click()
    for row in window.page.locator(".publish-row").all():
        expect(row).to_contain_text("Sends ")


@scenario("at the next slots goes only where the post is not scheduled, and then no slot is offered as the post's date",
          targets=FEDIVERSE + 'slots = ["daily 09:00"]\n')
def further_slots(sitting):
    post = sitting.write("Words")
    sitting.desk.publish(post["id"], ["site", "hook"], at="+5d")
    window = sitting.window(post).settled()
    window.open("date").unfold()
    offer = window.page.locator("date-panel").get_by_role("button", name="Next free slot")
    expect(offer).to_be_visible()
    head(window).click()
    expect(window.page.locator(".publish-row[data-target=fediverse]")).to_contain_text("At the next slots: ")
    with window.page.expect_request("**/publication") as request:
        window.button("At the next slots").click()
    same(request.value.post_data_json, {"to": ["fediverse"], "at": "next slot"}, "The request")
    # The fediverse gets the post after its date, and would get it as much after another date.
    expect(offer).to_be_hidden()


@scenario("the Date panel offers the next free slot, and names its zone if it is another one",
          targets=FEDIVERSE + 'slots = ["daily 09:00, Asia/Tokyo"]\n')
def offered_slot(sitting):
    slots = [slot["date"]["local"] for slot in sitting.desk.call("GET", "/v1/slots")["items"]]
    sitting.desk.publish(sitting.write("The first")["id"], None, at="next slot")
    window = sitting.window(sitting.write("The second")).settled()
    window.open("date").unfold()
    offer = window.page.locator("date-panel").get_by_role("button", name="Next free slot")
    expect(offer).to_contain_text("09:00, Asia/Tokyo")
    offer.click()
    expect(offer).not_to_contain_text("Asia/Tokyo")
    for name, value in (("time", "09:00"), ("day", str(int(slots[1][8:10]))), ("zone", "Asia/Tokyo")):
        expect(window.page.locator(f"#date-{name}")).to_have_value(value)


@scenario("in the sheet a long address wraps, and a long tag leaves room for its button")
def long_words(sitting):
    word = "Donaudampfschifffahrtsgesellschaftskapitän" * 2
    post = sitting.write("Words", title=word, tags=[word])
    window = sitting.window(post).settled()
    same(window.page.locator(".chip-remove").bounding_box()["width"], 28, "The width of the button")
    window.page.locator("publish-button .publish").click()
    site = window.page.locator(".publish-row[data-target=site]")
    expect(site).to_contain_text("/sites/site/")
    check(site.evaluate("row => row.scrollWidth <= row.clientWidth"), "The row is wider than the sheet.")


@scenario("a target that no check has found well shows the command that signs in there",
          targets=FEDIVERSE.replace("rehearsal = true\n", "").replace("https://social.example.net", "http://127.0.0.1:9"))
def signs_in(sitting):
    window = sitting.window()
    window.open("targets")
    social = window.page.locator("li.target", has=window.page.locator("#target-fediverse"))
    # The daemon looks at a target of the fediverse when it starts.
    expect(social.locator(".target-health")).to_have_text(re.compile(r"127\.0\.0\.1.* Checked "))
    expect(social.locator(".target-login")).to_have_text(
        "To sign in there, type in a terminal: galley target login fediverse")
    site = window.page.locator("li.target", has=window.page.locator("#target-site"))
    expect(site.locator(".target-login")).to_be_hidden()


@scenario("the sheet shows the time by the clock of the post and by that of the browser")
def both_clocks(sitting):
    window = sitting.window(timezone_id="Asia/Tokyo")
    window.type("Later")
    set_date(window, 2031, 5, 6, "09:30")
    window.saved()
    window.page.locator("publish-button .publish").click()
    moment = window.page.locator(".publish-moment")
    expect(moment).to_contain_text("6 May 2031, 09:30, Europe/Lisbon")
    expect(moment).to_contain_text("17:30 where you are")


@scenario("a scheduled post's row shows its sending time; after an undeletion, the page says what was restored")
def row_says_when(sitting):
    post = sitting.write("For later", title="Later")
    sitting.galley("publish", post["id"], "--at", "2031-05-06T09:30")
    window = sitting.window(post)
    window.open("posts")
    row = window.page.locator(".post-row .post-state")
    expect(row).to_have_text(re.compile(r"^Scheduled · sends .*6 May 2031.*09:30"))
    window.page.locator(".post-delete").click()
    window.notice("is deleted").get_by_role("button", name="Undo").click()
    expect(window.notice("“Later” is back.")).to_be_visible()
    back = window.notice("“Later” is back.").inner_text()
    states = {one["target"]: one["state"] for one in sitting.desk.deliveries(post["id"]) if one["kind"] == "create"}
    for target, state in states.items():
        wanted = "no longer on its way to" if state == "cancelled" else "It will be sent to"
        check(wanted in back and target in back, f"{target} is {state}, and the page says: {back}")


@scenario("on a phone the text does not move on the first save, on publishing and on undoing it")
def still(sitting):
    window = sitting.window(size=(390, 844), has_touch=True).settled()
    top = window.area.bounding_box()["y"]
    window.type("Words")
    window.saved().settled()
    same(window.area.bounding_box()["y"], top, "The top of the text once it is saved")
    window.page.locator("publish-button .publish").click()
    window.button("Publish now").click()
    undo = window.page.locator(".undo-publication")
    expect(undo).to_be_visible()
    same(window.area.bounding_box()["y"], top, "The top of the text once it is published")
    undo.click()
    expect(undo).to_be_hidden()
    window.saved()
    same(window.area.bounding_box()["y"], top, "The top of the text once that is undone")
