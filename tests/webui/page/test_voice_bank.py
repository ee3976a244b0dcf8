"""The voice that ships: each clip is of the right length and loudness, every announcement is covered."""

import itertools
import json
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.announcement import tell
from engine.tiles import ALL_FACES
from tests.bench.pages.list_clips import heard
from webui.page.voiced import recorded
from webui.text.story import Line
from webui.text.telling import OF_ONE_TILE, told_json
from webui.voice.bank import BANK, bank_of, clips_of, pack_path, spoken_languages
from webui.words import languages, load_words

MOST_BYTES = 8_000_000
LANGUAGES = spoken_languages()
PACKS = {bank_of(language).pack: bank_of(language) for language in LANGUAGES}


def clips_in(bank):
    return sorted(
        {
            clip
            for each in LANGUAGES
            if bank_of(each).pack == bank.pack
            for clip in bank_of(each).clips.values()
        }
    )


def test_every_language_that_is_recorded_is_one_of_the_pages():
    assert {"en", "ja", "zh-Hans", "zh-Hant"} <= set(LANGUAGES) <= set(languages())


def test_a_language_that_nobody_recorded_is_left_to_the_devices_own_voice():
    words = replace(load_words("en"), language="ko")
    assert clips_of(words["page.sound_is_on"], "ko") is None
    assert recorded(words) == {}


def test_all_of_it_is_small():
    assert sum(pack_path(name).stat().st_size for name in PACKS) <= MOST_BYTES


@pytest.mark.parametrize("bank", PACKS.values(), ids=PACKS.keys())
def test_the_clips_fill_their_pack_without_gaps(bank):
    end = 0
    for offset, length in clips_in(bank):
        assert offset == end
        end += length
    assert end == pack_path(bank.pack).stat().st_size


@pytest.mark.parametrize("bank", PACKS.values(), ids=PACKS.keys())
def test_each_clip_has_its_length_loudness_and_little_silence(bank):
    wrong = []
    for clip in clips_in(bank):
        text = (
            next(text for text, each in bank_of(bank.language).clips.items() if each == clip)
            if clip in bank.clips.values()
            else "?"
        )
        one = heard(bank, clip)
        found = {
            "seconds": (one.length_s, 0.15, 4.5),
            "loudness": (one.loudness_db, -23.5, -17.5),
            "peak": (one.peak, 0.1, 1.0),
            "silence before": (one.before_s, 0.0, 0.2),
            "silence after": (one.after_s, 0.0, 0.45),
            "voiced": (one.voiced_share, 0.35, 1.0),
            "zero": (abs(one.mean), 0.0, 0.02),
        }
        wrong += [
            (text, clip, what, round(float(is_), 3))
            for what, (is_, least, most) in found.items()
            if not least <= is_ <= most
        ]
    assert wrong == []


WHO = {"seat": 0, "giver": 1, "winner": 2, "dealer": 3, "side": 1, "to_side": 2}
VALUES = {
    **WHO,
    "prevalent_wind": 0,
    "number": 3,
    "pips": (3, 4),
    "total": 7,
    "stack": 12,
    "to_stack": 13,
    "count": 18,
    "kind": "exhaustive",
    "payments": (8000, -2600, -2700, -2700),
    "totals": (33000, 22400, 22300, 22300),
    "value": 5200,
}
NOT_RECORDED = {
    "fault",
    "entry_amended",
    "entry_was",
    "entry_undone",
    "entry_changed",
    "change_seats",
    "seats_changed",
    "east_told",
}
KEYS = sorted(
    key.removeprefix("announce.")
    for key in json.loads((BANK.parents[1] / "words" / "en" / "table" / "announce.json").read_text())
)


def spoken(key, language, **values):
    return told_json(Line(tell(key, **{**VALUES, "tile": "3s", **values}), 0), load_words(language))


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_announcement_of_the_closed_vocabulary_is_recorded(language):
    silent = {
        key
        for key in KEYS
        if key not in NOT_RECORDED and key != "score"
        for told in [spoken(key, language)]
        if told["spoken"] and not told["clips"]
    }
    assert silent == set()


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_tile_from_every_seat_is_recorded(language):
    for face, seat in itertools.product((*sorted(ALL_FACES), None), range(4)):
        assert spoken("discarded", language, tile=face, seat=seat)["clips"], (face, seat)


@pytest.mark.parametrize("language", LANGUAGES)
def test_of_a_score_as_much_is_said_as_is_recorded(language):
    told = spoken("score", language, unit="han", fu=40, value=3, patterns=("a_pattern_nobody_recorded",))
    assert told["clips"]
    assert (
        spoken("score", language, unit="han", fu=40, value=3, patterns=())["clips"][: len(told["clips"])]
        == told["clips"]
    )


@given(st.sampled_from(LANGUAGES), st.integers(0, 999_999))
def test_any_score_can_be_said(language, points):
    assert spoken("scores_changed", language, payments=(points, -points, 0, 0))["clips"]


def test_a_sentence_with_a_name_or_a_fault_is_not_half_said():
    assert clips_of("Aiko discards 3 bamboo", "en") is None
    assert clips_of("East discards 3 bamboo!", "en") == clips_of("East discards 3 bamboo", "en")
    assert clips_of("Easter discards", "en") is None


def test_both_ways_of_writing_chinese_say_the_same():
    for face in ALL_FACES:
        one = load_words("zh-Hans")[f"tile.{face}"]
        other = load_words("zh-Hant")[f"tile.{face}"]
        assert clips_of(one, "zh-Hans") == clips_of(other, "zh-Hant"), face


def test_a_language_without_a_voice_is_told():
    with pytest.raises(KeyError, match="nothing is recorded in 'xx'"):
        bank_of("xx")


def test_a_hopeless_sentence_is_told_at_once():
    assert clips_of("东" * 400 + "x", "zh-Hans") is None


def test_players_who_have_names_are_called_by_their_winds():
    line = Line(tell("discarded", seat=0, tile="3s"), 0)
    named = told_json(line, load_words("zh-Hans"), ("Aiko", "Ben", "Chen", "Dana"))
    assert "Aiko" in named["text"]
    assert named["clips"] == told_json(line, load_words("zh-Hans"))["clips"]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("key", sorted(OF_ONE_TILE))
def test_while_nobody_knows_who_is_east_an_act_is_said_by_its_call_and_its_tile(key, language):
    line = Line(tell(key, **VALUES, tile="5p", tiles=("5p",) * 3), None)
    words = load_words(language)
    clips, tile = told_json(line, words)["clips"], list(clips_of(words["tile.5p"], language))
    assert clips[-len(tile) :] == tile
    assert len(clips) > 1 or key == "discarded"
