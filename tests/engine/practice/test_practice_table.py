"""The table trainer: whole deals without a fault, the same from the same choices, other hands hidden."""

import random

import pytest

from engine.practice.at_table.hint import table_hint
from engine.practice.at_table.play import PASS, TableGame, position
from engine.practice.at_table.position import seen_by
from engine.rules import load_ruleset, ruleset_names
from engine.table.events import SEATS
from engine.tiles import EngineError, plain

ONE, OPEN = frozenset({0}), frozenset(SEATS)


def played(rules, seed, own=ONE, most=120):
    """The choices of a learner who wins when he can and otherwise does anything, and where they lead."""
    chance, chosen = random.Random(seed), []
    for _ in range(most):
        found = position(rules, seed, own, chosen)
        if not found.options:
            break
        wins = [option for option in found.options if option.act == "win"]
        chosen.append((wins or [chance.choice(found.options)])[0].code)
    return chosen, position(rules, seed, own, chosen)


@pytest.mark.parametrize("rules", ruleset_names())
def test_a_deal_is_played_to_its_end_without_a_fault_and_the_same_again(rules):
    rules = load_ruleset(rules)
    chosen, ended = played(rules, 2)
    assert ended.state.phase == "ended"
    assert ended.options == ()
    game = TableGame(rules, 2, ONE, chosen)
    assert game.position() == ended
    assert game._deal.found == []


def test_with_four_open_hands_every_seat_is_asked():
    rules = load_ruleset("hong_kong")
    asked, chosen = set(), []
    for _ in range(12):
        found = position(rules, 5, OPEN, chosen)
        asked |= {option.seat for option in found.options if option.act == "discard"}
        passing = [option for option in found.options if option.code == PASS]
        chosen.append((passing or list(found.options))[0].code)
    assert asked == set(SEATS)


def test_other_hands_are_hidden_until_the_deal_is_over():
    rules = load_ruleset("mcr")
    found = position(rules, 1, ONE, ())
    seen = seen_by(found.state, ONE)
    assert all(tile is None for seat in (1, 2, 3) for tile in seen.seats[seat].standing)
    assert None not in seen.seats[0].standing
    drawn = [note for step in found.steps for note in step.notes if note.name.startswith("draws")]
    assert all(note.tiles == () for note in drawn if dict(note.values)["seat"] != 0)


def test_a_claim_is_explained_with_its_rule():
    rules, told = load_ruleset("mcr"), []
    for seed in range(6):
        chosen = []
        for _ in range(12):
            found = position(rules, seed, ONE, chosen)
            told += [note for step in found.steps for note in step.notes]
            if not found.options:
                break
            chosen.append(found.options[-1].code)
    claims = [note for note in told if note.name.startswith("claims_")]
    assert claims
    assert all(note.rule and note.tiles for note in claims)
    turned = [note for note in told if note.name.startswith("turned_")]
    assert len(turned) == len(claims)
    assert {note.name for note in turned} >= {"turned_left", "turned_middle", "turned_right"}
    assert all(note.rule for note in turned)


@pytest.mark.parametrize(("own", "hands"), [(ONE, 1), (OPEN, 4)], ids=["one", "open"])
def test_before_the_first_move_it_is_said_which_tiles_to_lay(own, hands):
    found = position(load_ruleset("riichi"), 7, own, ())
    notes = found.steps[0].notes
    taken = [note for note in notes if note.name == "take_hand"]
    assert [len(note.tiles) in (13, 14) for note in taken] == [True] * hands
    assert ("others_need_none" in {note.name for note in notes}) == (hands == 1)
    later = position(load_ruleset("riichi"), 7, own, [found.options[-1].code])
    assert all(note.name != "take_hand" for step in later.steps for note in step.notes)


def advised(rules, seed, most=60):
    """The names of the advice on the way of a learner who follows it, and where that leads."""
    names, chosen = [], []
    for _ in range(most):
        found = position(rules, seed, ONE, chosen)
        note = table_hint(found, rules)
        if note is None:
            return names, found
        names.append(note.name)
        by_act = {option.act: option.code for option in found.options}
        discards = [o.code for o in found.options if o.act == "discard" and plain(o.tiles[0]) in note.tiles]
        sets = [option.code for option in found.options if len(option.tiles) == 3]
        wanted = {"hint_win": [by_act.get("win")], "best_discard": discards, "hint_claim": sets}
        chosen.append((wanted.get(note.name) or [PASS])[0])
    return names, found


@pytest.mark.parametrize("name", ["mcr", "doubles", "hong_kong"])
def test_flowers_on_the_table_do_not_stop_the_advice(name):
    rules = load_ruleset(name)
    seeds = range(4)
    flowers = [
        sum(len(seat.flowers) for seat in position(rules, seed, ONE, ()).state.seats) for seed in seeds
    ]
    assert any(flowers)
    for seed in seeds:
        names, found = advised(rules, seed, 8)
        assert names
        assert found.steps


def test_who_follows_the_advice_wins_some_deals():
    rules = load_ruleset("beginner")
    names, won = set(), 0
    for seed in range(4):
        told, ended = advised(rules, seed)
        names |= set(told)
        won += ended.won is not None and ended.won.seat == 0
    assert names == {"best_discard", "hint_claim", "hint_no_claim", "hint_win"}
    assert won >= 1


def test_what_was_not_offered_may_not_be_chosen():
    with pytest.raises(EngineError, match="expected one of"):
        position(load_ruleset("mcr"), 1, ONE, ["discard:9x"])
