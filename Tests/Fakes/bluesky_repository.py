"""The records of one account, by collection and key, and its commits.

This is the plain storage: its records have their true CIDs, but the CID of a commit is only different each time, since
the tree and the signature are left out. `Tests/Acceptance` has a storage with a real tree behind the same interface.
"""

from dataclasses import dataclass, field

import content_ids

DIGITS = "234567abcdefghijklmnopqrstuvwxyz"


class KeyInUse(Exception):
    """A record to be created exists."""


class NotThere(Exception):
    """A record to be changed or deleted does not exist."""


@dataclass
class Write:
    """One change. `action`: create, update or delete."""

    action: str
    collection: str
    key: str
    record: dict = None
    cid: str = None
    status: str = None                      # the result of the validation
    blobs: list = field(default_factory=list)

    @property
    def path(self):
        return f"{self.collection}/{self.key}"


class PlainRepository:
    """Records in a dictionary. The caller holds a lock."""

    def __init__(self, did):
        self.did = did
        self.records = {}   # path -> (CID, record)
        self.revision, self.head = "", None
        self._commit(0)

    def get(self, path):
        """CID and record, or None."""
        return self.records.get(path)

    def paths(self):
        return list(self.records)

    def verify(self, writes, creates_missing=False):
        """Raises KeyInUse or NotThere if the writes, in order, cannot be carried out. `creates_missing`: an update
        creates what is absent."""
        present = set()
        absent = set()
        for write in writes:
            is_there = write.path in present or write.path not in absent and self.get(write.path) is not None
            if write.action == "create" and is_there:
                raise KeyInUse(write.path, "record already exists")
            if not is_there and (write.action == "delete" or write.action == "update" and not creates_missing):
                raise NotThere(write.path, "no such record")
            (absent if write.action == "delete" else present).add(write.path)
            (present if write.action == "delete" else absent).discard(write.path)

    def apply(self, writes, now):
        """Carries out all the writes as one commit."""
        for write in writes:
            if write.action == "delete":
                self.records.pop(write.path)
            else:
                self.records[write.path] = (write.cid, write.record)
        self._commit(now, writes)

    def restore(self, head, changes):
        """Repeats a commit of an old log: `changes` has pairs of path and record, which is None if deleted."""
        for path, record in changes:
            if record is None:
                self.records.pop(path, None)
            else:
                self.records[path] = (content_ids.cid_of(record), record)
        self.head, self.revision = head["cid"], head["rev"]

    def _commit(self, now, writes=()):
        self.revision = max(key_of_time(int(now * 1e6), 0), next_key(self.revision))
        self.head = content_ids.cid_of({"version": 3, "did": self.did, "rev": self.revision, "prev": self.head,
                                     "writes": [[write.path, write.cid] for write in writes]})


def key_of_time(microseconds, clock):
    """A TID: 13 digits that sort by time (https://atproto.com/specs/tid)."""
    number = microseconds << 10 | clock
    return "".join(DIGITS[number >> shift & 31] for shift in range(60, -1, -5))


def next_key(key):
    """The TID that follows another one."""
    number = 0
    for digit in key:
        number = number << 5 | DIGITS.index(digit)
    return key_of_time((number + 1) >> 10, (number + 1) & 1023) if key else ""
