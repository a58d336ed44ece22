"""One kind of target meets every row of the conformance suite."""

import json
import time

import judge
from loopback import wait_until
from rows import CHANGES, EXPIRED, LONG, PICTURES, ROWS, UNICODE, expected

# A wait up to this long is the subject of a row; a longer one is a backoff that the author need not wait for.
PATIENT_SECONDS = 1.5
LANDING_SECONDS = 40


class Trial:
    """`results` are (title, what went wrong), in which nothing wrong is an empty list."""

    def __init__(self, scene, place):
        self.scene, self.place, self.kind = scene, place, place.kind
        self.results = []
        self._hurried = {}

    def run(self):
        """Everything but the kills. Rows that cannot disturb each other run at the same time."""
        rows = [row for row in ROWS if self.place.fake is not None or not row.needs_service]
        rows = [row for row in rows if self.kind.tells_time or not row.skew]
        # Most look-ups come first: where a server tells no time, its list has to show every post of the last minutes.
        self.check([row for row in rows if not row.is_alone])
        for row in rows:
            if row.is_alone:
                self.alone(row)
        if self.kind.expire:
            self.place.fake.set(**self.kind.expire)
            self.check([EXPIRED])
        if self.place.fake is not None:
            self.away()
        self.changes()
        if self.kind.uploading:
            self.pictures()

    def judge(self, title, problems):
        self.results.append((title, problems))

    # Creating

    def check(self, rows):
        posts = [(row, self.send(row)) for row in rows]
        for row, post in posts:
            self.judge(row.title, self.problems(row, post))

    def alone(self, row):
        if row.skew:
            self.place.fake.skew(row.skew)
        self.check([row])
        if row.look_up:   # what has nothing to ask did not meet it
            self.place.fake.clear()
        if row.skew:
            self.place.fake.skew(0)

    def send(self, row):
        post = self.compose(row.writes)
        if row.rule:
            on = {"method": "POST", "path": self.place.posting}
            if row.rule["fault"] != "drop_before_reading":   # that one cannot see the body
                on["contains"] = post.marker
            self.place.fake.script({"on": on, **row.rule})
        if row.look_up:
            self.place.fake.script({"on": {"method": "GET"}, "times": 2, **row.look_up})
        self.publish(post)
        return post

    def compose(self, writes=""):
        """A post that fits everywhere, with `writes` behind it. The page of a site is found by its title."""
        post = self.scene.compose(titled=False)
        if self.place.fake is None:
            post.draft["title"] = f"{post.marker} first"
        post.draft["body"] += f"\n{writes}\n" if writes else ""
        return post

    def publish(self, post):
        self.scene.make(post)
        self.scene.publish(post, [self.place.name])

    def problems(self, row, post):
        """What a post of this row did otherwise than its kind has to."""
        found, wanted = [], expected(row, self.kind)
        delivery = self.landed(post)
        state, copies = word(delivery), self.place.holds(post.marker)
        if state != wanted:
            found.append(f"it is {judge.state_words(delivery)} instead of {wanted}")
        allowed = {"delivered": (1,), "uncertain": (0, 1)}.get(state, (0,))
        if len(copies) not in allowed:
            found.append(f"it is {state}, and there are {len(copies)} copies")
        if row.meaning == "refused" and state != "delivered" and str(row.rule["status"]) not in (delivery["reason"] or ""):
            found.append(f"the reason does not name the status: {delivery['reason']}")
        if row.meaning == "wait" and self.pause(post) < row.rule["seconds"] - 0.1:
            found.append(f"the service asked for a pause of {row.rule['seconds']} s and got {self.pause(post):.2f} s")
        found += self.missing(row, copies)
        if state == "uncertain" and self.scene.ask(delivery["id"], "retry"):
            found.append("“retry” sent what may be there")
        if state.startswith(("failed", "blocked")):
            self.scene.ask(delivery["id"], "retry")
            found += self.until_delivered(post)
        return found

    def missing(self, row, copies):
        """Which characters a copy has lost."""
        whole = UNICODE if row.writes == UNICODE else LONG if row.writes == LONG and self.kind.takes_all else ""
        text = ""
        if copies and whole:   # `str` would escape a joiner between two signs
            is_page = isinstance(copies[0], str)
            text = judge.words_of(copies[0]) if is_page else json.dumps(copies[0], ensure_ascii=False)
        lost = [part for part in whole.split() if part not in text] if copies else []
        return [f"the copy lacks {' '.join(lost[:3])}"] if lost else []

    def pause(self, post):
        """Seconds between the first answer that asked to wait and the next request."""
        asked = {entry["request"]: entry for entry in self.place.posts_with(post.marker)}
        answers = [entry for entry in self.place.entries("answer") if entry["request"] in asked]
        first = next((entry["at"] for entry in answers if entry["status"] == 429), None)
        later = [entry["at"] for entry in asked.values() if first and entry["at"] > first]
        return min(later) - first if later else 0

    def away(self):
        """The service is not there, and then connections hang: nothing was sent, so any class goes on by itself."""
        for title, leave, come in (("refused connections", "away", "back"),
                                   ("connections that hang", "stall", "accept")):
            getattr(self.place.fake, leave)()
            post = self.compose()
            self.publish(post)
            self.scene.until_state(post, self.place, "retrying")
            found = ["it was sent to a service that is away"] if self.place.requests(post.marker) else []
            getattr(self.place.fake, come)()
            self.judge(title, found + self.until_delivered(post))

    # Changing

    def changes(self):
        posts = []
        for title, rule in CHANGES if self.place.fake is not None else CHANGES[:1]:
            post = self.compose()
            self.publish(post)
            posts.append((title, rule, post))
        for _, _, post in posts:
            self.until_delivered(post)
        if self.kind.edit or self.place.fake is None:
            for title, rule, post in posts:
                self.edit(rule, post)
            for title, _, post in posts:
                self.judge(f"an edit, {title}", self.until_changed(post, "edit"))
        if self.kind.edit and self.kind.audiences:
            self.judge("an edit of a private post", self.private())
        if self.kind.delete or self.place.fake is None:
            for title, rule, post in posts:
                self.judge(f"a deletion, {title}", self.delete(rule, post))

    def private(self):
        """An edit reaches a private post and leaves it private, or is not sent."""
        post = self.compose()
        post.audience = "private"
        post.draft["overrides"] = {self.place.name: {"visibility": "private"}}
        self.publish(post)
        found = self.until_delivered(post)
        self.edit(None, post)
        if self.kind.publishes_edits:
            post.last_word = None
            wait_until(lambda: any(word(row) == "blocked(target)" for row in self.rows(post)), LANDING_SECONDS,
                       "the edit being held back")
            self.scene.ask(self.rows(post)[-1]["id"], "cancel")
        else:
            found += self.until_changed(post, "edit")
        return found + [f"it is {copy['visibility']}" for copy in self.place.holds(post.marker)
                        if copy["visibility"] != "private"]

    def edit(self, rule, post):
        if rule:
            on = {"method": self.kind.edit, "path": self.place.editing, "contains": f"{post.marker} second"}
            self.place.fake.script({"on": on, **rule})
        draft = {"body": post.draft["body"].replace(" first", " second")}
        draft |= {name: post.draft[name] for name in ("title", "overrides") if name in post.draft}
        self.scene.edit(post, draft)
        post.last_word = "second"

    def delete(self, rule, post):
        if rule:
            method, path = self.kind.delete
            self.place.fake.script({"on": {"method": method, "path": path}, **rule})
        self.scene.take_back(post)
        found = self.until_changed(post, "delete")
        return found + [f"{len(self.place.holds(post.marker))} copies are left"] * bool(self.place.holds(post.marker))

    def until_changed(self, post, change):
        """Waits for an edit or deletion; a site has none, because it always shows what is stored."""
        if self.place.fake is None:
            return self.until_shown(post, change)
        try:
            wait_until(lambda: self.is_done(post, change), LANDING_SECONDS, f"the {change}")
        except TimeoutError:
            rows = [row for row in self.rows(post) if row["kind"] == change]
            return [f"it is {judge.state_words(rows[-1]) if rows else 'not there'}"]
        copies = self.place.holds(post.marker)
        if change == "edit" and [post.last_word in judge.words_of(copy) for copy in copies] != [True]:
            return [f"there are {len(copies)} copies, or not with the new text"]
        return []

    def until_shown(self, post, change):
        def is_shown():
            copies = self.place.holds(post.marker)
            return not copies if change == "delete" else copies and post.last_word in judge.words_of(copies[0])
        try:
            wait_until(is_shown, LANDING_SECONDS, f"the {change}")
        except TimeoutError as error:
            return [str(error)]
        return []

    def is_done(self, post, change):
        row = next((row for row in reversed(self.rows(post)) if row["kind"] == change), None)
        if row is not None and row["state"] != "delivered":
            self.hurry(row)
        return row is not None and row["state"] == "delivered"

    # Pictures

    def pictures(self):
        for title, rule, wanted in PICTURES:
            post = self.compose()
            self.scene.illustrate(post, "first", post.draft, self.scene.colours(1))
            if rule:
                self.place.fake.script({"on": {"method": "POST", "path": self.kind.uploading}, **rule})
            self.publish(post)
            found = []
            if wanted != "delivered":
                delivery = self.landed(post)
                if not word(delivery).startswith(wanted):
                    found.append(f"it is {judge.state_words(delivery)} instead of {wanted}")
                self.scene.ask(delivery["id"], "retry")
            found += self.until_delivered(post)
            shown = [self.place.pictures(copy) for copy in self.place.holds(post.marker)]
            if shown != [post.pictures["first"]]:
                found.append(f"it shows {shown}")
            self.judge(f"a picture, {title}", found)

    # Waiting

    def rows(self, post):
        return self.scene.store.rows("SELECT * FROM delivery WHERE postId = ? AND target = ? ORDER BY id",
                                     post.id, self.place.name)

    def landed(self, post, *wanted):
        """The delivery that creates the post, when nothing happens to it any more without the author."""
        def look():
            row = [row for row in self.rows(post) if row["kind"] == "create"][-1]
            self.hurry(row)
            rests = row["state"] in judge.FINAL + ("blocked",) or (row["state"] == "uncertain" and not row["settleAt"])
            return row if rests and word(row) in (wanted or (word(row),)) else None
        return wait_until(look, LANDING_SECONDS, f"an end of {post.marker} at {self.place.what}", pause=0.05)

    def hurry(self, row):
        """Ends a backoff, as an author would."""
        later = (row["at"] or row["settleAt"] or 0) / 1e6 - time.time()
        is_long = row["state"] in ("retrying", "uncertain") and later > PATIENT_SECONDS
        if is_long and time.time() - self._hurried.get(row["id"], 0) > 0.5:
            self._hurried[row["id"]] = time.time()
            self.scene.ask(row["id"], "retry")

    def until_delivered(self, post):
        try:
            self.landed(post, "delivered")
        except TimeoutError:
            return [f"it is {judge.state_words(self.rows(post)[-1])} in the end"]
        copies = len(self.place.holds(post.marker))
        return [] if copies == 1 else [f"it is delivered, and there are {copies} copies"]


def word(row):
    """The state as in a row's expectation."""
    return row["state"] + (f"({row['block']})" if row["block"] else "")
