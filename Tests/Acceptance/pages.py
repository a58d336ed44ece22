"""The pages for users, README.md and those of .readme, whose commands the tests type."""

from pathlib import Path

TOP = Path(__file__).resolve().parent.parent.parent


def pages():
    return "\n".join(path.read_text(encoding="utf-8") for path in [TOP / "README.md", *sorted((TOP / ".readme").glob("*.md"))])
