"""The base of every fake service: a program with a durable log, scripted faults, and a control channel.

On start it prints one JSON line: {"ready": true, "port": …, "pid": …, "log": …}. Then it reads commands from standard
input, one JSON object per line, and answers each with {"id": same, "ok": true, …} or {"id": same, "ok": false, "error":
…}. Between answers it prints events: {"event": "request" | "commit" | "paused" | "answer" | "stalled" | "connecting",
…}. It ends when standard input ends.

    {"do": "script", "faults": […]}      rules as in faults.py       {"do": "clear"}
    {"do": "resume", "pause": 3, "word": "answer"}                   without "pause": all that wait
    {"do": "stall"} {"do": "accept"}     connections hang / are accepted again
    {"do": "away"}  {"do": "back"}       connections are refused / served on the same port
    {"do": "advance", "seconds": 3600}   time passes there
    {"do": "skew", "seconds": -240}      its clock is wrong by this from now on; 0 corrects it
    {"do": "set", "name": value, …}      options of the service; each names its own
    {"do": "summary"}                    counts: requests, copies of each identity now and ever, faults left, pauses
    {"do": "records"}                    the service's content
    {"do": "stop"}

The log has, one JSON line each: `start`, `clock`, `connection` (a first byte read), `request` (method, target, headers,
body in base64, complete), `commit` (created, updated or deleted, with id, identity and record), any other state that
the service must remember, and `answer`. A service that starts on an old log restores all of its state.
"""

import argparse
import base64
import json
import os
import queue
import socket
import struct
import sys
import threading
import time
from collections import Counter
from datetime import datetime, timezone
from email.utils import formatdate

import faults
from door import Door
from durable_log import DurableLog
from http_bytes import Reader, Reply


class Gone(Exception):
    """Ends this connection. `reset` as a crash would end it."""

    def __init__(self, reset=False):
        self.reset = reset


