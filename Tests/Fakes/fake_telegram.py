#!/usr/bin/python3
"""A Bot API server with one bot and one channel.

Options: --token, --chat (the channel's public name; it has a number, too). As the real server does, it reads the
parameters from the address and from a JSON body, takes blanks from both ends of a text, counts UTF-16 code
units, refuses an edit that changes nothing, deletes only messages of the last 48 hours, and names the time to wait in
the body of a 429 alone. It shows a bot no messages. Identities in `summary`: text.
"""

import json
from urllib.parse import parse_qsl, urlsplit

from fake_service import FakeService, run
from http_bytes import Reply

TEXT_MAX = 4096
DELETABLE_SECONDS = 48 * 3600
CHAT = -1001234567890


class FakeTelegram(FakeService):
    name = "telegram"

    def __init__(self, options):
        self.messages, self.next = {}, 1   # id -> record
        super().__init__(options)

    def recall(self, entry):
        if entry["entry"] != "commit":
            return
        self.next = max(self.next, int(entry["id"]) + 1)
        if entry["what"] == "deleted":
            self.messages.pop(entry["id"], None)
        else:
            self.messages[entry["id"]] = entry["record"]

    def records(self):
        return list(self.messages.values())

    def too_many(self, seconds):
        return refusal(429, f"Too Many Requests: retry after {seconds}", parameters={"retry_after": seconds})

    too_many_reset = too_many

    def answer(self, request, lose_key=False):
        token, _, method = request.path.removeprefix("/bot").partition("/")
        if not request.path.startswith("/bot") or ":" not in token:
            return refusal(404, "Not Found")
        if token != self.options.token:
            return refusal(401, "Unauthorized")
        act = {"getMe": self._tell_bot, "getChat": self._tell_chat, "sendMessage": self._write_message,
               "editMessageText": self._edit_message, "deleteMessage": self._delete_message}.get(method)
        if act is None:
            return refusal(404, "Not Found: method not found")
        values = dict(parse_qsl(urlsplit(request.target).query))
        if request.raw_body:
            try:
                values |= json.loads(request.raw_body)
            except ValueError:
                return refusal(400, "Bad Request: can't parse request body JSON object")
        if method != "getMe" and values.get("chat_id") not in (self.options.chat, str(CHAT)):
            return refusal(400, "Bad Request: chat not found")
        return act(values, request)

    def _tell_bot(self, values, request):
        return done({"id": 123456, "is_bot": True, "first_name": "Galley", "username": "galley_bot"})

    def _tell_chat(self, values, request):
        return done({**self._channel(), "title": "Ada writes"})

    def _channel(self):
        return {"id": CHAT, "username": self.options.chat.removeprefix("@"), "type": "channel"}

    def _write_message(self, values, request):
        text, wrong = checked(values)
        if wrong:
            return wrong
        number = str(self.next)
        record = {"id": number, "text": text, "at": self.now(), "media": []}
        return self._keep_message("created", record, request)

    def _edit_message(self, values, request):
        record = self.messages.get(str(values.get("message_id")))
        if record is None:
            return refusal(400, "Bad Request: message to edit not found")
        text, wrong = checked(values)
        if wrong:
            return wrong
        if text == record["text"]:
            return refusal(400, "Bad Request: message is not modified: specified new message content and reply markup "
                                "are exactly the same as a current content and reply markup of the message")
        return self._keep_message("updated", {**record, "text": text}, request)

    def _delete_message(self, values, request):
        record = self.messages.get(str(values.get("message_id")))
        if record is None:
            return refusal(400, "Bad Request: message to delete not found")
        if self.now() - record["at"] > DELETABLE_SECONDS:
            return refusal(400, "Bad Request: message can't be deleted for everyone")
        del self.messages[record["id"]]
        self.commit("deleted", record["id"], None, {"text": record["text"]}, request)
        return done(True)

    def _keep_message(self, what, record, request):
        self.messages[record["id"]] = record
        self.next = max(self.next, int(record["id"]) + 1)
        self.commit(what, record["id"], record, {"text": record["text"]}, request)
        return done({"message_id": int(record["id"]), "chat": self._channel(), "date": int(record["at"]),
                     "text": record["text"]})


def checked(values):
    """The text as it is stored, and a refusal or None."""
    text = str(values.get("text", "")).strip()
    if not text:
        return text, refusal(400, "Bad Request: message text is empty")
    if len(text.encode("utf-16-le")) // 2 > TEXT_MAX:
        return text, refusal(400, "Bad Request: message is too long")
    return text, None


def done(result):
    return Reply.of({"ok": True, "result": result})


def refusal(status, words, **more):
    return Reply.of({"ok": False, "error_code": status, "description": words, **more}, status)


def add_options(parser):
    parser.add_argument("--token", default="123456:fake-token")
    parser.add_argument("--chat", default="@ada_writes")


if __name__ == "__main__":
    run(FakeTelegram, add_options)
