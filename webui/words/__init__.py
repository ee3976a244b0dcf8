"""What the pages say: a folder per language, in it a file per topic. Keys in code, prose only here."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

FOLDER = Path(__file__).parent
DEFAULT_LANGUAGE = "en"


@dataclass(frozen=True, slots=True)
class Words:
    """The words of one language, by key. A missing key raises KeyError; a test keeps them complete."""

    language: str
    by_key: Mapping[str, str]

    def __getitem__(self, key: str) -> str:
        return self.by_key[key]

    def __contains__(self, key: str) -> bool:
        return key in self.by_key

    def say(self, key: str, **values: object) -> str:
        """The sentence of `key` with its places filled in."""
        return self.by_key[key].format_map(values)


@cache
def languages() -> tuple[str, ...]:
    """The languages there is a folder for, as BCP 47 names; the first is the default."""
    found = sorted(path.name for path in FOLDER.iterdir() if any(path.rglob("*.json")))
    return (DEFAULT_LANGUAGE, *(name for name in found if name != DEFAULT_LANGUAGE))


@cache
def load_words(language: str) -> Words:
    """The words of `language`, which must be one of `languages()`, out of all its topics.

    KeyError: there are none.
    """
    if language not in languages():
        raise KeyError(f"no words for {language!r}; there are {', '.join(languages())}")
    by_key: dict[str, str] = {}
    for topic in sorted((FOLDER / language).rglob("*.json")):
        by_key |= json.loads(topic.read_text(encoding="utf-8"))
    return Words(language, by_key)
