"""One run's environment: the daemon, its targets, and an author who remembers what was acknowledged."""

import copy
import time
from dataclasses import dataclass, field

from daemon import Daemon
from desk import Gone, Refused
from loopback import wait_until
from picture import png
from places import Articles, Place
from two_machines import TwoMachines

WORDS = ("harbour lantern moss quarry velvet thimble orchard cinder meadow copper whistle anchor pebble juniper "
         "marrow saddle turnip gravel feather kettle ribbon walnut thunder basin clover ember hollow jasper").split()
SETTINGS = """\
time_zone = "Europe/Lisbon"
[http]
listen = ""
[defaults]
undo_window = "0s"
[courier]
connect_timeout = "{0}"
first_byte_timeout = "{0}"
stall_timeout = "{0}"
whole_timeout = "{1}"
"""
# The daemon's time limits: to connect and for each step, and in total.
PATIENCE = {"short": ("800ms", "3s"), "some": ("3s", "5s"), "long": ("20s", "25s"), "endless": ("2m", "3m")}
PATIENCE_OF = {"second_daemon": "long", "random_kills": "some", "stopped_long": "endless", "conformance": "endless"}


@dataclass
class Post:
    """The author's knowledge of a post: `saved` are acknowledged revisions, `sent_to` acknowledged publications."""

    marker: str
    draft: dict
    id: str = None
    saved: dict = field(default_factory=dict)
    wanted: list = field(default_factory=list)
    sent_to: set = field(default_factory=set)
    last_word: str = None                              # of the edition that every target must get
    given_up: set = field(default_factory=set)         # names of places at which the author abandoned it
    is_taken_back: bool = False                        # acknowledged: no target may keep it
    is_deleted: bool = False                           # acknowledged, and so taken back as well
    restored: dict = None                              # its draft in the backup that took the store's place
    is_unwanted: bool = False                          # taken back, which the restored store does not know
    absent_at: set = field(default_factory=set)        # after a restore: where its author must be asked
    asked_at: set = field(default_factory=set)         # where the author was asked
    pictures: dict = field(default_factory=dict)       # by edition: its pictures' descriptions, in order
    parts: list = field(default_factory=list)          # of a thread: a marker for each part
    audience: str = None                               # who is to see it, if not those whom the settings name

    def marker_of(self, part):
        """What identifies a part of its thread, counted from 1; of any other post, the post."""
        return self.parts[part - 1] if self.parts else self.marker


