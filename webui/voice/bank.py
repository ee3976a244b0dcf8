"""Which recorded clips say a sentence: it is cut into recorded pieces, numbers into number words."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path

from webui.voice.numbers import number_words

BANK = Path(__file__).parent / "bank"
PACKS = Path(__file__).parents[1] / "static" / "voice"
BETWEEN = re.compile(r"[\s,，、：:；;。.（）()×!！]+")
NUMBER = re.compile(r"[+−-]?\d[\d,]*(?:\.\d+)?")
LETTER = re.compile(r"[A-Za-z0-9]")
MOST_SAID = 4096

Clip = tuple[int, int]
"""Where a clip lies in its pack: offset and length, bytes. It is an Ogg Opus file."""


@dataclass(frozen=True, slots=True)
class Bank:
    """The clips of one written language: the pack they lie in, and the clip of each text."""

    language: str
    pack: str
    clips: Mapping[str, Clip]
    longest: int


@cache
def spoken_languages() -> tuple[str, ...]:
    """The written languages that have recorded pieces."""
    return tuple(sorted(path.stem for path in BANK.glob("*.json")))


@cache
def bank_of(language: str) -> Bank:
    """The recorded pieces of `language`; KeyError for one that has none."""
    if language not in spoken_languages():
        raise KeyError(f"nothing is recorded in {language!r}")
    fields = json.loads((BANK / f"{language}.json").read_text(encoding="utf-8"))
    clips = {text: (int(at), int(length)) for text, (at, length) in fields["clips"].items()}
    return Bank(language, fields["pack"], clips, max(map(len, clips)))


def pack_path(name: str) -> Path:
    """The file of a pack."""
    return PACKS / name


def clip_bytes(bank: Bank, clip: Clip) -> bytes:
    """One clip, an Ogg Opus file."""
    with pack_path(bank.pack).open("rb") as pack:
        pack.seek(clip[0])
        return pack.read(clip[1])


@lru_cache(maxsize=MOST_SAID)
def clips_of(sentence: str, language: str, *, in_part: bool = False) -> tuple[Clip, ...] | None:
    """The clips that say all of `sentence`, in order; None where a piece of it, or the
    language, is not recorded.

    `in_part`: as much of its beginning as is recorded, as far as the last mark between pieces.
    """
    if language not in spoken_languages():
        return None
    bank = bank_of(language)
    whole = _said(sentence, 0, bank, set())
    if whole is not None or not in_part:
        return whole
    for mark in reversed(list(BETWEEN.finditer(sentence))):
        begin = _said(sentence[: mark.start()], 0, bank, set())
        if begin:
            return begin
    return None


def _said(sentence: str, at: int, bank: Bank, hopeless: set[int]) -> tuple[Clip, ...] | None:
    """What stands from `at` on, longest pieces first; `hopeless`: places from which it was tried in vain."""
    between = BETWEEN.match(sentence, at)
    if between:
        at = between.end()
    if at == len(sentence):
        return ()
    if at not in hopeless:
        for end, clips in _next(sentence, at, bank):
            rest = _said(sentence, end, bank, hopeless)
            if rest is not None:
                return (*clips, *rest)
        hopeless.add(at)
    return None


def _next(sentence: str, at: int, bank: Bank) -> Iterator[tuple[int, tuple[Clip, ...]]]:
    for end in range(min(len(sentence), at + bank.longest), at, -1):
        text = sentence[at:end]
        if text in bank.clips and not _cuts_a_word(sentence, end):
            yield end, (bank.clips[text],)
    number = NUMBER.match(sentence, at)
    words = number_words(number[0], bank.language) if number else None
    if number and words is not None and all(f"#{word}" in bank.clips for word in words):
        yield number.end(), tuple(bank.clips[f"#{word}"] for word in words)


def _cuts_a_word(sentence: str, end: int) -> bool:
    return (
        end < len(sentence)
        and LETTER.match(sentence[end - 1]) is not None
        and LETTER.match(sentence[end]) is not None
    )
