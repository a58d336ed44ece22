#!/usr/bin/python3
"""Runs libFuzzer on every parser of external input, and prints the input that crashed one.

    make fuzz                                     a minute for each reader, two at a time
    Tests/Fuzz/fuzz.py --only html --seconds 600  one of them, longer

`make fuzz` builds the program into .build-fuzz. An input that crashes a reader, takes longer than ten seconds or more
than 2 GB is printed as base64: add it to the tests of its room. Afterwards some of the inputs are repeated up to the
largest size that the reader accepts. For each byte, such an input may take as many times the work of hashing it as
work.json says. Ends with "Fuzz: N passed, N failed".
"""

import argparse
import base64
import hashlib
import io
import json
import os
import struct
import subprocess
import sys
import tarfile
import tempfile
import time
import zlib
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

TESTS = Path(__file__).resolve().parent.parent
BYTES_MAX = {"picture": 65_536, "tar": 65_536}
WORK = json.loads(Path(__file__).with_name("work.json").read_text())
# How many inputs are grown. One of the largest takes up to two minutes with AddressSanitizer.
GROWN = 4
# How many times slower AddressSanitizer makes a reader, but not the hash.
SANITIZED = 10


def main():
    options = parse()
    program = options.programs / "galley-fuzz"
    if not program.exists():
        print(f"{program} is not there. Run `make fuzz`, which builds it.", file=sys.stderr)
        return 69
    kinds = options.only or sorted(SEEDS)
    with ThreadPoolExecutor(2) as pool:
        passed = list(pool.map(lambda kind: fuzz(program, kind, options.seconds), kinds))
    print(f"Fuzz: {passed.count(True)} passed, {passed.count(False)} failed")
    return 0 if all(passed) else 1


def parse():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", nargs="+", choices=sorted(SEEDS), metavar="READER")
    parser.add_argument("--programs", type=Path, default=TESTS.parent / ".build-fuzz/release", metavar="FOLDER")
    parser.add_argument("--seconds", type=int, default=60, help="for each reader")
    return parser.parse_args()


def fuzz(program, kind, seconds):
    """Whether the reader survived every input."""
    with tempfile.TemporaryDirectory(prefix="galley-fuzz-") as folder:
        corpus, found = Path(folder, "corpus"), Path(folder, "found")
        corpus.mkdir(), found.mkdir()
        for number, seed in enumerate(SEEDS[kind]()):
            (corpus / str(number)).write_bytes(seed)
        ran = subprocess.run(
            [program, f"-max_total_time={seconds}", "-timeout=10", "-rss_limit_mb=2048", "-malloc_limit_mb=1024",
             f"-max_len={BYTES_MAX.get(kind, 16_384)}", f"-artifact_prefix={found}/", corpus],
            env={**os.environ, "GALLEY_FUZZ": kind, "ASAN_OPTIONS": "detect_leaks=0"}, stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT, text=True, errors="replace", timeout=seconds * 2 + 60)
        inputs = [path.read_bytes() for path in found.iterdir()]
        heavy = grown(program, kind, sorted(corpus.iterdir(), key=lambda path: path.stat().st_size), Path(folder))
    last = next((line for line in reversed(ran.stdout.splitlines()) if line.startswith("Done")), "")
    for words in heavy:
        print(f"✘ {kind}: {words}", flush=True)
    if ran.returncode == 0 and not inputs:
        if heavy:
            return False
        print(f"  {kind}: {last}", flush=True)
        return True
    print(f"✘ {kind}: the reader ended with {ran.returncode}.\n{ran.stdout[-3000:]}", flush=True)
    for each in inputs:
        print(f"    {len(each)} bytes: {base64.b64encode(each).decode()[:4000]}", flush=True)
    return False


