"""Callers that never stop, with the answers that they got and lost."""

import http.client
import threading

from desk import Gone, Refused
from loopback import wait_until


class Load:
    """Four writers on the Unix socket and four readers on the port, each request on a separate connection."""

    def __init__(self, desk, port, token):
        self._desk, self._port = desk, port
        self._headers = {"Authorization": f"Bearer {token}", "Connection": "close"}
        self._is_over = threading.Event()
        self.made, self.lost = [], []
        self._reads = 0
        tasks = [lambda number=number: self._write(number) for number in range(4)] + [self._read] * 4
        self._callers = [threading.Thread(target=task) for task in tasks]

    def __enter__(self):
        for caller in self._callers:
            caller.start()
        return self

    def __exit__(self, *_):
        self._is_over.set()
        for caller in self._callers:
            caller.join(60)

    def go_on(self, answers=40):
        """Waits for this many more answers for each kind of caller."""
        made, reads = len(self.made) + answers, self._reads + answers
        wait_until(lambda: self.lost or (len(self.made) >= made and self._reads >= reads), 60, "answers under load")

    def _write(self, number):
        count = 0
        while not self._is_over.is_set():
            count += 1
            try:
                draft = {"title": f"{number} {count}", "body": "Words."}
                self.made.append(self._desk.create(draft, f"load-{number}-{count}")["id"])
            except (Gone, Refused) as error:
                self.lost.append(str(error))

    def _read(self):
        while not self._is_over.is_set():
            connection = http.client.HTTPConnection("127.0.0.1", self._port, timeout=40)
            try:
                connection.request("GET", "/v1/posts?limit=1", headers=self._headers)
                answer = connection.getresponse()
                answer.read()
                if answer.status != 200:
                    self.lost.append(f"answered {answer.status}")
                self._reads += 1
            except (OSError, http.client.HTTPException) as error:
                self.lost.append(f"{type(error).__name__} {error}")
            finally:
                connection.close()
