"""Two galleyd on one PostgreSQL, of which one works and the other waits; and their database, seen from outside."""

import json
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

from daemon import HERE, Daemon, program
from desk import Gone, Refused
from loopback import spawn, wait_until
from store_file import Store

sys.path[:0] = [str(HERE.parent / "Postgres")]
from server import Server, tool  # noqa: E402

# The names of all columns as the schema writes them; PostgreSQL has them in small letters.
SCHEMA = HERE.parent.parent / "Sources/PostStore/Schema/schema.sql"
# A session that keeps the turn until it is killed.
HOLDING = "BEGIN; UPDATE turn SET one = one; SELECT 'held'; SELECT pg_sleep(60);"
# A daemon takes over after fifteen seconds without a sign of the other one.
TAKEOVER_SECONDS = 45


class Unreadable(Exception):
    """psql could not read the store."""


class Database(Store):
    """PostgreSQL with a standby that confirms every commit."""

    Unreadable = Unreadable

    def __init__(self):
        self.names = {name.lower(): name for name in re.findall(r"\w+", SCHEMA.read_text(encoding="utf-8"))}
        self.settings = {"wal_keep_size": "64MB", "max_connections": "60"}
        self.primary = Server(self.settings, durable=True)
        self.standby = None
        self.servers = [self.primary]

    def address(self):
        hosts = ",".join(server.folder for server in self.servers)
        return f"postgresql://galley@/postgres?host={hosts}"

    # What has happened to it

    def follow(self):
        """Gives the primary a standby without which no commit is confirmed."""
        self.standby = Server(self.settings, durable=True, primary=self.primary)
        self.servers.append(self.standby)
        self.run("ALTER SYSTEM SET synchronous_standby_names = '*'")
        self.run("SELECT pg_reload_conf()")
        wait_until(lambda: self.run("SELECT sync_state FROM pg_stat_replication") == "sync", 20, "the standby")

    def kill(self):
        """The server's processes end at once, and it starts again."""
        self.primary.kill()
        self.primary.start()

    def promote(self):
        """The primary is lost, and its standby takes its place."""
        self.primary.kill()
        self.primary, self.standby = self.standby, None
        self.primary.promote()
        self.run("ALTER SYSTEM RESET synchronous_standby_names")
        self.run("SELECT pg_reload_conf()")

    def cut(self):
        """Ends every session."""
        self.run("SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity WHERE pid <> pg_backend_pid()"
                 " AND application_name = 'galleyd'")

    def stop(self):
        for server in self.servers:
            server.stop()

    # Reading

    def run(self, sql):
        done = subprocess.run([tool("psql"), self.address_of_primary(), "-XAtqc", sql], capture_output=True, text=True, check=False,
                              timeout=60)
        if done.returncode != 0:
            raise Unreadable(f"{sql}: {done.stderr}")
        return done.stdout.strip()

    def address_of_primary(self):
        return f"postgresql://galley@/postgres?host={self.primary.folder}"

    def rows(self, sql, *values):
        """The result as dictionaries."""
        for value in values:
            sql = sql.replace("?", str(value) if isinstance(value, int) else "'" + value.replace("'", "''") + "'", 1)
        found = self.run(f"SELECT coalesce(json_agg(found), '[]') FROM ({sql}) AS found")
        return [{self.names.get(name, name): plain(value) for name, value in row.items()} for row in json.loads(found)]

    def problems(self):
        return []

    def hold(self):
        """Blocks all writes until `release`."""
        return Hold(self)


def plain(value):
    """PostgreSQL's JSON has bytes as text."""
    return bytes.fromhex(value[2:]) if isinstance(value, str) and value.startswith("\\x") else value


