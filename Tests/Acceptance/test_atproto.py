#!/usr/bin/python3
"""Checks what speaks the AT Protocol against PyPI's packages: atproto, arroba, lexrpc, dag-cbor.

CIDs of 10,000 random records from four encoders and from the product (unless --without-product), the limits of records,
the rules of the fake PDS with a real repository behind them, and arroba's own server. `--seed` repeats a run; `--rows
FOLDER` only writes the records with their CIDs as vectors. The last line is "N passed, N failed".
"""

import argparse
import copy
import json
import logging
import os
import subprocess
import sys
import tempfile
import time
import unittest
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent / "Fakes")]
import atproto_packages  # noqa: E402

atproto_packages.run_with_packages(__file__)
import dag_cbor  # noqa: E402
import dag_json  # noqa: E402
import libipld  # noqa: E402
import test_bluesky  # noqa: E402
import test_bluesky_records  # noqa: E402
from arroba.util import dag_cbor_cid  # noqa: E402
from atproto import models  # noqa: E402
from atproto_client.models.utils import get_or_create  # noqa: E402
from atproto_lexicons import POST, RECORDS, Invalid  # noqa: E402
from atproto_records import DID, Records, write_rows  # noqa: E402
from bluesky_client import KEYS, Server, post  # noqa: E402
from content_ids import cid_of, cid_of_encoded, encode  # noqa: E402
from exchange import send  # noqa: E402
from lexrpc.base import ValidationError  # noqa: E402
from lexrpc.server import Server as LexiconServer  # noqa: E402
from multiformats import CID  # noqa: E402
from real_pds import ArrobaServer, RealPDS  # noqa: E402
from run_tests import run_suite  # noqa: E402

COUNT = 10_000
PRODUCT = HERE.parent.parent / ".build/debug/galleyPackageTests.xctest"
MODELS = {
    POST: models.AppBskyFeedPost.Record, "app.bsky.feed.threadgate": models.AppBskyFeedThreadgate.Record,
    "app.bsky.feed.postgate": models.AppBskyFeedPostgate.Record,
    "site.standard.publication": models.SiteStandardPublication.Record,
    "site.standard.document": models.SiteStandardDocument.Record,
}
LEXICONS = LexiconServer(validate=True, require_lexicons=True)
options = argparse.Namespace(seed=1)


def rows(seed):
    """10,000 records with the CIDs that libipld computes; half of them obey a lexicon. None has bytes."""
    source = Records(seed)
    for number in range(COUNT):
        record = source.valid()[1] if number % 2 else source.any(bytes_too=False)
        yield record, cid_of_encoded(libipld.encode_dag_cbor(with_bytes(record)))


def with_bytes(record):
    """A record as libipld takes it: a link is the bytes of its CID."""
    if isinstance(record, dict):
        if set(record) == {"$link"}:
            return bytes(CID.decode(record["$link"]))
        return {key: with_bytes(value) for key, value in record.items()}
    return [with_bytes(value) for value in record] if isinstance(record, list) else record


class Encodings(unittest.TestCase):
    def test_four_encoders_agree_on_ten_thousand_records(self):
        source = Records(options.seed)
        for number in range(COUNT):
            record = source.valid()[1] if number % 2 else source.any()
            native = dag_json.decode(json.dumps(record).encode(), dialect="atproto")
            self.assertEqual(encode(record).hex(), dag_cbor.encode(native).hex(), f"record {number}")
            self.assertEqual(cid_of(record), dag_cbor_cid(native).encode("base32"), f"record {number}")
        for number, (record, cid) in enumerate(rows(options.seed)):
            self.assertEqual(cid_of(record), cid, f"record {number}")


class Product(unittest.TestCase):
    def test_the_product_agrees_with_the_encoders(self):
        with tempfile.TemporaryDirectory(prefix="galley-rows-") as folder:
            write_rows(rows(options.seed), Path(folder))
            found = subprocess.run([PRODUCT, "--testing-library", "swift-testing", "--filter", "^TextVectors[.]"],
                                   env={**os.environ, "GALLEY_VECTORS": folder}, capture_output=True, text=True,
                                   timeout=300)
        self.assertIn(f"{COUNT} rows passed", found.stdout, found.stdout[-2000:])


class Lexicons(unittest.TestCase):
    def setUp(self):
        logging.disable(logging.CRITICAL)   # lexrpc logs each refusal
        self.addCleanup(logging.disable, logging.NOTSET)

    def test_valid_records_are_valid_for_all(self):
        source = Records(options.seed)
        for _ in range(2000):
            collection, record = source.valid()
            RECORDS[collection]("Record", record)
            LEXICONS.validate(collection, "record", copy.deepcopy(record))
            get_or_create(copy.deepcopy(record), MODELS[collection], strict=True, strict_string_format=True)

    def test_others_refuse_what_is_refused_here(self):
        source, counts = Records(options.seed), {"here": 0, "lexrpc": 0, "atproto": 0}
        for _ in range(5000):
            collection, record = source.valid()
            broken = self.broken(source, record)
            verdicts = {
                "here": refusal(Invalid, RECORDS[collection], "Record", broken),
                "lexrpc": refusal(ValidationError, LEXICONS.validate, collection, "record", copy.deepcopy(broken)),
                "atproto": refusal(Exception, get_or_create, copy.deepcopy(broken), MODELS[collection],
                                   strict_string_format=True)}
            for name, words in verdicts.items():
                counts[name] += words is not None
            if verdicts["lexrpc"] and verdicts["atproto"]:
                self.assertIsNotNone(verdicts["here"], (verdicts, broken))
            elif not verdicts["lexrpc"] and not verdicts["atproto"]:
                # Only here are CIDs and types of files looked at.
                self.assertRegex(verdicts["here"] or "blob ref", "blob ref$|but it must match|must be a cid string$")
        self.assertGreater(min(counts.values()), 1000, counts)

    def broken(self, source, record):
        """The record with one value replaced by one that seldom fits."""
        broken = copy.deepcopy(record)
        places = [place for place in _places(broken) if place[1] != "$type"]
        holder, name = source.random.choice(places)
        old = holder[name]
        holder[name] = source.random.choice((
            None, 7, "", [], {}, True, -1, "x" * 3001, "é" * 700, [old] * 25, "2026-11-20", "https:// x",
            {"$type": "blob"}, [{}] * 3, old))
        return broken


