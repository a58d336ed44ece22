"""The browser of the tests: Debian's Chromium, and for most of them the same without its own window and menus.

A page loads in the shell in half the time, and is laid out, painted and run by the same engine.
"""

import shutil
from pathlib import Path

CHROMIUM = "/usr/bin/chromium"
SHELL = "chromium-headless-shell"


def executable(whole=False):
    """The path of the shell, or of Chromium if that is asked for or alone is installed."""
    return (None if whole else shutil.which(SHELL)) or CHROMIUM


def arguments(*more):
    return ["--no-sandbox", "--disable-lcd-text", *more]


def launch(playwright, whole=False, show=False):
    return playwright.chromium.launch(executable_path=executable(whole or show), headless=not show, args=arguments())


def check_installed():
    if not Path(CHROMIUM).exists():
        raise FileNotFoundError(f"{CHROMIUM} is not there. Run `make test`, which installs it.")