class Scene:
    """Created for one plan in one folder. `reached` counts kill points, `notes` is the author's own timeline."""

    def __init__(self, plan, folder):
        self.plan, self.random, self.folder = plan, plan.random, folder
        self.notes, self.reached, self.failures, self.posts = [], [], [], []
        self.restored_at = 0
        self.loaded = []   # ids of acknowledged posts that only make the store larger
        self.daemon = TwoMachines(folder, self.random) if plan.has_two_machines else Daemon(folder)
        self.subject = Place("main", plan.subject, folder, self.random)
        self.companions = [Place(f"beside-{number}", what, folder, self.random)
                           for number, what in enumerate(plan.companions, 1)]
        if plan.has_threads:
            self.subject.make_threads(self.random)
        if plan.kind == "doubted" and plan.companions == ["site"]:
            self.subject.after = self.random.choice([None, self.companions[0].name])
        if plan.kind == "articles":
            self.companions.append(Articles(self.companions[0], self.subject))
        self.patience = PATIENCE_OF.get(plan.kind, "long" if plan.is_kill else "short")
        if plan.kind == "stopped":   # the answer still comes, or the wait for it ends
            self.patience = "long" if plan.subject == "site" else self.random.choice(["long", "some"])

    @property
    def places(self):
        return [self.subject] + self.companions

    @property
    def desk(self):
        return self.daemon.desk

    @property
    def store(self):
        return self.daemon.store

    def place(self, name):
        return next(place for place in self.places if place.name == name)

    # Lifecycle

    def open(self):
        for place in self.places:
            place.start()
            for name, text in place.secrets().items():
                self.daemon.write_secret(name, text)
        settings = SETTINGS.format(*PATIENCE[self.patience])
        self.daemon.write_settings(settings + "\n" + "\n".join(place.settings() for place in self.places))
        self.daemon.start()
        self.note("the daemon is up")
        # The daemon asks an unknown social server for its limits at once; faults should hit only later requests.
        wait_until(self.is_acquainted, 15, "the servers being asked for their limits")

    def is_acquainted(self):
        return all("check" in target for target in self.desk.targets() if target["kind"] in ("mastodon", "bluesky", "articles"))

    def close(self):
        (self.folder / "HOLD").unlink(missing_ok=True)
        self.daemon.close()
        for place in self.places:
            place.stop()

    def kill(self):
        self.note(f"the daemon is {self.daemon.kill() or 'killed'}")

    def restart(self):
        """Restarts the daemon, and repeats everything that it has not acknowledged."""
        for place in self.places:
            place.forget_end()
        self.daemon.start()
        self.note("the daemon is up again")
        for post in self.posts:
            if post.id is None:
                self.make(post)
            while post.wanted and self.daemon.is_alive:
                self.publish(post, **post.wanted[0])

    def back_up(self):
        """Makes a backup while the daemon runs, and remembers what the author knows now."""
        self._galley("backup", "--force")
        self._known = copy.deepcopy(self.posts)
        self.note("a backup is made")

    def restore(self):
        """Kills the daemon and puts the backup in the store's place; call `restart` then. Returns when that began."""
        self.kill()
        began = time.time()
        self._galley("restore")
        for post, known in zip(self.posts, self._known, strict=True):
            vars(post).update(vars(known), restored=known.draft)
        self.restored_at = time.time()
        self.note("the backup is restored")
        return began

    def _galley(self, command, *options):
        said = self.daemon.galley(command, str(self.folder / "galley.tar"), *options)
        if said.returncode != 0:
            raise RuntimeError(f"galley {command} ended with {said.returncode}: {said.stderr}")

    # The author

    def note(self, words):
        self.notes.append((time.time(), words))

    def fail(self, words):
        self.notes.append((time.time(), f"WRONG: {words}"))
        self.failures.append(words)

    def compose(self, edition="first", titled=None, tags=()):
        """A post with a unique marker, not yet sent to the daemon."""
        marker = f"mk{self.plan.seed:x}n{len(self.posts)}z"
        post = Post(marker, self.words(marker, edition, titled))
        if tags:
            post.draft["tags"] = list(tags)
        self.posts.append(post)
        return post

    def compose_thread(self, count):
        """A post whose author divides it into parts, each with a marker of its own; the first part has the post's."""
        post = self.compose(titled=False)
        post.parts = [post.marker] + [f"{post.marker[:-1]}p{number}z" for number in range(2, count + 1)]
        post.draft["body"] = self.thread(post, "first")
        return post

    def thread(self, post, edition):
        """The body of an edition of a thread, with as many parts."""
        return "\n\n---\n\n".join(f"{marker} {edition} {' '.join(self.random.choices(WORDS, k=8))}."
                                   for marker in post.parts) + "\n"

    def rewrite(self, post, edition):
        """A draft of another edition."""
        return {**post.draft, "body": self.thread(post, edition)} if post.parts else self.words(post.marker, edition)

    def illustrate(self, post, edition, draft, colours):
        """Adds a picture of each colour to that edition's draft, each with a separate description."""
        shown = post.pictures[edition] = [f"{post.marker} {edition} picture {number}" for number in range(len(colours))]
        for colour, words in zip(colours, shown):
            draft["body"] += f"\n![{words}](media:{self.keep_picture(colour, words)})\n"

    def colours(self, count):
        """Colours that no other picture is likely to have."""
        return [tuple(self.random.randrange(256) for _ in range(3)) for _ in range(count)]

    def keep_picture(self, colour, words):
        """The id of a picture in one colour; the daemon may have to be restarted in between."""
        while True:
            try:
                return self.desk.add_picture(png(colour=colour), words)["id"]
            except Gone:
                self.restart()

    def words(self, marker, edition, titled=None):
        """A draft; `edition` distinguishes two drafts of one post."""
        titled = self.random.random() < 0.5 if titled is None else titled
        if self.plan.has_threads:   # the address of a title has the marker, and would show it in a second part
            titled = False
        body = " ".join(self.random.choices(WORDS, k=self.random.randint(6, 30)))
        draft = {"body": f"{marker} {edition} {body}.\n"}
        if titled:
            draft["title"] = f"{marker} {edition} {' '.join(self.random.choices(WORDS, k=3))}"
            draft["body"] += "\n" + " ".join(self.random.choices(WORDS, k=120)) + ".\n"
        return draft

    def make(self, post):
        """Creates it; if the daemon goes away meanwhile, `restart` repeats the request with the same key."""
        try:
            kept = self.desk.create(post.draft, f"key-{post.marker}")
        except Gone:
            return self.note(f"nobody said whether {post.marker} was kept")
        post.id = kept["id"]
        post.saved[kept["revision"]] = post.draft

    def edit(self, post, draft):
        """Saves another draft. True if the daemon acknowledged."""
        try:
            current = self.desk.post(post.id)
            date = current.get("date") or {}
            kept = self.desk.replace(
                post.id, {**draft, "date": date.get("local"), "zone": date.get("zone")}, current["revision"])
        except Gone:
            self.note(f"nobody said whether the new draft of {post.marker} was kept")
            return False
        post.saved[kept["revision"]] = post.draft = draft
        return True

    def take_back(self, post):
        """Unpublishes it. True if the daemon acknowledged."""
        try:
            self.desk.take_back(post.id)
        except Gone:
            self.note(f"nobody said whether {post.marker} is taken back")
            return False
        post.is_taken_back = True
        self.note(f"{post.marker} is taken back")
        return True

    def delete(self, post):
        """True if the daemon acknowledged."""
        return self._put_away(post, self.desk.delete, True)

    def undelete(self, post):
        """True if the daemon acknowledged."""
        return self._put_away(post, self.desk.undelete, False)

    def _put_away(self, post, act, is_deleted):
        words = "deleted" if is_deleted else "there again"
        try:
            act(post.id)
        except Gone:
            self.note(f"nobody said whether {post.marker} is {words}")
            return False
        post.is_deleted = post.is_taken_back = is_deleted
        self.note(f"{post.marker} is {words}")
        return True

    def publish(self, post, to, at=None):
        wish = {"to": to, "at": at}
        if wish not in post.wanted:
            post.wanted.append(wish)
        if post.id is None:
            return
        try:
            self.desk.publish(post.id, to, at)
        except Gone:
            return self.note(f"nobody said whether {post.marker} is published to {', '.join(to)}")
        except Refused as refused:
            # It may have arrived already at one of them, because the first request was carried out after all. Each one
            # separately, then.
            known = [name for name in to if self.store.state(post.id, name)]
            if refused.status != 409 or not known:
                raise
            post.sent_to |= set(known)
            post.wanted += [{"to": [name], "at": at} for name in to if name not in known]
            self.note(f"{', '.join(known)} knew of {post.marker}: {refused}")
        else:
            post.sent_to |= set(to)
            self.note(f"{post.marker} ({post.id}) goes to {', '.join(to)}")
        post.wanted.remove(wish)

    def send_new(self, places=None, at=None, titled=None):
        """Writes a post and publishes it to these places, by default to all."""
        post = self.compose(titled=titled)
        self.make(post)
        self.publish(post, [place.name for place in places or self.places], at)
        return post

    def ask(self, delivery, verb, body=None):
        """Sends a verb of the queue; False if the daemon refuses, which is not a failure."""
        try:
            self.desk.ask(delivery, verb, body)
        except Refused as refused:
            self.note(f"{verb} of delivery {delivery} is refused: {refused}")
            return False
        self.note(f"{verb} of delivery {delivery}")
        return True

    # Waiting

    def until_state(self, post, place, *states, seconds=15):
        """Waits until the newest delivery is in one of these states; returns it."""
        def look():
            state = self.store.state(post.id, place.name)
            return state if state in states else None
        return wait_until(look, seconds, f"{post.marker} at {place.name} being {' or '.join(states)}", pause=0.01)