class FakeService:
    """Subclasses define their answers (`answer`), their state (`recall`), and their options."""

    name = "service"

    def __init__(self, options):
        self.options = options
        self.lock = threading.RLock()       # the service's content
        self._out = threading.Lock()
        self._pauses, self._pause_count = {}, 0
        self._request_count, self._requests = 0, Counter()
        self._clock_offset = 0.0
        self.skew = 0.0                     # seconds by which the clock is wrong
        self.now_copies, self.ever_copies = {}, {}   # kind of identity -> Counter
        self._identities = {}
        self.faults = faults.Faults()
        old = DurableLog.read(options.log)
        self.log = DurableLog(options.log)
        for entry in old:
            self._recall(entry)
        self.door = Door(options.port, self._enter, self.report)
        self.base = f"http://127.0.0.1:{self.door.port}"
        self.log.append({"entry": "start", "service": self.name, "port": self.door.port, "at": time.time()})

    # For subclasses to implement

    def answer(self, request, lose_key=False):
        """The reply to a request; called with `lock` held. Commits through `commit` before it returns."""
        raise NotImplementedError

    def recall(self, entry):
        """Restores an entry of an old log; commits come here too."""

    def records(self):
        """The service's content, for people and tests."""
        return []

    def told_time(self):
        """The header Date, in seconds since 1970; None for a service that sends none."""
        return self.now()

    def too_many(self, seconds):
        """A 429 with Retry-After."""
        return Reply.of({"error": "Too many requests"}, 429, [("Retry-After", str(seconds))])

    def too_many_reset(self, seconds):
        """A 429 with only its other header."""
        return Reply.of({"error": "Too many requests"}, 429, [("X-RateLimit-Reset", self.iso(seconds))])

    # For subclasses to call

    def now(self):
        """The service's clock: seconds since 1970, ahead of the machine's by what the control channel said."""
        return time.time() + self._clock_offset + self.skew

    def iso(self, ahead=0.0):
        moment = datetime.fromtimestamp(self.now() + ahead, timezone.utc)
        return moment.strftime("%Y-%m-%dT%H:%M:%S.") + f"{moment.microsecond // 1000:03d}Z"

    def commit(self, what, record_id, record, identity, request):
        """Makes a change durable (`what`: created, updated, deleted) and counts the copies of its identities.

        `identity` maps a kind, such as "key" or "slug", to a value; None values do not count.
        """
        self.commit_all([(what, record_id, record, identity)], request)

    def commit_all(self, changes, request, **more):
        """Makes several changes durable, all or none: tuples as for `commit`. Each entry has `more`, and in `of` the
        number of changes in this commit."""
        entries = [{"entry": "commit", "what": what, "id": record_id, "identity": identity, "record": record,
                    "request": request.number, "clock": self.now(), "of": len(changes), **more}
                   for what, record_id, record, identity in changes]
        self.log.append(entries)
        for entry in entries:
            self._count(entry)
            self.report({"event": "commit", "what": entry["what"], "id": entry["id"], "identity": entry["identity"],
                         "request": request.number})

    def remember(self, kind, **values):
        """Makes other state durable that `recall` will need."""
        self.log.append({"entry": kind, **values})

    def report(self, event):
        """Sends an event on the control channel."""
        line = json.dumps(event, ensure_ascii=False) + "\n"
        with self._out:
            try:
                sys.stdout.write(line)
                sys.stdout.flush()
            except OSError:
                os._exit(0)  # the control channel's reader is gone

    # One connection

    def _enter(self, connection):
        reset = False
        try:
            connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            reader = Reader(connection)
            while self._exchange(connection, reader):
                pass
        except Gone as gone:
            reset = gone.reset
        except OSError:
            pass
        finally:
            if reset:
                connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            connection.close()

    def _exchange(self, connection, reader):
        """One request and its answer; returns whether another may follow."""
        self._opening(connection, reader)
        request = reader.request()
        if request is None:
            return False
        self._log_request(request)
        if not request.complete:
            return False
        if not request.header("User-Agent"):
            self._send(connection, request, Reply.words("I'm a teapot: no User-Agent.\n", 418), None)
            return False
        rule = self.faults.for_request(request)
        self._carry_out(connection, request, rule)
        return (request.header("Connection") or "").lower() != "close"

    def _opening(self, connection, reader):
        """Faults that come before a request is read: peeks at the kernel's buffer without consuming it."""
        needs = self.faults.opening_needs
        if needs is None or reader.has_early:
            return
        while True:
            seen = connection.recv(8192, socket.MSG_PEEK)
            if not seen:
                return
            if needs == "method" or b"\r\n" in seen:
                break
            time.sleep(0.002)
        method = {b"G": "GET", b"D": "DELETE", b"H": "HEAD", b"O": "OPTIONS"}.get(seen[:1])
        words = seen.split(b"\r\n")[0].decode("latin-1").split(" ")
        if b"\r\n" in seen:
            method = words[0]
        elif method is None:
            method = "POST" if needs == "method" else None   # P alone: POST, PUT and PATCH are all mutations
        rule = self.faults.opening(method, words[1] if len(words) > 1 else None)
        if rule is None:
            return
        if rule["fault"] == "drop_before_reading":
            self.log.append({"entry": "connection", "fault": rule, "taken": 0})
            self.report({"event": "dropped", "fault": rule["fault"], "label": rule.get("label")})
            raise Gone(reset=rule.get("how") == "reset")
        first = connection.recv(1)
        self.log.append({"entry": "connection", "fault": rule, "taken": 1})
        reader.give_back(first)
        self._pause("after_first_byte", None, rule)

    def _log_request(self, request):
        with self.lock:
            self._request_count += 1
            request.number = self._request_count
            self._requests[f"{request.method} {request.path}"] += 1
        self.log.append({
            "entry": "request", "request": request.number, "method": request.method, "target": request.target,
            "headers": request.headers, "body": base64.b64encode(request.raw_body).decode(),
            "complete": request.complete, "at": time.time(), "clock": self.now(),
        })
        self.report({"event": "request", "request": request.number, "method": request.method,
                     "target": request.target, "complete": request.complete})

    def _carry_out(self, connection, request, rule):
        if rule is None:
            return self._send(connection, request, self._answer(request), None)
        kind = rule["fault"]
        lose_key = rule.get("lose_key", kind == "lose_key")
        reply = self._answer(request, lose_key) if faults.is_committed(rule) else None
        if kind == "carry_out_late":
            threading.Timer(rule.get("seconds", 1), self._answer_late, (request,)).start()
        if kind in ("drop_after_reading", "drop_after_commit", "lose_key", "carry_out_late"):
            self._log_answer(request, None, rule, 0)
            raise Gone(reset=rule.get("how") == "reset")
        if kind == "pause_after_commit":
            self._pause("after_commit", request, rule)
        elif kind == "stall_accept":
            self.door.stall()
            self.report({"event": "stalled", "request": request.number, "label": rule.get("label")})
        elif kind == "delay":
            time.sleep(rule.get("seconds", 1))
        reply = self._altered(reply, rule)
        self._send(connection, request, reply, rule)
        if kind == "pause_after_answer":
            self._pause("after_answer", request, rule)

    def _answer_late(self, request):
        reply = self._answer(request)
        self._log_answer(request, reply.status, {"fault": "carried_out_late"}, 0)

    def _answer(self, request, lose_key=False):
        with self.lock:
            return self.answer(request, lose_key)

    def _altered(self, reply, rule):
        """The answer that the rule requires instead of `reply`, which is None if nothing was carried out."""
        kind, seconds = rule["fault"], rule.get("seconds", 1)
        if kind == "answer":
            body = rule.get("body", "")
            body = body if isinstance(body, str) else json.dumps(body)
            return Reply(rule.get("status", 200), body.encode(), list(rule.get("headers", {}).items()),
                         rule.get("type", "application/json"))
        if kind == "corrupt_json" and reply is not None:
            reply.body = b'{"id": "1' + b"\x00" * max(0, len(reply.body) - 9)
            return reply
        page = "<!DOCTYPE html><title>{0}</title><h1>{0}</h1>\n"
        replaced = {
            "empty_200": lambda: Reply(200, b"", [], ""),
            "error_500": lambda: Reply.words("Internal Server Error\n", 500),
            "html_page": lambda: Reply.words(page.format("Welcome"), 200, "text/html; charset=utf-8"),
            "gateway_error": lambda: Reply.words(page.format("502 Bad Gateway"), 502, "text/html"),
            "unavailable": lambda: Reply.words("Service Unavailable\n", 503),
            "too_many": lambda: self.too_many(seconds),
            "too_many_reset": lambda: self.too_many_reset(seconds),
            "unauthorized": lambda: Reply.of({"error": "The access token is invalid"}, 401),
            "forbidden": lambda: Reply.of({"error": "This action is not allowed"}, 403),
            "timeout": lambda: Reply.words("Request Timeout\n", 408),
        }
        return replaced[kind]() if kind in replaced else reply

    def _send(self, connection, request, reply, rule):
        """Writes the answer, whole unless the rule requires otherwise."""
        kind = rule["fault"] if rule else None
        told = self.told_time()
        if told is not None:
            reply.headers.append(("Date", formatdate(told, usegmt=True)))
        closing = (request.header("Connection") or "").lower() == "close" or kind == "truncate"
        whole = reply.head(closing) + (b"" if request.method == "HEAD" else reply.body)
        sent = whole
        if kind == "truncate":
            keep = 0 if rule.get("at", "headers") == "headers" else len(reply.body) // 2
            sent = reply.head(closing) + reply.body[:keep]
        elif kind == "duplicate_answer":
            sent = whole + whole
        # Logged before any other process can know it.
        self._log_answer(request, reply.status, rule, len(sent))
        connection.sendall(sent)
        self.report({"event": "answer", "request": request.number, "status": reply.status})
        if kind == "truncate":
            raise Gone

    def _log_answer(self, request, status, rule, size):
        self.log.append({"entry": "answer", "request": request.number, "status": status, "bytes": size,
                         "fault": rule, "at": time.time()}, durable=False)

    def _pause(self, where, request, rule):
        """Waits for a word from the control channel: close and reset end the connection, any other continues."""
        with self.lock:
            self._pause_count += 1
            number, words = self._pause_count, queue.Queue()
            self._pauses[number] = words
        self.report({"event": "paused", "pause": number, "at": where, "label": rule.get("label"),
                     "request": request.number if request else None})
        word = words.get()
        with self.lock:
            self._pauses.pop(number, None)
        if word in ("close", "reset"):
            raise Gone(reset=word == "reset")

    # Counts and state

    def _count(self, entry):
        with self.lock:
            before = self._identities.pop(entry["id"], {})
            for kind, value in before.items():
                self.now_copies[kind][value] -= 1
            identity = {kind: value for kind, value in entry["identity"].items() if value is not None}
            for kind, value in identity.items():
                if entry["what"] == "created":
                    self.ever_copies.setdefault(kind, Counter())[value] += 1
                if entry["what"] != "deleted":
                    self.now_copies.setdefault(kind, Counter())[value] += 1
            if entry["what"] != "deleted":
                self._identities[entry["id"]] = identity

    def _recall(self, entry):
        if entry["entry"] == "clock":
            self._clock_offset, self.skew = entry["offset"], entry["skew"]
        elif entry["entry"] == "request":
            self._request_count = entry["request"]
            self._requests[f"{entry['method']} {entry['target'].split('?')[0]}"] += 1
        elif entry["entry"] == "commit":
            self._count(entry)
        self.recall(entry)

    # Control

    def run(self):
        """Serves until standard input ends or says stop."""
        self.report({"ready": True, "port": self.door.port, "pid": os.getpid(), "log": self.options.log})
        for line in sys.stdin:
            if not line.strip():
                continue
            command = {}
            try:
                command = json.loads(line)
                found = self._control(command) or {}
                self.report({"id": command.get("id"), "ok": True, **found})
            except Exception as error:  # an unknown command must not end the control channel
                self.report({"id": command.get("id"), "ok": False, "error": f"{type(error).__name__}: {error}"})
            if command.get("do") == "stop":
                break
        os._exit(0)  # threads that wait for words or for the network end with the process

    def _control(self, command):
        verb = command.get("do")
        if verb == "script":
            self.faults.add(command["faults"])
        elif verb == "clear":
            self.faults.clear()
        elif verb == "resume":
            return self._resume(command.get("pause"), command.get("word", "go"))
        elif verb in ("stall", "accept", "away", "back"):
            getattr(self.door, verb)()
        elif verb == "advance":
            self._clock_offset += command["seconds"]
            self._log_clock()
            return {"now": self.now()}
        elif verb == "skew":
            self.skew = command["seconds"]
            self._log_clock()
        elif verb == "set":
            self._set({name: value for name, value in command.items() if name not in ("do", "id")})
        elif verb == "summary":
            return self._summary()
        elif verb == "records":
            with self.lock:
                return {"records": self.records()}
        elif verb != "stop":
            raise ValueError(f"Unknown command {verb!r}.")
        return None

    def _log_clock(self):
        self.log.append({"entry": "clock", "offset": self._clock_offset, "skew": self.skew})

    def _resume(self, pause, word):
        with self.lock:
            waiting = dict(self._pauses) if pause is None else {pause: self._pauses[pause]}
        for words in waiting.values():
            words.put(word)
        return {"resumed": sorted(waiting)}

    def _acts(self):
        """The actions of people at the service, by name."""
        return {}

    def _set(self, values):
        acts = self._acts()
        for name, value in values.items():
            with self.lock:
                if name in acts:
                    acts[name](value)
                elif hasattr(self.options, name):
                    setattr(self.options, name, value)
                else:
                    raise ValueError(f"Unknown option {name!r}.")

    def _summary(self):
        def plain(copies):
            return {kind: {value: count for value, count in found.items() if count} for kind, found in copies.items()}
        with self.lock:
            return {"requests": dict(self._requests), "copies": plain(self.now_copies),
                    "created": plain(self.ever_copies), "faults_left": self.faults.left,
                    "paused": sorted(self._pauses), "records": len(self.records())}


def run(service, add_options=None):
    """Parses the options of every fake and the service's own, and runs it."""
    parser = argparse.ArgumentParser(description=service.__doc__)
    parser.add_argument("--port", type=int, default=0, help="of 127.0.0.1; 0 picks a free one")
    parser.add_argument("--log", required=True, help="the durable log; an old one is remembered")
    if add_options:
        add_options(parser)
    service(parser.parse_args()).run()
