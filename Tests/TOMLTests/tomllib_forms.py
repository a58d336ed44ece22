"""Reads one base64 text per line and prints tomllib's result: its values in one line, or “!” for a refusal.

`TomllibTests` writes the result of Galley's parser in the same form.
"""

import base64
import datetime
import struct
import sys
import tomllib


def form(value):
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, int):
        return str(value)
    if isinstance(value, float):
        return "nan" if value != value else "f" + struct.pack(">d", value).hex()
    if isinstance(value, str):
        return "s" + value.encode().hex()
    if isinstance(value, (datetime.date, datetime.time)):
        return value.isoformat()
    if isinstance(value, list):
        return "[" + ",".join(map(form, value)) + "]"
    return "{" + ",".join(sorted(f"{key.encode().hex()}:{form(each)}" for key, each in value.items())) + "}"


for line in sys.stdin:
    try:
        print(form(tomllib.loads(base64.b64decode(line).decode())))
    except (ValueError, RecursionError):
        print("!")
