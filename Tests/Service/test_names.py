"""Names that leave: each one that a user or a server can choose × what a shell, a file system or a terminal would obey,
through completion, export, tables, the log and notices.

The fields come from the description of the API, from the columns of the store, and from the commands of `galley`. A new one is
tested without a change here, or fails for want of a value.
"""

import http.server
import json
import os
import pty
import re
import select
import shutil
import socketserver
import sqlite3
import subprocess
import tempfile
import threading
import time
import unittest
import urllib.parse
from pathlib import Path

from manager import Managed
from daemon import program
from desk import Refused
from loopback import wait_until

HOSTILE = [
    "x$(touch PWNED)", "x`touch PWNED`", ".git/config", "-x", "../x", "a\ntouch PWNED", "a\u202eb", "\x1b[31mx",
]
# What no line may contain: control characters, and marks that change the direction of text.
OBEYED = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")
PLAIN = re.compile(r"(?![-. ])[\w ._@+'-]+")
SETTINGS = """\
[http]
listen = ""
[defaults]
undo_window = "0s"
[notify]
command = ["bash", "-c", "cd; cat > notice; echo \\"$GALLEY_SUBJECT\\" > subject; printf %s \\"$1\\"; exit 1", "notify", {said}]
[[target]]
name = "hook"
kind = "webhook"
url = "{url}/hooks"
"""
# Fields of that name which are not given names: a picture's file name is shown only, as any text.
SHOWN_ONLY = {"/v1/media/{media}"}
PNG = bytes.fromhex(
    "89504e470d0a1a0a0000000d4948445200000001000000010802000000907753de0000000c49444154789c63606060000000040001f61738550000"
    "000049454e44ae426082")