def _places(value):
    names = value if isinstance(value, dict) else range(len(value)) if isinstance(value, list) else ()
    for name in names:
        yield value, name
        yield from _places(value[name])


def refusal(kind, act, *words, **more):
    """The words of a refusal, or None."""
    try:
        act(*words, **more)
    except kind as error:
        return str(error)
    return None


class Tree(Server):
    service = RealPDS

    def test_every_record_of_a_long_life_has_the_cid_that_was_computed(self):
        fake, source = self.start("--no-limits"), Records(options.seed)
        keys = []
        for number in range(300):
            kind = source.random.random()
            if keys and kind < 0.2:
                self.apply(("delete", POST, keys.pop(source.random.randrange(len(keys))), None))
            elif keys and kind < 0.4:
                self.put(post(source.text()[:290]), source.random.choice(keys))
            else:
                new = [f"{KEYS[0][:9]}{number:04d}".translate(str.maketrans("0189", "abcd"))]
                self.assertEqual(self.put(post(source.text()[:290]), new[0]).status, 200)
                keys += new
            if number % 100 == 99:
                fake.kill()
                fake.start()
        summary = fake.summary()
        self.assertEqual(summary["bad_cids"], [])
        self.assertEqual(sorted(one["rkey"] for one in summary["posts"]), sorted(keys))


class Overwriting(unittest.TestCase):
    """arroba's own server: what the description of arroba_server.py says of it."""

    def setUp(self):
        self.pds = ArrobaServer().start()
        self.addCleanup(self.pds.__exit__)

    def call(self, name, body, token="arroba-token"):
        return send(self.pds.port, "POST", f"/xrpc/com.atproto.{name}", body, {"Authorization": f"Bearer {token}"})

    def put(self, text, key=KEYS[0], **more):
        return self.call("repo.putRecord", {"repo": DID, "collection": POST, "rkey": key, "record": post(text), **more})

    def test_records_are_overwritten_and_a_crash_keeps_them(self):
        self.assertEqual([self.put(text, swapRecord=None).status for text in ("one", "two")], [200, 200])
        refused = self.put("three", swapRecord=cid_of(post("two")))
        self.assertEqual((refused.status, refused.json()["error"]), (400, "InvalidRequest"))
        self.pds.kill()
        self.pds.start()
        self.assertEqual([one["value"]["text"] for one in self.pds.records()], ["two"])
        self.assertEqual(self.pds.summary()["copies"]["text"], {"two": 1})

    def test_many_writes_are_all_or_none_and_a_deletion_answers_400(self):
        name = "com.atproto.repo.applyWrites"
        writes = [{"$type": f"{name}#create", "collection": POST, "rkey": key, "value": post(key)} for key in KEYS[:3]]
        self.put("there", KEYS[2])
        self.assertEqual(self.call("repo.applyWrites", {"repo": DID, "writes": writes}).status, 400)
        self.assertEqual(len(self.pds.records()), 1)
        self.assertEqual(self.call("repo.applyWrites", {"repo": DID, "writes": writes[:2]}).status, 200)
        body = {"repo": DID, "collection": POST, "rkey": KEYS[0]}
        self.assertEqual(self.call("repo.deleteRecord", body).status, 400)
        self.assertEqual(len(self.pds.records()), 2)

    def test_its_token_is_not_a_jwt(self):
        body = {"identifier": "ada.example.com", "password": "fake-pass-word-1234"}
        self.assertEqual(self.call("server.createSession", body).json()["accessJwt"], "arroba-token")
        self.assertEqual(self.call("repo.putRecord", {"repo": DID}, "wrong").status, 400)
        self.assertEqual(self.call("server.refreshSession", None).status, 500)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int)
    parser.add_argument("--rows", type=Path, help="a folder")
    parser.add_argument("--without-product", action="store_true")
    found = parser.parse_args()
    options.seed = int(time.time()) if found.seed is None else found.seed
    if found.rows:
        write_rows(rows(options.seed), found.rows)
        return 0
    print(f"Records with --seed {options.seed}", flush=True)
    load = unittest.defaultTestLoader.loadTestsFromTestCase
    suite = unittest.TestSuite(map(load, (Encodings, Lexicons, Tree, Overwriting)))
    if not found.without_product:
        suite.addTests(load(Product))
    Server.service = RealPDS   # the rules of the fake, once more with a real repository
    for module in (test_bluesky, test_bluesky_records):
        suite.addTests(unittest.defaultTestLoader.loadTestsFromModule(module))
    return run_suite(suite)


if __name__ == "__main__":
    sys.exit(main())
