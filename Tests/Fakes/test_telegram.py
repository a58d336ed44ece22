"""The Bot API server's checks."""

import json
import unittest

from exchange import send
from fake import Fake

LONG = "🧭" * 2049   # two UTF-16 code units each


class Telegram(unittest.TestCase):
    def setUp(self):
        self.fake = Fake("telegram").start()
        self.addCleanup(self.fake.__exit__)

    def call(self, method, token="123456:fake-token", chat="@ada_writes", **values):
        body = json.dumps({"chat_id": chat, **values}).encode()
        answer = send(self.fake.port, "POST", f"/bot{token}/{method}", body, {"Content-Type": "application/json"})
        return answer.status, answer.json()

    def refused(self, status, words, method, **values):
        found, told = self.call(method, **values)
        self.assertEqual((found, told["error_code"], told["ok"]), (status, status, False))
        self.assertIn(words, told["description"])

    def test_a_message_is_written_edited_and_deleted(self):
        status, told = self.call("sendMessage", text=" Hello \n")
        message = told["result"]
        self.assertEqual((status, message["text"], message["chat"]["username"]), (200, "Hello", "ada_writes"))
        number = message["message_id"]
        self.assertEqual(self.call("editMessageText", message_id=str(number), text="New")[1]["result"]["text"], "New")
        self.refused(400, "message is not modified", "editMessageText", message_id=number, text="New")
        self.assertEqual(self.call("deleteMessage", message_id=number), (200, {"ok": True, "result": True}))
        self.refused(400, "message to delete not found", "deleteMessage", message_id=number)
        self.refused(400, "message to edit not found", "editMessageText", message_id=number, text="New")

    def test_the_same_message_twice_is_there_twice(self):
        for _ in range(2):
            self.call("sendMessage", text="Hello")
        self.assertEqual(self.fake.summary()["copies"], {"text": {"Hello": 2}})

    def test_refusals_have_the_words_of_the_server(self):
        self.refused(401, "Unauthorized", "sendMessage", token="1:other", text="x")
        self.refused(404, "Not Found", "sendMessage", token="other", text="x")
        self.refused(400, "chat not found", "sendMessage", chat="@other", text="x")
        self.refused(400, "message text is empty", "sendMessage", text=" ")
        self.refused(400, "message is too long", "sendMessage", text=LONG)
        self.assertEqual(self.call("sendMessage", text=LONG[:-1])[0], 200)

    def test_only_the_body_names_the_time_to_wait(self):
        self.fake.script({"on": {"path": "/sendMessage"}, "fault": "too_many", "seconds": 3})
        answer = send(self.fake.port, "POST", "/bot123456:fake-token/sendMessage", b"{}")
        self.assertEqual((answer.status, answer.json()["parameters"]), (429, {"retry_after": 3}))
        self.assertNotIn("retry-after", answer.headers)

    def test_an_old_message_cannot_be_deleted(self):
        number = self.call("sendMessage", text="Hello")[1]["result"]["message_id"]
        self.fake.advance(49 * 3600)
        self.refused(400, "can't be deleted", "deleteMessage", message_id=number)


if __name__ == "__main__":
    unittest.main()
