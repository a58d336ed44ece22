"""Each fault, seen from the client."""

import base64
import socket
import subprocess
import threading
import time
import unittest
from datetime import datetime

from exchange import send
from fake import Fake, FakeError

POST = {"on": {"method": "POST"}}


class Faults(unittest.TestCase):
    def setUp(self):
        self.fake = Fake("webhook").start()
        self.addCleanup(self.fake.__exit__)

    def post(self, body=b"words", **headers):
        return send(self.fake.port, "POST", "/hook", body, headers)

    def post_aside(self):
        """Posts in a thread; the returned list contains the answer once the thread has ended."""
        found = []
        thread = threading.Thread(target=lambda: found.append(self.post()))
        thread.start()
        self.addCleanup(thread.join, 10)
        return thread, found

    def items(self):
        return self.fake.summary()["records"]

    def test_without_a_user_agent_it_is_a_teapot(self):
        answer = self.post(**{"User-Agent": None})
        self.assertEqual((answer.status, self.items()), (418, 0))

    def test_nothing_is_kept_of_what_is_dropped(self):
        for fault in ("drop_before_reading", "drop_after_reading"):
            self.fake.script({**POST, "fault": fault}, {**POST, "fault": fault, "how": "reset"})
            self.assertIn(self.post().ending, ("closed", "reset"))   # closing with unread bytes is a reset, too
            self.assertEqual(self.post().ending, "reset")
        self.assertEqual(self.items(), 0)
        self.assertEqual(len([entry for entry in self.fake.log() if entry["entry"] == "request"]), 2)

    def test_what_is_dropped_after_the_commit_is_kept(self):
        self.fake.script({**POST, "fault": "drop_after_commit"})
        self.assertEqual((self.post().ending, self.items()), ("closed", 1))

    def test_a_pause_after_the_first_byte_leaves_the_rest_unread(self):
        self.fake.script({"on": {"method": "POST", "path": "/hook"}, "fault": "pause_after_first_byte"})
        thread, found = self.post_aside()
        pause = self.fake.wait_for("paused", at="after_first_byte")["pause"]
        self.assertEqual(self.fake.log()[-1]["taken"], 1)
        self.assertEqual(self.fake.summary()["requests"], {})
        self.fake.resume(pause)
        thread.join()
        self.assertEqual((found[0].status, self.items()), (200, 1))

    def test_a_first_byte_is_enough_when_only_the_method_matters(self):
        self.fake.script({**POST, "fault": "pause_after_first_byte"})
        with socket.create_connection(("127.0.0.1", self.fake.port)) as connection:
            connection.sendall(b"P")
            self.fake.wait_for("paused", at="after_first_byte")

    def test_a_pause_after_the_commit_ends_as_told(self):
        for word, ending in (("answer", "complete"), ("close", "closed"), ("reset", "reset")):
            self.fake.script({**POST, "fault": "pause_after_commit"})
            before = self.items()
            thread, found = self.post_aside()
            self.fake.wait_for("paused", at="after_commit")
            self.assertEqual(self.items(), before + 1)
            self.fake.resume(word=word)
            thread.join()
            self.assertEqual(found[0].ending, ending)

    def test_a_pause_after_the_answer_comes_when_the_answer_is_out(self):
        self.fake.script({**POST, "fault": "pause_after_answer"})
        self.assertEqual(self.post().status, 200)
        self.fake.wait_for("paused", at="after_answer")
        self.fake.resume()

    def test_answers_are_cut_short(self):
        self.fake.script({**POST, "fault": "truncate"}, {**POST, "fault": "truncate", "at": "half"})
        headers_only, half = self.post(), self.post()
        self.assertEqual((headers_only.status, headers_only.body, headers_only.ending), (200, b"", "closed"))
        self.assertTrue(0 < len(half.body) < int(half.headers["content-length"]))

    def test_answers_are_late_doubled_and_broken(self):
        self.fake.script({**POST, "fault": "delay", "seconds": 0.2}, {**POST, "fault": "duplicate_answer"},
                         {**POST, "fault": "corrupt_json"})
        began = time.monotonic()
        self.post()
        self.assertGreaterEqual(time.monotonic() - began, 0.2)
        self.assertEqual(self.post().rest[:15], b"HTTP/1.1 200 OK")
        self.assertRaises(ValueError, self.post().json)
        self.assertEqual(self.items(), 3)

    def test_answers_are_replaced(self):
        replaced = {"empty_200": (200, 1), "html_page": (200, 0), "error_500": (500, 1), "gateway_error": (502, 0),
                    "unavailable": (503, 0), "unauthorized": (401, 0), "forbidden": (403, 0), "timeout": (408, 0)}
        for fault, (status, kept) in replaced.items():
            before = self.items()
            self.fake.script({**POST, "fault": fault})
            self.assertEqual((fault, self.post().status, self.items() - before), (fault, status, kept))

    def test_too_many_says_when_in_two_ways(self):
        self.fake.script({**POST, "fault": "too_many", "seconds": 7},
                         {**POST, "fault": "too_many_reset", "seconds": 60})
        plain, reset = self.post(), self.post()
        self.assertEqual((plain.status, plain.headers["retry-after"]), (429, "7"))
        self.assertNotIn("retry-after", reset.headers)
        ahead = datetime.fromisoformat(reset.headers["x-ratelimit-reset"]).timestamp() - time.time()
        self.assertAlmostEqual(ahead, 60, delta=5)

    def test_an_answer_can_be_written_out(self):
        self.fake.script({**POST, "fault": "answer", "status": 302, "headers": {"Location": "/x"}, "commit": True})
        answer = self.post()
        self.assertEqual((answer.status, answer.headers["location"], self.items()), (302, "/x", 1))

    def test_rules_wait_for_their_turn(self):
        self.fake.script({**POST, "fault": "unavailable", "skip": 1, "times": 2})
        self.assertEqual([self.post().status for _ in range(4)], [200, 503, 503, 200])
        self.assertEqual(self.fake.summary()["faults_left"], [])

    def test_rules_look_at_header_and_body(self):
        self.fake.script({"on": {"header": {"Idempotency-Key": "k"}}, "fault": "forbidden"},
                         {"on": {"contains": "needle"}, "fault": "timeout"})
        self.assertEqual(self.post().status, 200)
        self.assertEqual(self.post(**{"Idempotency-Key": "k"}).status, 403)
        self.assertEqual(self.post(b"hay needle hay").status, 408)

    def test_a_wrong_rule_is_refused_in_words(self):
        for rule in ({"fault": "gremlins"}, {"fault": "delay", "secs": 1}, {"fault": "delay", "commit": False},
                     {"fault": "drop_before_reading", "on": {"contains": "x"}}):
            self.assertRaises(FakeError, self.fake.script, rule)

    def test_a_connection_hangs_while_stalled_and_gets_in_after(self):
        self.fake.script({"on": {"method": "GET"}, "fault": "stall_accept"})
        self.assertEqual(send(self.fake.port, "GET", "/").status, 405)
        thread, found = self.post_aside()
        self.fake.wait_for("connecting")
        self.assertEqual((found, self.items()), ([], 0))
        self.fake.accept()
        thread.join()
        self.assertEqual(found[0].status, 200)

    def test_away_is_refused_and_back_is_the_same_port(self):
        for _ in range(30):   # a socket that is being closed must not take one more connection
            self.fake.away()
            self.assertEqual(self.post().ending, "refused")
            self.fake.back()
        self.assertEqual(self.post().status, 200)

    def test_the_log_has_the_exact_bytes_and_outlives_a_kill(self):
        body = bytes(range(256))
        self.fake.script({**POST, "fault": "pause_after_commit"})
        thread = threading.Thread(target=self.post, args=(body,))
        thread.start()
        self.fake.wait_for("paused")
        self.fake.kill()
        thread.join()
        entries = {entry["entry"]: entry for entry in self.fake.log()}
        self.assertEqual(base64.b64decode(entries["request"]["body"]), body)
        self.assertEqual(entries["commit"]["what"], "created")
        self.assertNotIn("answer", entries)
        self.fake.start()
        self.assertEqual(self.items(), 1)

    def test_half_a_request_is_logged_as_half(self):
        with socket.create_connection(("127.0.0.1", self.fake.port)) as connection:
            connection.sendall(b"POST / HTTP/1.1\r\nUser-Agent: x\r\nContent-Length: 10\r\n\r\nhalf")
        self.assertFalse(self.fake.wait_for("request")["complete"])
        self.assertEqual(self.items(), 0)

    def test_it_ends_with_its_parent(self):
        process = self.fake._process
        process.stdin.close()
        try:
            self.assertEqual(process.wait(5), 0)
        except subprocess.TimeoutExpired:
            self.fail("The fake went on without anyone to talk to.")


if __name__ == "__main__":
    unittest.main()
