"""No act makes, loses or copies a tile unnoticed: what a wrong one does to their number is a fault."""

from hypothesis import given, settings
from hypothesis import strategies as st

from engine.journal.amend import folded
from engine.judge.faults import faults
from engine.practice.chance.deal import RandomDeal
from engine.rules import load_ruleset
from engine.table.apply import apply, new_table
from engine.table.copies import copies, known_count
from engine.table.events import (
    ChowClaimed,
    DealStarted,
    HandsDealt,
    KongClaimed,
    PungClaimed,
    StacksTaken,
    TileDiscarded,
    TileDrawn,
    WallBroken,
    WallBuilt,
    Won,
)
from engine.table.precedence import is_outranked
from engine.tiles import ALL_FACES, plain
from tests.engine.journal.test_any_events import events, events_with, rulesets

CLAIMS = (ChowClaimed, PungClaimed, KongClaimed)
FACES = sorted({plain(tile) for tile in ALL_FACES})
BUILDS = (DealStarted, WallBuilt, HandsDealt, StacksTaken, Won)
"""Acts that bring tiles to the table, and the win, whose tile lies in two places."""


def all_tiles_of(state):
    """How many tiles are somewhere: wall, hands, melds, flowers, rivers."""
    seats = state.seats
    melds = sum(len(meld.tiles) for seat in seats for meld in seat.melds)
    held = sum(len(seat.standing) + len(seat.flowers) + len(seat.lying_river) for seat in seats)
    return state.wall.tiles_left + melds + held


def opens(state, event):
    """Whether the break tells of a wall whose building nobody saw."""
    return isinstance(event, WallBroken) and not state.wall.heights


def hides_its_break(state, event):
    """Whether a tile comes, after the deal, from a wall whose break nobody saw: which one is not known."""
    return isinstance(event, TileDrawn) and bool(state.wall.heights) and state.wall.break_after is None


def begun(data, rules):
    """A table in the middle of a legal deal."""
    deal = RandomDeal(rules, data.draw(st.integers(0, 5)))
    deal.play()
    cut = data.draw(st.integers(min(20, len(deal.events)), len(deal.events)))
    return folded(new_table(rules), deal.events[:cut])


def acts_of_few_faces(data):
    """Acts that show the same two or three faces again and again, as many claims of one tile do."""
    faces = data.draw(st.lists(st.sampled_from(ALL_FACES), min_size=1, max_size=3))
    return data.draw(st.lists(events_with(st.sampled_from([*faces, None])), min_size=1, max_size=6))


def laid_by_another(state, event):
    """The discard that `event` claims although it lies in another's set: it counts once."""
    river = state.seats[event.giver].river if isinstance(event, CLAIMS) and is_outranked(state, event) else ()
    return [plain(river[-1].tile)] if river and river[-1].tile else []


def test_two_sets_with_one_discard_may_hold_a_fifth_copy():
    """Only the discard itself may lie in both, a second pung's own tiles are two more (S004-12)."""
    discarded = folded(new_table(load_ruleset("riichi")), [HandsDealt(0), TileDiscarded(0, "5z")])
    first = apply(discarded, PungClaimed(1, 0, "5z", ("5z", "5z", "5z")))
    second = PungClaimed(2, 0, "5z", ("5z", "5z", "5z"))
    assert "fifth_copy" in {found.name for found in faults(first, second)}
    other = PungClaimed(2, 0, "5z", ("5z", None, None))
    assert "fifth_copy" not in {found.name for found in faults(first, other)}


@given(st.data(), rulesets)
@settings(deadline=None, max_examples=30, derandomize=True)
def test_a_copy_too_many_is_told_by_the_act_that_shows_it(data, rules):
    state = begun(data, rules)
    for event in acts_of_few_faces(data):
        after = apply(state, event)
        found = {fault.name for fault in faults(state, event)}
        before = {face: max(copies(face), known_count(state, face)) for face in FACES}
        twice = laid_by_another(state, event)
        more = [face for face in FACES if known_count(after, face) - twice.count(face) > before[face]]
        assert not more or state.winners or "fifth_copy" in found, (event, more)
        state = after


@given(st.data(), rulesets, st.lists(events, min_size=1, max_size=6))
@settings(deadline=None, max_examples=30, derandomize=True)
def test_an_act_without_a_fault_leaves_as_many_tiles_as_there_were(data, rules, acts):
    state = begun(data, rules)
    for event in acts:
        after = apply(state, event)
        is_left_open = isinstance(event, BUILDS) or opens(state, event) or hides_its_break(state, event)
        if not is_left_open and not faults(state, event):
            assert all_tiles_of(after) == all_tiles_of(state), event
        state = after
