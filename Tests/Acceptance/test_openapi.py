#!/usr/bin/python3
"""Checks the API against its OpenAPI document: schemathesis sends what the document allows, and what it forbids.

The callers differ in their rights: everything, only reading, another author, none. The program comes from PyPI into
.build, at the version below. The last line is "N passed, N failed".
"""

import json
import os
import subprocess
import sys
import tempfile
import venv
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent / "Faults"), str(HERE.parent / "Fakes")]
from daemon import Daemon  # noqa: E402
from loopback import free_port  # noqa: E402

FOLDER = HERE.parent.parent / ".build/schemathesis"
VERSION = "4.32.5"
SETTINGS = """\
author = "Ada"
[http]
listen = "127.0.0.1:{port}"
[[target]]
name = "site"
kind = "site"
url = "http://127.0.0.1:{port}/sites/site"
folder = "site"
[[target]]
name = "hook"
kind = "webhook"
url = "https://hooks.example.net/galley"
credential = "hook-secret"
rehearsal = true
"""
SCOPES = ["read", "write", "publish"]
CALLERS = {"an administrator": ("Ada", [*SCOPES, "admin"]), "an author": ("bo", SCOPES), "a reader": ("bo", ["read"]),
           "a stranger": (None, [])}
# Galley answers 428 if a required If-Match is missing (RFC 6585), which schemathesis does not expect by default.
CHECKS = """\
[checks.missing_required_header]
expected-statuses = [400, 401, 403, 406, 415, 422, 428]
"""
# A stream that never ends.
ENDLESS = "/v1/events"


def main():
    seconds = int(sys.argv[1]) if len(sys.argv) > 1 else 120
    program = installed()
    failed = 0
    with tempfile.TemporaryDirectory(prefix="galley-openapi-") as folder:
        daemon, port = Daemon(folder), free_port()
        daemon.write_secret("hook-secret", "a secret of the test")
        daemon.write_settings(SETTINGS.format(port=port))
        daemon.start()
        try:
            daemon.galley("user", "add", "bo")
            for words, (user, scopes) in CALLERS.items():
                failed += not holds(program, daemon, port, words, token(daemon, words, user, scopes), seconds)
            if not daemon.is_alive:
                failed += 1
                print(f"✘ The daemon has ended by itself.\n{daemon.log_end()}")
        finally:
            daemon.kill()
    print(f"{len(CALLERS) - min(failed, len(CALLERS))} passed, {failed} failed")
    return 1 if failed else 0


def installed():
    program = FOLDER / "bin/st"
    if not program.exists():
        print("Installing what tests the API.", flush=True)
        venv.create(FOLDER, clear=True, with_pip=True)
        subprocess.run([FOLDER / "bin/pip", "install", "--quiet", "--disable-pip-version-check",
                        f"schemathesis=={VERSION}"], check=True, timeout=300)
    return program


def token(daemon, name, user, scopes):
    """The secret of a new token; None for an anonymous caller."""
    if user is None:
        return None
    words = [word for scope in scopes for word in ("--scope", scope)]
    whose = [] if user == "Ada" else ["--user", user]
    made = daemon.galley("token", "add", name, *words, *whose, "--json")
    return json.loads(made.stdout)["secret"]


def holds(program, daemon, port, words, secret, seconds):
    """Whether every answer conforms to the document."""
    address = f"http://127.0.0.1:{port}"
    (Path(daemon.folder) / "schemathesis.toml").write_text(CHECKS)
    ran = subprocess.run(
        [program, "run", f"{address}/v1/openapi.json", "--checks", "all",
         # `valid_is_accepted` of openapi_rules.py replaces it.
         "--exclude-checks", "positive_data_acceptance", "--max-time", str(seconds), "--exclude-path", ENDLESS,
         "--request-timeout", "10", "--continue-on-failure", "--suppress-health-check", "all", "--seed", "1", "--no-color",
         *(["--header", f"Authorization: Bearer {secret}"] if secret else [])],
        cwd=daemon.folder, capture_output=True, text=True, timeout=seconds * 3 + 300,
        env={**os.environ, "HOME": str(daemon.folder), "SCHEMATHESIS_HOOKS": str(HERE / "openapi_rules.py")})
    passed = ran.returncode == 0
    print(f"{'✔' if passed else '✘'} {words}", flush=True)
    if not passed:
        print((ran.stdout + ran.stderr)[-20_000:], flush=True)
    return passed


if __name__ == "__main__":
    sys.exit(main())
