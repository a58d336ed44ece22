#!/usr/bin/python3
"""The fake PDS in front of a real repository: the same calls and options, but arroba decides commits and CIDs.

`summary` has `bad_cids` too: records whose CID in the tree is not the one that the encoder of the fakes computed.
Needs the packages of atproto_packages.py.
"""

import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent / "Fakes")]
from fake_bluesky import FakeBluesky, add_options  # noqa: E402
from fake_service import run  # noqa: E402
from tree_repository import TreeRepository  # noqa: E402


class ArrobaPDS(FakeBluesky):
    """One PDS with one account and a real repository."""

    def make_repository(self, options):
        return TreeRepository(options.did, options.handle)

    def _summary(self):
        return super()._summary() | {"bad_cids": self.repository.differences}


if __name__ == "__main__":
    run(ArrobaPDS, add_options)
