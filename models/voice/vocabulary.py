"""What is recorded: every announcement in pieces said in one breath, with each wind, tile and number.

A piece holds at most one wind. Tiles, kinds of draw and numbers are pieces of their own.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from string import Formatter

WORDS = Path(__file__).parents[2] / "webui" / "words"
SEATS = frozenset({"seat", "giver", "winner", "dealer", "side", "to_side"})
"""Called by their winds: names of players are not recorded."""
NOT_SPOKEN = frozenset({"turn", "discard_due", "replacement_taken"})
NOT_CLOSED = frozenset({"fault", "east_told", "entry_amended", "entry_was", "entry_undone", "entry_changed"})
"""They hold sentences, names, places or rule numbers."""
MARKS = ",，、：:；;。.（）()×"
STACKS = {
    "en": r"stack \{(?:to_)?stack\}",
    "ja": r"\{(?:to_)?stack\}列目",
    "zh-Hans": r"第\{(?:to_)?stack\}墩",
    "zh-Hant": r"第\{(?:to_)?stack\}墩",
}
"""A stack and its number are said in one breath."""
BREATHS: Mapping[str, tuple[tuple[str, str], ...]] = {
    "en": (("{wind} ", "{wind}, "),),
    "ja": (("{wind}家 ", "{wind}家、"), ("{wind}家が", "{wind}家が、"), ("{wind}家から", "{wind}家から、")),
    "zh-Hans": (),
    "zh-Hant": (),
}
"""Where a speaker may breathe: what follows there is recorded once and not for each wind."""
MOST_STACKS = 18


def pieces(language: str) -> Iterator[str]:
    """Every text of `language` that is recorded, what is said most often first."""
    templates = _words(language, "announce")
    tiles = _words(language, "tiles")
    winds = [tiles[f"wind.{number}"] for number in range(4)]
    for key, text in tiles.items():
        if key.startswith(("tile.", "wind.")):
            yield text
    yield _words(language, "page")["page.sound_is_on"]
    yield _words(language, "page")["page.and"].strip()
    for key, template in templates.items():
        if key.removeprefix("announce.") not in NOT_SPOKEN | NOT_CLOSED:
            yield from _of_template(_by_wind(template, tiles["seat.called"]), winds, language)
    yield from _stacks(language)
    for key, text in tiles.items():
        if key.startswith("kind."):
            yield text
    for key, template in _words(language, "score_card").items():
        if key.startswith("score.value."):
            yield from _of_template(template, winds, language)


def _words(language: str, name: str) -> dict[str, str]:
    found: dict[str, str] = json.loads(
        next((WORDS / language).rglob(f"{name}.json")).read_text(encoding="utf-8")
    )
    return found


def _by_wind(template: str, called: str) -> str:
    for name in SEATS:
        template = template.replace(f"{{{name}}}", called)
    return template.replace("{prevalent_wind}", "{wind}")


def _stacks(language: str) -> Iterator[str]:
    shape = re.sub(r"\\|\(\?:to_\)\?", "", STACKS[language])
    return (shape.replace("{stack}", str(number)) for number in range(1, MOST_STACKS + 1))


def _of_template(template: str, winds: list[str], language: str) -> Iterator[str]:
    cut = re.sub(STACKS[language], "{number}", template)
    for before, after in BREATHS[language]:
        cut = cut.replace(before, after)
    found: list[str] = [""]
    for literal, name, _, _ in Formatter().parse(cut):
        for part in re.split(f"([{MARKS}])", literal):
            if part and part in MARKS:
                found.append("")
            else:
                found[-1] += part
        if name == "wind":
            if "\0" in found[-1]:
                found.append("")
            found[-1] += "\0"
        elif name is not None:
            found += ["\1", ""]
    kept = [each.strip() for each in found if each.strip()]
    for each in kept:
        if each != "\1":
            yield from (each.replace("\0", wind) for wind in (winds if "\0" in each else [""]))
