"""The storage of a PDS with a real repository: the Merkle search tree, commits and signatures of PyPI's arroba.

It has the interface of `Fakes/bluesky_repository.py`. The tree computes the CIDs of records itself; where they differ
from those that the face computed before, `differences` lists them.
"""

import json
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "Fakes"))
import dag_json  # noqa: E402
from arroba import storage as arroba_storage  # noqa: E402
from arroba.repo import Repo  # noqa: E402
from arroba.util import Action, new_key  # noqa: E402
from arroba.util import Write as TreeWrite  # noqa: E402
from bluesky_repository import PlainRepository, Write  # noqa: E402
from content_ids import in_order  # noqa: E402

# The face decides which records are valid, since a client may turn validation off.
arroba_storage.server._validate = False


class TreeRepository(PlainRepository):
    """Records in a tree. The caller holds a lock."""

    def __init__(self, did, handle="ada.example.com"):
        self.did = did
        self.differences = []
        self.storage = arroba_storage.MemoryStorage()
        self.repo = Repo.create(self.storage, did, signing_key=new_key(7), handle=handle)
        self._take_head()

    def get(self, path):
        cid = self.repo.mst.get(path)
        if cid is None:
            return None
        return cid.encode("base32"), in_order(json.loads(dag_json.encode(self.storage.read(cid).decoded,
                                                                         dialect="atproto")))

    def paths(self):
        return [leaf.key for leaf in self.repo.mst.list()]

    def apply(self, writes, now):
        present, planned = {}, []
        for write in writes:
            is_there = present.get(write.path, self.repo.mst.get(write.path) is not None)
            present[write.path] = write.action != "delete"
            # In the tree an update needs a record; a server may create it instead.
            action = Action.DELETE if write.action == "delete" else Action.UPDATE if is_there else Action.CREATE
            planned.append(TreeWrite(action, write.collection, write.key, native(write.record)))
        self.storage.commit(self.repo, planned)
        self._take_head()
        for write in {write.path: write for write in writes}.values():
            found = self.repo.mst.get(write.path)
            if write.cid != (found and found.encode("base32")):
                self.differences.append({"path": write.path, "face": write.cid, "tree": str(found)})

    def restore(self, head, changes):
        self.apply([Write("create" if record else "delete", *path.split("/"), record, self._cid(record))
                    for path, record in changes], 0)
        # A signature differs each time; the head that clients know is the one of the log.
        self.head, self.revision = head["cid"], head["rev"]

    @staticmethod
    def _cid(record):
        return record and arroba_storage.Block(decoded=native(record)).cid.encode("base32")

    def _take_head(self):
        self.head, self.revision = self.repo.head.cid.encode("base32"), self.repo.head.decoded["rev"]


def native(record):
    """A record as arroba keeps it: links and bytes are objects."""
    return record and dag_json.decode(json.dumps(record).encode(), dialect="atproto")
