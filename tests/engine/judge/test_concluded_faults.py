"""A fault that was seen counts at once; one that was only concluded waits for a person."""

from dataclasses import replace

import pytest

from engine.announce import announce
from engine.announcement import KEYS
from engine.formats.notation_events import event_text, parse_event
from engine.journal.record import event_from_json, event_to_json
from engine.judge.believable import rests_on_concluded, stands_however_read, weighed
from engine.judge.ruling import penalty_of
from engine.rules import load_ruleset
from engine.table.apply import apply, new_table
from engine.table.events import ChowClaimed, FaultFound, KongDeclared, TileDiscarded, TileDrawn, Won
from engine.tiles import EngineError

MCR = load_ruleset("mcr")
DEAD = FaultFound("S004-51", 2, ("3m",), "dead_hand", "discard_without_draw")
CASES = [
    pytest.param(None, None, True, id="told by a person, or in an old journal"),
    pytest.param("seen", None, True, id="seen"),
    pytest.param("concluded", None, False, id="concluded"),
    pytest.param("concluded", "upheld", True, id="concluded and upheld"),
    pytest.param("concluded", "dismissed", False, id="concluded and dismissed"),
    pytest.param("seen", "dismissed", False, id="seen and dismissed"),
]


@pytest.mark.parametrize(("evidence", "verdict", "counts"), CASES)
def test_a_concluded_fault_kills_a_hand_only_when_it_is_upheld(evidence, verdict, counts):
    found = replace(DEAD, evidence=evidence, verdict=verdict)
    assert found.counts is counts
    assert apply(new_table(MCR), found).seats[2].is_dead_hand is counts


@pytest.mark.parametrize(("evidence", "verdict", "counts"), CASES)
def test_a_concluded_fault_moves_no_point_until_it_is_upheld(evidence, verdict, counts):
    found = FaultFound("S004-64", 1, (), "penalty", "false_win", verdict, evidence)
    assert bool(penalty_of(new_table(MCR), found)) is counts


def test_a_concluded_fault_is_told_in_other_words_until_a_person_has_judged_it():
    table = new_table(MCR)

    def key(**values):
        (told,) = announce(table, found := replace(DEAD, **values), apply(table, found))
        assert tuple(name for name, _ in told.values) == KEYS[told.key]
        return told.key

    assert key(evidence="seen") == key() == "fault"
    assert key(evidence="concluded") == "fault.concluded"
    assert key(evidence="concluded", verdict="upheld") == "fault.upheld"
    assert key(evidence="concluded", verdict="dismissed") == "fault.dismissed"


@pytest.mark.parametrize("evidence", [None, "seen", "concluded"])
def test_how_a_fault_was_come_by_goes_over_the_wire_and_back(evidence):
    found = replace(DEAD, evidence=evidence)
    assert event_from_json(event_to_json(found)) == found
    assert parse_event(event_text(found)) == found


def test_a_fault_of_an_old_journal_reads_as_it_stood():
    told = {"type": "fault", "rule": "S004-51", "seat": 2, "tiles": ["3m"]}
    told |= {"consequence": "dead_hand", "name": "discard_without_draw"}
    assert event_from_json(told) == DEAD
    assert apply(new_table(MCR), event_from_json(told)).seats[2].is_dead_hand


def test_no_other_word_is_taken_for_how_a_fault_was_come_by():
    with pytest.raises(EngineError, match="evidence: expected 'seen' or 'concluded'"):
        event_from_json({**event_to_json(DEAD), "evidence": "guessed"})


OUT_OF_TURN = FaultFound("S002-34", 2, (None,), "put_back", "kong_out_of_turn", None, "concluded")
KONG = KongDeclared(2, "concealed", None)


@pytest.mark.parametrize(
    ("events", "rests"),
    [
        pytest.param((KONG, OUT_OF_TURN, TileDrawn(2, "tail")), True, id="its turn is concluded too"),
        pytest.param((KONG, replace(OUT_OF_TURN, verdict="upheld"), TileDrawn(2, "tail")), False, id="ruled"),
        pytest.param((KONG, replace(OUT_OF_TURN, evidence="seen"), TileDrawn(2, "tail")), False, id="seen"),
        pytest.param((KONG, OUT_OF_TURN, TileDrawn(2, "tail"), TileDiscarded(2, "1m")), False, id="later"),
        pytest.param((KONG, TileDrawn(2, "tail")), False, id="nothing wrong"),
        pytest.param((KONG, replace(OUT_OF_TURN, name="fifth_copy")), False, id="only a face in doubt"),
    ],
)
def test_what_follows_a_concluded_act_rests_on_it(events, rests):
    assert rests_on_concluded(events) is rests


@pytest.mark.parametrize(("tile", "evidence"), [("7s", "seen"), (None, "concluded")])
def test_whose_unread_discard_was_taken_is_only_concluded(tile, evidence):
    claim = ChowClaimed(3, 1, tile, ("7s", "8s", "9s"))
    found = FaultFound("S002-32", 3, (tile,), "void", "chow_not_from_left")
    (told,) = weighed(new_table(MCR), claim, [found], True)
    assert told.evidence == evidence


HAND = ("1m", "1m", "1m", "2p", "3p", "4p", "6s", "7s", "8s", "5z", "5z", "1z", "9s")


@pytest.mark.parametrize(
    ("doubtful", "stands", "evidence"),
    [
        pytest.param([], True, "seen", id="every tile is read"),
        pytest.param([("1z", ["9m"])], True, "concluded", id="no face it may have helps"),
        pytest.param([("1z", ["9m", "9s"])], False, "concluded", id="with one and a misread tile it wins"),
        pytest.param([("1z", [])], False, "concluded", id="it may be anything"),
        pytest.param([(None, [])], False, "concluded", id="nobody could read it"),
    ],
)
def test_a_false_win_with_a_doubtful_tile_is_told_when_no_face_of_it_wins(doubtful, stands, evidence):
    """Two tiles are missing for a fourth set."""
    won, found = Won(0, "4m", None, HAND), FaultFound("S000-31", 0, (), "chombo", "false_win")
    assert stands_however_read(new_table(MCR), won, found, doubtful) is stands
    (told,) = weighed(new_table(MCR), won, [found], True, len(doubtful))
    assert told.evidence == evidence
