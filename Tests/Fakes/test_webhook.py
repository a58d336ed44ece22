"""The webhook's checks."""

import hashlib
import hmac
import time
import unittest

from exchange import send
from fake import Fake

BODY = '{"text":"ä"}'.encode()


class Webhook(unittest.TestCase):
    def start(self, *options):
        self.fake = Fake("webhook", *options).start()
        self.addCleanup(self.fake.__exit__)

    def post(self, stamp=None, key=None, secret=b"s", body=BODY):
        stamp = str(stamp or int(time.time()))
        signature = hmac.new(secret, stamp.encode() + b"." + BODY, hashlib.sha256).hexdigest()
        return send(self.fake.port, "POST", "/hook", body, {
            "X-Timestamp": stamp, "X-Signature": f"sha256={signature}", "Idempotency-Key": key})

    def test_only_what_is_signed_now_is_taken(self):
        self.start("--secret", "s")
        self.assertEqual(self.post().json(), {"id": "1", "url": f"{self.fake.url}/items/1"})
        for wrong in ({"secret": b"t"}, {"body": BODY + b" "}, {"stamp": int(time.time()) - 3600}):
            self.assertEqual(self.post(**wrong).status, 401)

    def test_a_key_is_honoured_or_not(self):
        self.start()
        self.assertEqual([self.post(key="k").json()["id"] for _ in range(2)], ["1", "1"])
        self.start("--duplicate", "409")
        self.assertEqual([self.post(key="k").status for _ in range(2)], [200, 409])
        self.start("--keys", "ignores")
        self.post(key="k"), self.post(key="k")
        self.assertEqual(self.fake.summary()["copies"]["key"], {"k": 2})

    def test_the_answer_is_configured(self):
        self.start("--answer", '{"data": [{"href": "{url}"}], "key": "{key}"}', "--status", "202")
        answer = self.post(key="k")
        self.assertEqual((answer.status, answer.json()["data"][0]["href"]), (202, f"{self.fake.url}/items/1"))
        self.fake.set(status=200, answer={"ok": True})
        self.assertEqual(self.post().json(), {"ok": True})


if __name__ == "__main__":
    unittest.main()
