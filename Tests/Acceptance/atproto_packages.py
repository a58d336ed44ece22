"""The packages of PyPI that speak the AT Protocol, in .build, at the versions in atproto_packages.txt."""

import subprocess
import sys
import venv
from pathlib import Path

HERE = Path(__file__).resolve().parent
FOLDER = HERE.parent.parent / ".build/atproto"
WANTED = HERE / "atproto_packages.txt"


def python():
    """The interpreter that has the packages; installs them once."""
    done = FOLDER / "wanted"
    if not done.exists() or done.read_text() != WANTED.read_text():
        print("Installing what speaks the AT Protocol.", flush=True)
        venv.create(FOLDER, clear=True, with_pip=True)
        install = [FOLDER / "bin/pip", "install", "--quiet", "--disable-pip-version-check", "--requirement", WANTED]
        subprocess.run(install, check=True, timeout=300, stderr=subprocess.DEVNULL)
        done.write_text(WANTED.read_text())
    return str(FOLDER / "bin/python")


def run_with_packages(file):
    """Runs a program again with the interpreter that has the packages, unless this is the one."""
    if Path(sys.prefix).resolve() != FOLDER.resolve():
        sys.exit(subprocess.run([python(), "-B", file, *sys.argv[1:]]).returncode)
