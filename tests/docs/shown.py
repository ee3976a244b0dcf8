"""The commands that the documentation shows."""

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PAGES = [
    *(ROOT / name for name in ("README.md", "CONTRIBUTING.md", "models/README.md", "models/MODEL_CARD.md")),
    *sorted((ROOT / "docs").glob("*.md")),
]
OURS = re.compile(
    r"(\S+/)?(jantaku(-update)?(?= |$)|python3? (tests/|-m (engine|vision|hardware|webui|models|tests)\.)\w)"
)
A_PATH = re.compile(r"(/|~|\$)\S*jantaku$|jantaku finds 1$")
"""A folder of that name; the first line of a file."""
BENCH = re.compile(r"(?:tests/bench/\S+/)?(bench_\w+\.py) -")
"""A measuring that is told of without the word python."""
BLOCK = re.compile(r"\n\s*\n|\n(?=\|)|\n(?=\s*(?:[-*]|\d+\.) )")
"""Between paragraphs, rows of a table and points of a list: what is quoted ends there."""


def commands():
    """Each command of ours that is shown: its page, and its words as a line."""
    for page in PAGES:
        fenced, told = code_and_text(page)
        for line in fenced:
            yield from _if_ours(page, re.sub(r"\s(#\s|\s{2,}|\(auto).*", "", line.strip()))
        for block in BLOCK.split(told):
            for words in re.findall(r"(?<!`)`([^`]+)`", block):
                yield from _if_ours(page, " ".join(words.replace(r"\|", "|").split()))


def code_and_text(page):
    """The lines of a page that are code, and the rest of it."""
    text = re.sub(r"\\\n\s*", " ", page.read_text(encoding="utf-8"))
    is_fenced, fenced, told = False, [], []
    for line in text.splitlines():
        is_fence = line.startswith("```")
        is_fenced ^= is_fence
        is_code = is_fenced or re.match(r" {4}\S", line) is not None
        (fenced if is_code and not is_fence else told).append("" if is_fence else line)
    return fenced, "\n".join(told)


def _if_ours(page, line):
    for before in ("$ ", "time ", "sudo ", ".venv/bin/"):
        line = line.removeprefix(before)
    if bench := BENCH.match(line):
        (found,) = (ROOT / "tests" / "bench").rglob(bench[1])
        line = f"python {found.relative_to(ROOT)} {line[bench.end() - 1 :]}"
    if OURS.match(line) and line != "jantaku" and not A_PATH.match(line):
        yield page.name, line


SHOWN = sorted(set(commands()))
A_NAME = re.compile(r"jantaku( \S+)?$|jantaku-update$")
LINES = sorted({line for _, line in SHOWN if not A_NAME.match(line) or line == "jantaku rulesets"})
"""A name alone (`jantaku serve`) is a mention; what has more words is a command to copy."""
