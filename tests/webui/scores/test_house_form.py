"""The house rules asked for at the beginning of a game: usual ones first, bounds, what is wrong in words."""

import pytest

from engine.house import settings_of, with_settings
from engine.rules import load_ruleset, ruleset_names
from engine.tiles import EngineError
from webui.rules.house_form import OPTIONS, form_of, usual_and_more, why_not
from webui.words import languages, load_words


def names_of(fields):
    return [field.name for field in fields]


@pytest.mark.parametrize("name", ruleset_names())
def test_few_settings_are_asked_at_once_and_each_once(name):
    base = load_ruleset(name)
    usual, more = usual_and_more(base, base)
    rest = [field.name for fields in more.values() for field in fields]
    assert 3 <= len(usual) <= 9
    assert sorted(names_of(usual) + rest) == sorted(
        field.name for fields in form_of(base, base).values() for field in fields
    )
    assert not any(field.is_changed for field in usual)


@pytest.mark.parametrize(
    ("rules", "asked", "not_asked"),
    [
        ("riichi", {"place_bonus", "return_points", "red_fives", "rounds", "kuitan"}, {"minimum"}),
        ("mcr", {"minimum", "rounds", "flowers"}, {"red_fives", "place_bonus", "ready_stick"}),
        ("hong_kong", {"minimum", "starting_points", "several_winners"}, {"red_fives", "kuitan"}),
        ("beginner", {"minimum"}, {"flowers"}),
    ],
)
def test_each_rule_set_asks_for_its_own(rules, asked, not_asked):
    base = load_ruleset(rules)
    usual = set(names_of(usual_and_more(base, base)[0]))
    assert asked <= usual
    assert not usual & not_asked


@pytest.mark.parametrize("name", ruleset_names())
def test_every_number_has_its_bounds_and_the_rule_set_lies_within(name):
    base = load_ruleset(name)
    for fields in form_of(base, base).values():
        for field in fields:
            if field.kind == "number" and field.value != "":
                assert field.low <= float(field.value) <= field.high, field.name


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize(
    ("settings", "field"),
    [
        ({"red_fives": 9}, "red_fives"),
        ({"rounds": "many"}, "rounds"),
        ({"place_bonus": [15, 5, -5, -10]}, "place_bonus"),
        ({"return_points": 20_000}, "return_points"),
        ({"honba_payment": 250}, "honba_payment"),
        ({"ready_stick": 900}, "ready_stick"),
        ({"draw_payment": 1000}, "draw_payment"),
        ({"minimum": 5}, "minimum"),
    ],
    ids=lambda value: value if isinstance(value, str) else next(iter(value)),
)
def test_what_cannot_be_is_told_with_the_settings_own_name(language, settings, field):
    base, words = load_ruleset("riichi"), load_words(language)
    with pytest.raises(EngineError) as wrong:
        with_settings(base, settings)
    named, told = why_not(wrong.value, base, words)
    assert named == field
    assert told.startswith(words[f"house.{field}"])


def test_options_of_the_scoring_come_back_from_the_book():
    base = load_ruleset("riichi")
    played = with_settings(base, {"scoring_options": dict.fromkeys(OPTIONS["riichi"], False)})
    kept = settings_of(played, base)
    assert with_settings(base, kept) == played
    shown = {field.name: field for field in usual_and_more(base, played)[0]}
    assert (shown["kuitan"].value, shown["kuitan"].is_changed) == (False, True)