class Names(unittest.TestCase):
    """One desk with something of each kind; every test works on a copy of it."""

    @classmethod
    def setUpClass(cls):
        cls.server = socketserver.ThreadingTCPServer(("127.0.0.1", 0), Hostile)
        cls.server.daemon_threads = True
        threading.Thread(target=cls.server.serve_forever, daemon=True).start()
        cls.folder = Path(tempfile.mkdtemp(prefix="galley-names-", dir="/tmp"))
        daemon = cls.machine("first", "x")
        try:
            cls.furnish(daemon)
            daemon.terminate(20)
        finally:
            daemon.close()
        cls.store = daemon.state
        cls.commands = list(leaves(json.loads(daemon.galley("--experimental-dump-help").stdout)["command"]))
        cls.script = daemon.galley("--generate-completion-script", "bash").stdout

    @classmethod
    def tearDownClass(cls):
        cls.server.shutdown()
        cls.server.server_close()
        shutil.rmtree(cls.folder, ignore_errors=True)

    @classmethod
    def machine(cls, name, said, state=None):
        daemon = Managed(cls.folder / name)
        url = f"http://127.0.0.1:{cls.server.server_address[1]}"
        daemon.write_settings(SETTINGS.format(said=json.dumps(said), url=url))
        if state:
            shutil.copytree(state, daemon.state, dirs_exist_ok=True)
        else:
            daemon.start()
        return daemon

    @classmethod
    def furnish(cls, daemon):
        desk = daemon.desk
        desk.call("POST", "/v1/users", {"name": "bo"})
        desk.call("POST", "/v1/tokens", {"name": "phone"})
        desk.call("POST", "/v1/tokens", {"name": "tablet", "user": "bo"})
        desk.call("POST", "/v1/tokens", {"name": "my phone"})
        cls.window = desk.call("POST", "/v1/windows", {"width": 900, "height": 700, "label": "Firefox"})["id"]
        desk.call("POST", "/v1/windows/desk/commands", {"command": "saveAs", "name": "writing"})
        desk.call("PUT", "/v1/new-desk", {"name": "writing"})
        for kind in ("snippets", "searches"):
            desk.call("PUT", f"/v1/{kind}/ending", {"text": "Words"})
        desk.call("PATCH", "/v1/preferences", {"face": "serif"})
        cls.media = desk.add_picture(PNG, "Boats")
        cls.post = desk.create({"title": "Good", "body": "Words."}, "good")["id"]
        picture = {"reference": "boat.png", "media": cls.media["address"], "file": "posts/boat.png"}
        for name in ("one", "two"):
            item = {"source": f"file:///{name}.md", "fingerprint": "1", "path": f"posts/{name}.md", "pictures": [picture],
                    "markdown": f"---\ntitle: {name}\ndraft: true\n---\n![Boats]({cls.media['address']})\n"}
            report = desk.call("POST", "/v1/imports", {"format": "markdown", "items": [item]})
            assert report["items"][0]["outcome"] == "new", report

    # What is new

    def test_no_request_gives_a_hostile_name_to_anything(self):
        daemon = self.machine("requests", "x", self.store)
        self.addCleanup(daemon.close)
        daemon.start()
        asked = 0
        for method, path, field, body in self.requests(daemon.desk.call("GET", "/v1/openapi.json")):
            for name in HOSTILE:
                place, said = self.filled(path, name if field is None else None), dict(body)
                if field:
                    said[field] = name
                headers = {"If-None-Match": "*"} if "/arrangements/" in path else {}
                with self.subTest(request=f"{method} {path}", field=field, name=name):
                    with self.assertRaises(Refused) as refusal:
                        daemon.desk.call(method, place, said, headers)
                    self.assertIn(refusal.exception.status, (404, 422), refusal.exception)
                    # The name is the reason, and not what else this test sent.
                    self.assertIn(refusal.exception.problem.get("field"), ("name", "label"), refusal.exception.problem)
                asked += 1
        self.assertGreaterEqual(asked, 8 * len(HOSTILE))

    def requests(self, description):
        """Each request that gives a name: method, path, the field (None for the end of the path), and its other fields."""
        for path, operations in description["paths"].items():
            for method, operation in operations.items():
                content = operation.get("requestBody", {}).get("content", {}).get("application/json")
                if not content or path in SHOWN_ONLY:
                    continue
                schema = resolved(content["schema"], description)
                fields = schema.get("properties", {})
                others = {name: example(resolved(fields[name], description), name) for name in schema.get("required", [])}
                if "/commands" in path:
                    others["command"] = "saveAs"
                for field in ("name", "label"):
                    if field in fields:
                        yield method.upper(), path, field, others
                if method == "put" and re.fullmatch(r"/v1/(arrangements/{\w+}|snippets/{\w+})", path):
                    yield "PUT", path, None, others or {"version": 2}

    def filled(self, path, last=None):
        known = {"user": "bo", "token": "phone", "window": self.window, "media": self.media["id"], "name": "writing",
                 "snippet": "ending", "search": "ending", "id": self.post}
        parts = path.split("/")
        for index, part in enumerate(parts):
            if part.startswith("{"):
                value = last if last is not None and index == len(parts) - 1 else known[part[1:-1]]
                # A dot would be a step in the path.
                parts[index] = urllib.parse.quote(value, safe="").replace(".", "%2E")
        return "/".join(parts)

    # What stands

    def test_a_hostile_name_that_stands_already_is_neither_run_nor_written_nor_obeyed(self):
        for number, name in enumerate(HOSTILE):
            with self.subTest(name=name):
                self.live_with(name, self.machine(f"stands-{number}", name, self.store))

    def live_with(self, name, daemon):
        self.addCleanup(daemon.close)
        planted = self.plant(name, daemon.store.path)
        self.assertGreaterEqual(planted, {("member", "name"), ("token", "name"), ("pageWindow", "label"), ("media", "name"),
                                          ("namedText", "name"), ("origin", "path"), ("origin", "pictures")})
        daemon.start()
        Hostile.said = name
        self.fail_a_delivery(name, daemon)
        self.look_at_tables(name, daemon)
        self.complete(name, daemon)
        self.export(name, daemon)
        self.look_at_notices(name, daemon)
        # It can be used and renamed.
        quoted = urllib.parse.quote(name, safe="").replace(".", "%2E")
        tokens = [json.loads(line)["name"] for line in daemon.galley("token", "list", "--json").stdout.splitlines()]
        self.assertEqual(tokens.count(name), 2, tokens)
        daemon.desk.call("PUT", f"/v1/tokens/{quoted}/name?user={quoted}", {"name": "renamed"})
        self.assertEqual(daemon.galley("token", "revoke", "renamed", f"--user={name}").returncode, 0)
        self.assertEqual(daemon.galley("user", "remove", "--", name).returncode, 0)
        daemon.terminate(20)
        self.look_at_log(name, daemon)
        self.assertEqual(list(daemon.folder.rglob("PWNED")), [])

    @staticmethod
    def plant(name, path):
        """Writes the name wherever the store has one; returns the places."""
        store, planted = sqlite3.connect(path, isolation_level=None), set()
        tables = [row[0] for row in store.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        for table in tables:
            columns = {row[1] for row in store.execute(f"PRAGMA table_info({table})")}
            for column in columns & {"name", "label"}:
                # A user has each name once, and some names have a meaning.
                where = {"token": "WHERE name IN ('phone', 'tablet')", "arrangement": "WHERE name = 'writing'",
                         "namedText": "", "preference": ""}.get(table, f"WHERE rowid = (SELECT max(rowid) FROM {table})")
                # No version took these for an arrangement; a row with one counts as damaged.
                if table in ("arrangement", "newDesk") and re.search("[/\x00-\x1f]", name):
                    continue
                if store.execute(f"UPDATE {table} SET {column} = ? {where}", [name]).rowcount > 0:
                    planted.add((table, column))
        real = store.execute("SELECT pictures FROM origin LIMIT 1").fetchone()[0]
        file = json.dumps([{**json.loads(real)[0], "file": name}])
        store.execute("UPDATE origin SET path = ? WHERE source LIKE '%one.md'", [name])
        store.execute("UPDATE origin SET pictures = ? WHERE source LIKE '%two.md'", [file])
        store.close()
        return planted | {("origin", "path"), ("origin", "pictures")}

    def fail_a_delivery(self, name, daemon):
        post = daemon.desk.create({"title": name, "body": name}, "hostile")["id"]
        daemon.desk.publish(post, ["hook"])
        wait_until(lambda: any(one["state"] == "failed" for one in daemon.desk.deliveries(post)), 20, "a refusal")
        wait_until(lambda: (daemon.folder / "subject").exists(), 20, "a notification")

    def look_at_tables(self, name, daemon):
        lists = [command for command, leaf in self.commands
                 if leaf["commandName"] == "list" or command[1:] in (["status"], ["doctor"], ["panel", "frames"])]
        self.assertGreater(len(lists), 8)
        for command in lists:
            said = daemon.galley(*command[1:])
            for text in (said.stdout, said.stderr):
                self.assertIsNone(OBEYED.search(text), f"{command}: {text!r}")
        for command in (["token", "list"], ["user", "list"]):
            self.pasted(name, daemon.galley(*command).stdout)
        seen = self.on_terminal(daemon, [program("galley"), "token", "list"])
        self.assertIn("my phone", seen)
        self.assertNotIn("\x1b[31m", seen)
        self.assertNotIn("\u202e", seen)

    def pasted(self, name, table):
        """A row of a table, pasted into a shell, has the name as one word and runs nothing."""
        cells = [row.split("  ")[0] for row in table.splitlines()[1:]]
        quoted = [cell for cell in cells if not PLAIN.fullmatch(cell)]
        self.assertTrue(quoted, table)
        for cell in quoted:
            ran = subprocess.run(["bash", "-c", f"set -- {cell}; printf %s \"$1\""], cwd=self.folder, capture_output=True,
                                 text=True, timeout=10)
            self.assertEqual(ran.stdout, name, f"{cell} {ran.stderr}")

    def complete(self, name, daemon):
        script = daemon.folder / "completion"
        script.write_text(self.script)
        completed = 0
        for command, leaf in self.commands:
            for argument in leaf.get("arguments", []):
                if "custom" not in (argument.get("completionKind") or {}) or command[1:3] == ["panel", "do"]:
                    continue
                words = command + ([f"--{argument['names'][0]['name']}"] if argument["kind"] == "option" else [])
                options = {("-" if name["kind"] == "short" else "--") + name["name"]
                           for one in leaf["arguments"] for name in one.get("names") or []}
                for typed in ("", name[:1]):
                    found = self.replies(daemon, script, [*words, typed])
                    completed += len(found)
                    for word in set(found) - options:
                        self.assertRegex(word, f"^(?:{PLAIN.pattern})$")
        self.assertGreater(completed, 10)
        self.assertEqual(self.replies(daemon, script, ["galley", "token", "revoke", ""]), ["my phone"])
        # In a shell that a person uses: nothing runs, and a blank is quoted.
        start = f". {script}; PS1='ready> '; bind 'set enable-bracketed-paste off'\r".encode()
        letter = name[:1] if name[:1].isalnum() else ""
        keys = [start, f"galley token revoke {letter}\t\t".encode(), b"\x15galley token revoke my\t\t"]
        seen = self.on_terminal(daemon, ["bash", "--norc", "--noprofile", "-i"], keys, until=b"my\\ phone ")
        self.assertIn("my\\ phone ", seen)
        self.assertNotIn("\u202e", seen)

    def replies(self, daemon, script, words):
        line = " ".join(words)
        run = subprocess.run(
            ["bash", "-c", '. "$0"; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); COMP_LINE=$line; COMP_POINT=${#line}; '
             '_galley "$1" "${@: -1}" "${@: -2:1}"; printf "%s\\n" "${COMPREPLY[@]}"', script, *words],
            cwd=daemon.folder, env=self.shell(daemon, line=line), capture_output=True, text=True, timeout=30)
        self.assertEqual(run.stderr, "", words)
        return [word for word in run.stdout.split("\n") if word]

    @staticmethod
    def shell(daemon, **more):
        return {**daemon.environment, "PATH": f"{Path(program('galley')).parent}:/usr/bin:/bin", "TERM": "xterm", **more}

    def on_terminal(self, daemon, command, keys=(), until=None, seconds=20):
        """What a program shows on a terminal until it ends, or shows `until`. Each of the `keys` is typed when it waits."""
        child, side = pty.fork()
        if child == 0:
            os.chdir(daemon.folder)
            os.execvpe(command[0], command, self.shell(daemon))
        seen, rest, end = b"", list(keys), time.monotonic() + seconds
        try:
            while time.monotonic() < end and (rest or until is None or until not in seen):
                if select.select([side], [], [], 1.0)[0]:
                    try:
                        seen += os.read(side, 65536)
                    except OSError:
                        break
                elif rest:
                    os.write(side, rest.pop(0))
        finally:
            os.close(side)
            os.kill(child, 9)
            os.waitpid(child, 0)
        return seen.decode("utf-8", "replace")

    def export(self, name, daemon):
        blog = daemon.folder / "outer/blog"
        blog.parent.mkdir()
        said = daemon.galley("export", "markdown", str(blog), "--replace")
        self.assertEqual(said.returncode, 1, said.stderr)
        files = {str(path.relative_to(blog.parent)) for path in blog.parent.rglob("*") if path.is_file()}
        self.assertIn("blog/posts/two.md", files)
        self.assertIn("blog/posts/good.md", files)
        for file in files:
            self.assertRegex(file, r"^blog/(posts/)?(media/)?[a-z0-9-]+\.(md|png)$")
        for slug in ("one", "two"):
            self.assertRegex(said.stderr, f"(?m)^  {slug}: The file name “")
        self.assertIsNone(OBEYED.search(said.stdout + said.stderr), said.stderr)
        for format in ("wordpress", "jsonfeed"):
            self.assertEqual(daemon.galley("export", format, str(daemon.folder / format)).returncode, 0)

    def look_at_notices(self, name, daemon):
        for file in ("notice", "subject"):
            text = (daemon.folder / file).read_text()
            self.assertIsNone(OBEYED.search(text), repr(text))
            self.assertIn(visible(name), text)
        self.assertEqual((daemon.folder / "subject").read_text().count("\n"), 1)
        for notice in daemon.said:
            self.assertLessEqual(set(notice), {"READY", "STATUS", "WATCHDOG", "RELOADING", "STOPPING", "MONOTONIC_USEC"})

    def look_at_log(self, name, daemon):
        text = daemon.log.read_bytes().decode()
        # What the command of the notification printed.
        self.assertIn(visible(name), text)
        self.assertIsNone(OBEYED.search(text), repr(text[-2000:]))
        for line in text.splitlines():
            self.assertRegex(line, r"^(<\d>|debug|info|notice|warning|error|critical) ?\S+: ")


class Hostile(http.server.BaseHTTPRequestHandler):
    """A server that refuses everything with hostile words."""
    said = "x"

    def do_POST(self):
        self.rfile.read(int(self.headers.get("Content-Length", 0)))
        body = f"Refused: {self.said}\r\n{self.said}".encode()
        self.send_response(422)
        self.send_header("Content-Type", "text/plain; charset=utf-8")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    do_GET = do_PUT = do_POST

    def log_message(self, *_):
        pass


def leaves(command, above=()):
    """Each command without subcommands, with the words that run it."""
    words = [*above, command["commandName"]]
    children = [child for child in command.get("subcommands", []) if child["shouldDisplay"]]
    if not children:
        yield words, command
    for child in children:
        yield from leaves(child, words)


def visible(name):
    """The first line of a name with signs for what a terminal obeys."""
    return name.split("\n")[0].replace("\x1b", "\u241b").replace("\u202e", "\\u{202E}")


def resolved(schema, description):
    if "$ref" in schema:
        return description["components"]["schemas"][schema["$ref"].rsplit("/", 1)[1]]
    return schema


def example(schema, name):
    kind = schema.get("type")
    kind = kind[0] if isinstance(kind, list) else kind
    return {"string": "x", "number": 700, "integer": 700, "boolean": False, "array": [], "object": {}}[kind]


if __name__ == "__main__":
    unittest.main()
