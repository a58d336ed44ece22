"""The common part of both browser drivers: the verbs of a window, and where its programs are."""

import base64
import json
import shutil

from loopback import wait_until

KEYS = {"Enter": "\ue007", "Escape": "\ue00c", "Tab": "\ue004", "End": "\ue010", "Shift": "\ue008", "Control": "\ue009"}


def installed(*places):
    """The first of these programs that is installed."""
    found = next((path for path in map(shutil.which, places) if path), None)
    if found is None:
        raise FileNotFoundError(f"There is no {places[0]}. `make acceptance` installs it.")
    return found


class Page:
    """A window of a browser. A driver implements `go`, `script`, `act` and `picture`."""

    def ask(self, expression):
        """The value of an expression in the page, as JSON."""
        return json.loads(self.script(f"JSON.stringify(({expression}) ?? null)"))

    def until(self, expression, seconds=20):
        """Waits until the expression is true in the page, and returns its value."""
        return wait_until(lambda: self.ask(expression), seconds, expression, pause=0.1)

    def type(self, text):
        self.act([{"type": "key", "id": "keys", "actions": [
            {"type": kind, "value": letter.replace("\n", KEYS["Enter"])} for letter in text for kind in ("keyDown", "keyUp")]}])

    def press(self, *names):
        """Presses keys together."""
        keys = [KEYS.get(name, name) for name in names]
        self.act([{"type": "key", "id": "keys", "actions": [{"type": "keyDown", "value": key} for key in keys]
                   + [{"type": "keyUp", "value": key} for key in reversed(keys)]}])

    def drag(self, start, end, steps=8):
        """Presses at `start`, moves to `end` and releases; both are points in the window, and equal for a click."""
        between = [(start[0] + (end[0] - start[0]) * step / steps, start[1] + (end[1] - start[1]) * step / steps)
                   for step in range(1, steps + 1)] if start != end else []
        moves = [{"type": "pointerMove", "x": round(x), "y": round(y), "duration": 20} for x, y in [start, *between]]
        self.act([{"type": "pointer", "id": "mouse", "parameters": {"pointerType": "mouse"}, "actions": [
            moves[0], {"type": "pointerDown", "button": 0}, *moves[1:], {"type": "pause", "duration": 100},
            {"type": "pointerUp", "button": 0}]}])

    def click(self, selector):
        box = self.until(f"(() => {{ const box = document.querySelector({json.dumps(selector)})?.getBoundingClientRect();"
                         " return box?.width && [box.x + box.width / 2, box.y + box.height / 2] })()")
        self.drag(box, box)

    def save_picture(self, path):
        path.write_bytes(base64.b64decode(self.picture()))