def grown(program, kind, paths, folder):
    """What is wrong with the work for some of these inputs, repeated up to the largest size."""
    bound, wrong = WORK[kind], []
    for path in paths[::max(1, len(paths) // GROWN)]:
        seed = path.read_bytes()
        if not seed:
            continue
        large = folder / "large"
        large.write_bytes(seed * (bound["bytes"] // len(seed)))
        code, said, took = run([program, "-timeout=300", "-rss_limit_mb=4096", large], kind, folder / "said")
        if "Executed " not in said:
            wrong.append(f"{large.stat().st_size} bytes ended with {code}\n{said[-2000:]}")
            continue
        times = took / hashing(large.read_bytes()) / SANITIZED
        if times > bound["times"]:
            wrong.append(f"{large.stat().st_size} bytes take {times:.0f} times the work of hashing: "
                         f"{base64.b64encode(seed).decode()[:4000]}")
    return wrong


def run(command, kind, log):
    """The exit status, the output, and the CPU time in seconds: other work beside it does not count."""
    with open(log, "wb") as output:
        process = subprocess.Popen(command, stdout=output, stderr=subprocess.STDOUT,
                                   env={**os.environ, "GALLEY_FUZZ": kind, "ASAN_OPTIONS": "detect_leaks=0"})
    _, status, used = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    return process.returncode, log.read_text(errors="replace"), used.ru_utime + used.ru_stime


def hashing(data):
    """The seconds of CPU that SHA-512 takes, at least those of a millisecond, which is what libFuzzer can tell."""
    start = time.thread_time()
    hashlib.sha512(data).digest()
    return max(time.thread_time() - start, 1e-3 / SANITIZED)


# The initial corpus: small inputs of each shape that a reader knows.

def files(*patterns):
    return lambda: [path.read_bytes()[:16_384] for pattern in patterns for path in TESTS.glob(pattern) if path.is_file()]


def texts(*words):
    return lambda: [word.encode() for word in words]


def requests():
    yield json.dumps({"title": "A", "body": "B", "tags": ["c"], "date": "2026-12-01 09:00", "zone": "Europe/Lisbon",
                      "overrides": {"blog": {"text": "x", "language": "pt"}}}).encode()
    yield json.dumps({"to": ["blog"], "at": "+2h", "rehearse": True}).encode()
    yield json.dumps({"command": "pin", "panel": "date", "side": "left", "size": [1, 2.5e300]}).encode()
    yield b"null"


def arrangements():
    for row in json.loads((TESTS / "Vectors/panels.json").read_text())["cases"]:
        text = json.dumps(row)
        if '"classes"' in text and len(text) < 16_384:
            yield text.encode()
    yield json.dumps({"version": 1, "classes": {"wide": {"panels": {"date": {"place": "left", "size": [300, 200]}}}}}).encode()


def tars():
    for name, content in [("galley-backup.json", b'{"version":"0.1.0","schema":1}'), ("a" * 150, b"x" * 600)]:
        file = io.BytesIO()
        with tarfile.open(fileobj=file, mode="w", format=tarfile.PAX_FORMAT) as archive:
            entry = tarfile.TarInfo(name)
            entry.size = len(content)
            archive.addfile(entry, io.BytesIO(content))
        yield file.getvalue()


def tomls():
    yield (TESTS.parent / "config/galley.toml").read_bytes()[:16_384].replace(b"\n#", b"\n")
    yield b"a.'b' = [1_0, 0xF, -1e-3, inf, true, {c = 1979-05-27 07:32:00.5Z}]\n[d.\"e\\u00e9\"]\nf = '\\'\n[[g]]\n"
    yield b'h = """\\\n  i"""\r\n[[g.j]] # k\nl = 07:32:00\n'


def pictures():
    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
    head = struct.pack(">IIBBBBB", 2, 2, 8, 2, 0, 0, 0)
    yield b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(bytes(14))) + chunk(b"IEND", b"")
    exif = b"Exif\0\0II*\0\x08\0\0\0\x01\0\x12\x01\x03\0\x01\0\0\0\x06\0\0\0\0\0\0\0"
    frame = b"\xff\xc0" + struct.pack(">HBHHBBBB", 11, 8, 2, 2, 1, 1, 0x11, 0)
    yield b"\xff\xd8\xff\xe1" + struct.pack(">H", len(exif) + 2) + exif + frame + b"\xff\xda\0\x08\1\1\0\0?\0\0\xff\xd9"
    yield b"GIF89a\2\0\2\0\x80\0\0\0\0\0\xff\xff\xff,\0\0\0\0\2\0\2\0\0\2\2D\1\0;"
    body = b"WEBPVP8X" + struct.pack("<I", 10) + b"\x08\0\0\0\1\0\0\1\0\0" + b"EXIF" + struct.pack("<I", 4) + b"abcd"
    yield b"RIFF" + struct.pack("<I", len(body)) + body


SEEDS = {
    "arrangement": arrangements,
    "atom": files("MovingTests/Samples/atom.xml", "MovingTests/Samples/blogger.xml"),
    "feed": files("MovingTests/Samples/feed.json"),
    "front-matter": files("FrontMatterTests/Samples/*/*", "FrontMatterTests/Samples/*/*/*"),
    "ghost": files("MovingTests/Samples/ghost*.json"),
    "html": texts("<p>a <em>b</em><ul><li>c</ul><pre><code>d</code></pre>", "<a href='x'>&amp;&#x41;</a><img src=y alt=z>",
                  "<!-- wp:paragraph --><p>x</p><!-- /wp:paragraph -->[caption]<img src='a'/> b[/caption]"),
    "markdown": texts("# a\n\n* b\n  1. c\n\n> d\n", "|a|b|\n|-|-|\n|c|d|\n", "[^1] ![x](y) `z` ~~q~~ www.example.org)\n\n[^1]: n\n",
                      "“a” -- 'b' ... <b>x</b>\n```swift\ny\n```\n"),
    "obsidian": texts("![[x.png|100]] [[a#b|c]] %%d%% #tag ==e==\n> [!note] f\n> g\n", "- [ ] [[b/a]]\n```\n[[a]]\n```\n$$h$$ ^i\n"),
    "picture": pictures,
    "python": texts("A = ('b',\n  {'c': r\"d\"}, [1, True])  # e\nfrom f import *\n",
                    "POSTS = (\n    ('p/*.md', 'p', 't'),\n)\nif x:\n  A += '''b'''\n"),
    "request": requests,
    "shortcodes": files("MovingTests/Samples/Blogs/*/*.md"),
    "tar": tars,
    "toml": tomls,
    "wxr": files("MovingTests/Samples/*.xml", "MovingTests/Samples/Blogs/*.xml"),
}

if __name__ == "__main__":
    sys.exit(main())
