"""A receiver of mail: accepts one message by SMTP (RFC 5321) on loopback, and keeps it."""

import socket
import threading


class Letterbox:
    def __enter__(self):
        self._door = socket.create_server(("127.0.0.1", 0))
        self._door.settimeout(60)
        self.port = self._door.getsockname()[1]
        self._lines = []
        self._thread = threading.Thread(target=self._serve, daemon=True)
        self._thread.start()
        return self

    def __exit__(self, *_):
        self._door.close()

    def letter(self):
        """The message with its headers; waits until the sender has disconnected."""
        self._thread.join(60)
        return b"".join(self._lines).decode()

    def _serve(self):
        line, _ = self._door.accept()
        with line, line.makefile("rwb", buffering=0) as words:
            words.write(b"220 letterbox\r\n")
            is_letter = False
            for said in words:
                if is_letter and said != b".\r\n":
                    self._lines.append(said)
                    continue
                is_letter = said.strip().upper() == b"DATA"
                words.write(b"354 go on\r\n" if is_letter else b"250 well\r\n")
                if said.strip().upper() == b"QUIT":
                    return
