"""What people say at the page becomes the events that happened."""

import pytest

from engine.ruleset import Ruleset
from engine.table.events import (
    ChowClaimed,
    FlowerDeclared,
    KongClaimed,
    KongDeclared,
    PungClaimed,
    TileDiscarded,
    TileDrawn,
    Won,
)
from engine.table.state import Discard, GameState, SeatState
from engine.tiles import EngineError
from webui.live.acts import ACTS, events_of
from webui.text.said_error import told_in
from webui.words import languages, load_words

RULES = Ruleset("mcr", "MCR")


def after_discard(seat, tile):
    seats = [SeatState()] * 4
    seats[seat] = SeatState(river=(Discard("1z"), Discard(tile)))
    return GameState(RULES, seats=tuple(seats), last_discard=seat)


@pytest.mark.parametrize(
    ("act", "tile", "event"),
    [
        ("discard", "5p", TileDiscarded(1, "5p")),
        ("discard", None, TileDiscarded(1, None)),
        ("draw", None, TileDrawn(1, "live", None)),
        ("flower", "3f", FlowerDeclared(1, "3f")),
        ("chow", None, ChowClaimed(1, 0, "4s", ("4s", None, None))),
        ("chow", "3s", ChowClaimed(1, 0, "4s", ("4s", "3s", "5s"))),
        ("chow", "4s", ChowClaimed(1, 0, "4s", ("4s", "5s", "6s"))),
        ("pung", None, PungClaimed(1, 0, "4s", ("4s", "4s", "4s"))),
        ("kong", None, KongClaimed(1, 0, "4s", ("4s", "4s", "4s", "4s"))),
        ("concealed_kong", "7z", KongDeclared(1, "concealed", "7z")),
        ("promoted_kong", "7z", KongDeclared(1, "promoted", "7z")),
        ("win", None, Won(1, "4s", 0)),
        ("self_draw", "9m", Won(1, "9m")),
    ],
    ids=lambda value: str(value) if isinstance(value, str) else None,
)
def test_an_act_takes_what_was_not_said_from_the_table(act, tile, event):
    assert events_of(act, 1, tile, after_discard(0, "4s")) == (event,)


@pytest.mark.parametrize("act", ["chow", "pung", "kong", "win"])
def test_nothing_can_be_claimed_where_nothing_lies(act):
    with pytest.raises(EngineError, match="no discard to claim"):
        events_of(act, 1, None, GameState(RULES))


def test_nobody_claims_his_own_discard():
    with pytest.raises(EngineError, match="his own discard"):
        events_of("pung", 0, None, after_discard(0, "4s"))


@pytest.mark.parametrize(
    ("tile", "message"),
    [
        ("8s", "No chow begins with 8 bamboo"),
        ("1z", "No chow begins with East wind"),
        ("5s", "4 bamboo is not in the chow"),
        ("9z", "no such tile"),
    ],
)
def test_a_run_that_cannot_be_is_refused_in_one_line(tile, message):
    with pytest.raises(EngineError, match=message):
        events_of("chow", 1, tile, after_discard(0, "4s"))


def test_a_refusal_is_told_in_the_language_of_whoever_asked():
    with pytest.raises(EngineError) as caught:
        events_of("chow", 1, "5s", after_discard(0, "4s"))
    wrong = caught.value
    assert told_in(wrong, load_words("en")) == "4 bamboo is not in the chow that begins with 5 bamboo."
    assert told_in(wrong, load_words("ja")) == "五索から始まる順子に四索は入りません。"
    assert told_in(EngineError("as it is"), load_words("ja")) == "as it is"


@pytest.mark.parametrize("language", languages())
def test_every_act_has_its_word(language):
    assert all(load_words(language)[f"act.{act}"] for act in ACTS)
