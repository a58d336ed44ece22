#!/usr/bin/python3
"""A receiver of webhooks that checks signatures and, as an option, recognises repeated keys.

Options: --secret (without it signatures are not checked), --keys honours | ignores, --duplicate 200 | 409 (the answer
to a known key), --status, --answer JSON in which {id}, {url} and {key} are filled in, --tolerance (seconds by which
X-Timestamp may be off).
Identities in `summary`: key (Idempotency-Key), body.
"""

import hashlib
import hmac
import json

from fake_service import FakeService, run
from http_bytes import Reply


class FakeWebhook(FakeService):
    """Accepts any POST, PUT or PATCH, on any path."""

    name = "webhook"

    def __init__(self, options):
        self.items = {}   # id -> record
        super().__init__(options)

    def recall(self, entry):
        if entry["entry"] == "commit":
            self.items[entry["id"]] = entry["record"]

    def records(self):
        return list(self.items.values())

    def answer(self, request, lose_key=False):
        if request.method not in ("POST", "PUT", "PATCH"):
            return Reply.of({"error": "Send a POST."}, 405, [("Allow", "POST, PUT, PATCH")])
        wrong = self._wrong_signature(request)
        if wrong:
            return Reply.of({"error": wrong}, 401)
        key = request.header("Idempotency-Key")
        if key and self.options.keys == "honours":
            known = next((item for item in self.items.values() if item["key"] == key and not item["lost"]), None)
            if known:
                return self._told(known, self.options.duplicate or self.options.status)
        item = {"id": str(len(self.items) + 1), "key": key, "path": request.path, "lost": lose_key,
                "body": request.raw_body.decode("utf-8", "replace"), "headers": request.headers}
        self.items[item["id"]] = item
        self.commit("created", item["id"], item, {"key": key, "body": item["body"]}, request)
        return self._told(item, self.options.status)

    def _wrong_signature(self, request):
        """What is wrong with the signature; None if it is right or not required."""
        if not self.options.secret:
            return None
        stamp, given = request.header("X-Timestamp"), request.header("X-Signature")
        if not stamp or not given:
            return "X-Timestamp and X-Signature are needed."
        if not stamp.isdigit() or abs(self.now() - int(stamp)) > self.options.tolerance:
            return "X-Timestamp is not now."
        signed = stamp.encode() + b"." + request.raw_body
        right = "sha256=" + hmac.new(self.options.secret.encode(), signed, hashlib.sha256).hexdigest()
        return None if hmac.compare_digest(right, given) else "X-Signature does not match."

    def _told(self, item, status):
        def fill(value):
            if isinstance(value, dict):
                return {name: fill(part) for name, part in value.items()}
            if isinstance(value, list):
                return [fill(part) for part in value]
            if isinstance(value, str):
                address = f"{self.base}/items/{item['id']}"
                return value.replace("{id}", item["id"]).replace("{url}", address).replace("{key}", item["key"] or "")
            return value
        answer = self.options.answer
        return Reply.of(fill(json.loads(answer) if isinstance(answer, str) else answer), status)


def add_options(parser):
    parser.add_argument("--secret", default=None)
    parser.add_argument("--keys", choices=("honours", "ignores"), default="honours")
    parser.add_argument("--duplicate", type=int, default=None)
    parser.add_argument("--status", type=int, default=200)
    parser.add_argument("--answer", default='{"id": "{id}", "url": "{url}"}')
    parser.add_argument("--tolerance", type=int, default=300)


if __name__ == "__main__":
    run(FakeWebhook, add_options)
