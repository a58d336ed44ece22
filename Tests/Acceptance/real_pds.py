"""Starts the programs that keep records in arroba's repository, with the commands of the fakes.

    with RealPDS() as pds:       the fake's face, a real tree
    with ArrobaServer() as pds:  arroba's own server
"""

import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent / "Fakes")]
import atproto_packages  # noqa: E402
from fake import Fake  # noqa: E402


class RealPDS(Fake):
    """The fake PDS in front of a real repository. `program` is ignored, so that it can stand for a `Fake`."""

    file = "arroba_pds.py"

    def __init__(self, program="bluesky", *options, **more):
        super().__init__(program, *options, **more)

    def _command(self):
        return [atproto_packages.python(), "-B", str(HERE / self.file)]


class ArrobaServer(RealPDS):
    """arroba's own server, which overwrites."""

    file = "arroba_server.py"