class Hold:
    def __init__(self, database):
        self._process = subprocess.Popen([tool("psql"), database.address_of_primary(), "-XAtqc", HOLDING], text=True,
                                         stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        self._database = database
        wait_until(lambda: database.run("SELECT count(*) FROM pg_locks AS l JOIN pg_class AS c ON c.oid = l.relation"
                                        " JOIN pg_stat_activity AS a ON a.pid = l.pid WHERE relname = 'turn'"
                                        " AND mode = 'RowExclusiveLock' AND application_name = 'psql'") != "0",
                   10, "the turn being held")

    def release(self):
        self._process.kill()
        self._process.wait()
        self._process.stdout.close()
        # The server notices a client that is gone only when it writes to it.
        self._database.run("SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity WHERE query LIKE '%pg_sleep(60)%'"
                           " AND pid <> pg_backend_pid()")


class Machine(Daemon):
    """One of the two."""

    def __init__(self, folder, store):
        super().__init__(folder)
        self.store = store

    def launch(self):
        """Starts it without waiting."""
        self.process = spawn([*self.prefix, program("galleyd")], self.log, env=self.environment, cwd=self.folder)
        self.starts += 1


def works(desk):
    """Whether the daemon has its turn and its database."""
    try:
        return "fault" not in desk.call("GET", "/v1/status")
    except (Gone, Refused):
        return False


class TwoMachines:
    """What `Daemon` is for one: the daemon that works. `fault` says what `kill` does to it."""

    def __init__(self, folder, random):
        self.folder, self.random = Path(folder), random
        self.store = Database()
        self.store.follow()
        self.machines = [Machine(self.folder / name, self.store) for name in ("one", "two")]
        self.active = self.machines[0]
        self.frozen = None
        self.faults = []

    # Settings

    def write_settings(self, toml):
        store = f'[store]\nurl = "{self.store.address()}"\nmedia = "{self.folder}/media"\nconnections = 3\n'
        for machine in self.machines:
            machine.write_settings(toml.replace("[http]\n", store + "[http]\n", 1))

    def write_secret(self, name, text):
        for machine in self.machines:
            machine.write_secret(name, text)

    # Lifecycle

    def start(self, seconds=TAKEOVER_SECONDS):
        """Starts those that do not run, and waits until one of them works."""
        for machine in self.machines:
            if not machine.is_alive:
                machine.launch()
        try:
            wait_until(self._has_come_up, seconds, "galleyd's first answer", pause=0.05)
        except TimeoutError as error:
            raise RuntimeError(f"{error}\n{self.log_end()}") from None
        if self.frozen is not None:
            self._thaw()

    def _has_come_up(self):
        for machine in self.machines:
            if machine is not self.frozen and machine.is_alive and works(machine.desk):
                self.active = machine
                return True
            if not machine.is_alive:
                machine.launch()
        return False

    def _thaw(self):
        """The one that was stopped finds that it has been superseded, and ends."""
        frozen, self.frozen = self.frozen, None
        frozen.process.send_signal(signal.SIGCONT)
        try:
            status = frozen.process.wait(20)
        except subprocess.TimeoutExpired:
            raise RuntimeError(f"A daemon that was superseded goes on.\n{frozen.log_end()}") from None
        if status != 1:
            raise RuntimeError(f"A daemon that was superseded ended with {status}.\n{frozen.log_end()}")
        frozen.launch()

    def kill(self):
        """Does something to the daemon that works, or to the database under it; returns what."""
        fault = self.random.choice(["killed", "killed", "both", "frozen", "database", "cut", "promoted"])
        if fault == "promoted" and self.store.standby is None:
            fault = "database"
        self.faults.append(fault)
        if fault == "frozen" and self.active.is_alive:
            self.active.process.send_signal(signal.SIGSTOP)
            self.frozen = self.active
            return fault
        if fault == "cut":
            self.store.cut()
        elif fault in ("database", "promoted"):
            (self.store.kill if fault == "database" else self.store.promote)()
        else:
            for machine in self.machines if fault == "both" else [self.active]:
                machine.kill()
        return fault

    def terminate(self, seconds):
        """Ends both, the one that works last; else the other one would take over."""
        took = 0
        for machine in sorted(self.machines, key=lambda machine: machine is self.active):
            if machine.is_alive:
                took = machine.terminate(seconds)
        return took

    def close(self):
        for machine in self.machines:
            if machine.process is not None:
                machine.process.send_signal(signal.SIGCONT)
            machine.kill()
        self.store.stop()

    def log_end(self, characters=4000):
        return "\n".join(f"{machine.folder.name}: {machine.log_end(characters)}" for machine in self.machines)

    def __getattr__(self, name):
        """All else is that of the one that works."""
        return getattr(self.active, name)

    @property
    def starts(self):
        return sum(machine.starts for machine in self.machines) - 1
