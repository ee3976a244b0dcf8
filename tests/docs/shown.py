"""The commands that the documentation shows."""

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PAGES = [
    *(ROOT / name for name in ("README.md", "CONTRIBUTING.md", "models/README.md", "models/MODEL_CARD.md")),
    *sorted((ROOT / "docs").glob("*.md")),
]
OURS = re.compile(r"(\S*/)?(jantaku\b|python3? (tests/|-m (engine|vision|hardware|webui|models|tests)\.))")
NO_COMMAND = ("jantaku finds 1",)
"""The first line of a file."""


def commands():
    """Each command of ours that is shown: its page, and its words as a line."""
    for page in PAGES:
        text = re.sub(r"\\\n\s*", " ", page.read_text(encoding="utf-8"))
        is_fenced, inline = False, []
        for line in text.splitlines():
            is_fenced ^= line.startswith("```")
            if is_fenced or re.match(r" {4}\S", line):
                yield from _if_ours(page, re.sub(r"\s(#\s|\s{2,}|\(auto).*", "", line.strip()))
            else:
                inline.append(line)
        for words in re.findall(r"`([^`]+)`", "\n".join(inline)):
            yield from _if_ours(page, " ".join(words.replace(r"\|", "|").split()))


def _if_ours(page, line):
    line = line.removeprefix("$ ").removeprefix("time ").removeprefix(".venv/bin/")
    if OURS.match(line) and line not in NO_COMMAND and "jantaku_" not in line:
        yield page.name, line


SHOWN = sorted(set(commands()))
A_NAME = re.compile(r"jantaku \S+$")
LINES = sorted({line for _, line in SHOWN if not A_NAME.match(line) or line == "jantaku rulesets"})
"""A name alone (`jantaku serve`) is a mention; what has more words is a command to copy."""
