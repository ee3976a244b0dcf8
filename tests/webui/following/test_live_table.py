"""The live table: when an inferred act is told, and how people's corrections change the state."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.rules import load_ruleset, ruleset_names
from engine.table.alphabet import faces_of
from engine.table.apply import apply, new_table
from engine.table.deal_plan import next_grab
from engine.table.events import (
    ChowClaimed,
    DealDrawn,
    DoraRevealed,
    FaultFound,
    FlowerDeclared,
    HandsDealt,
    KongClaimed,
    KongDeclared,
    PungClaimed,
    ScoresChanged,
    StacksTaken,
    TileDiscarded,
    TileDrawn,
    Won,
)
from engine.table.expected import expected
from engine.table.reading import ZONES, SeenMeld, Sighting, TableReading
from tests.webui.live_tables import OPENING, events_of, looked, reading_after, table
from vision.simulate.playing.play import play_deal
from webui.live_table import LiveTable
from webui.storage.journal import Journal


def counted(reading: TableReading, seat: int, standing: int) -> TableReading:
    """`reading` with the row of `seat` counted otherwise."""
    seats = list(reading.seats)
    seats[seat] = replace(seats[seat], standing=standing)
    return replace(reading, seats=tuple(seats))


def unsure(reading: TableReading, of: tuple[TableReading, TableReading]) -> TableReading:
    """`reading` with the stacks unread in which the two of `of` differ."""
    walls = []
    for wall, one, other in zip(reading.walls, of[0].walls, of[1].walls, strict=True):
        stacks = zip(wall.heights, one.heights, other.heights, strict=True)
        walls.append(replace(wall, heights=tuple(seen if a == b else None for seen, a, b in stacks)))
    return replace(reading, walls=tuple(walls))


def test_an_ordinary_act_is_told_in_the_first_look_that_shows_it() -> None:
    live = table(*OPENING)
    seen = reading_after(live, TileDiscarded(0, "3p"))
    entries = live.see(looked(seen, 10.0))
    assert events_of(entries) == [TileDiscarded(0, "3p")]
    assert live.see(looked(seen, 10.4)) == ()


def test_a_rare_act_is_told_when_a_second_look_agrees_with_the_first() -> None:
    live = table(*OPENING, TileDiscarded(0, "3p"))
    pung = PungClaimed(2, 0, "3p", ("3p",) * 3)
    seen = reading_after(live, pung)
    live.see(looked(expected(live.state), 9.8))
    assert live.see(looked(seen, 10.0)) == ()
    entries = live.see(looked(seen, 10.4))
    assert events_of(entries) == [pung]
    assert entries[0].at_s == 10.0, "it happened when it was first seen"
    assert entries[0].source == "camera"


@pytest.mark.parametrize(
    ("later_s", "told", "faults"),
    [(1.5, KongClaimed(2, 0, "3p", ("3p",) * 4), 0), (9.0, PungClaimed(2, 0, "3p", ("3p",) * 3), 1)],
    ids=["laid a moment later", "promoted after all"],
)
def test_a_claimed_kong_may_be_laid_three_and_one(later_s, told, faults) -> None:
    live = table(*OPENING, TileDiscarded(0, "3p"))
    pung = PungClaimed(2, 0, "3p", ("3p",) * 3)
    seen = reading_after(live, pung)
    live.see(looked(expected(live.state), 9.8))
    live.see(looked(seen, 10.0))
    assert events_of(live.see(looked(seen, 10.5))) == [pung]
    kong = reading_after(live, KongDeclared(2, "promoted", "3p"))
    for fifth in range(round(5 * later_s) + 10):
        at_s = 10.6 + fifth / 5
        live.see(looked(seen if at_s < 10.0 + later_s else kong, at_s))
    acts = [event for event in live.events if isinstance(event, PungClaimed | KongClaimed | FaultFound)]
    assert acts[0] == told
    assert len(acts) == 1 + faults
    assert live.state.owes == "replacement"


@pytest.mark.parametrize(
    ("standing", "until_s", "told"),
    [(9, 3.0, True), (13, 3.0, False)],
    ids=["gone from the hand", "all standing still"],
)
def test_a_kong_of_tiles_that_still_stand_is_not_told_at_once(standing, until_s, told) -> None:
    """Four stacks of the wall half under an arm, say, looked like one."""
    live = table(*OPENING)
    kong = reading_after(live, KongDeclared(2, "concealed", None))
    assert kong.seats[2].standing == 9
    for look in range(round(5 * until_s) + 1):
        live.see(looked(counted(kong, 2, standing), 10.0 + look / 5))
    assert any(isinstance(event, KongDeclared) for event in live.events) == told


def test_the_first_tiles_of_a_hand_being_laid_open_tell_of_no_discard() -> None:
    """They look like a set claimed from a discard that nobody saw lie."""
    hand = ("2m", "2m", "3m", "3m", "5m", "5m", "6m", "4p", "4p", "1s", "1s", "2s", "2s")
    live = table(*OPENING, TileDiscarded(0, "9s"), TileDrawn(1), TileDiscarded(1, "6m"))
    won, before = reading_after(live, Won(3, "6m", 1, hand)), expected(live.state)
    laid = tuple(SeenMeld(tuple(map(Sighting, tiles))) for tiles in (hand[:3], hand[3:7]))
    half_open = replace(before.seats[3], melds=laid, standing=None)
    opening = replace(before, seats=(*before.seats[:3], half_open), hidden=frozenset({"standing:3"}))
    live.see(looked(before, 19.8))
    for look in range(8):
        assert live.see(looked(opening, 20.0 + look / 5)) == ()
    told = [each for look in range(6) for each in events_of(live.see(looked(won, 22.0 + look / 5)))]
    assert [type(event) for event in told] == [Won, ScoresChanged]
    assert (told[0].tile, told[0].giver) == ("6m", 1)


@pytest.mark.parametrize("name", ruleset_names())
def test_a_flower_read_where_none_are_played_or_an_indicator_where_none_is_turned_never_enters(name) -> None:
    rules = load_ruleset(name)
    live = table(*OPENING, rules=rules)
    flower = Sighting("1f", 0.95, (("1f", 0.95), ("2m", 0.05)))
    discarded = reading_after(live, TileDiscarded(0, "1z"))
    east = replace(discarded.seats[0], river=(flower,))
    seen = replace(discarded, seats=(east, *discarded.seats[1:]), dora_indicators=(flower,))
    for look in range(40):
        live.see(looked(replace(seen), look * 0.2))
    possible = {None, *faces_of(rules)}
    assert {each.tile for each in live.state.seats[0].river} <= possible
    assert set(live.state.dora_indicators) <= (possible if rules.dora else set())
    told = [entry for entry in live.entries if isinstance(entry.events[0], DoraRevealed)]
    assert all(entry.doubtful for entry in told)
    assert len(told) == rules.dora


def test_what_was_seen_only_for_a_moment_is_not_told() -> None:
    live = table(*OPENING)
    before = expected(live.state)
    live.see(looked(reading_after(live, TileDiscarded(0, "3p")), 10.0))
    live.see(looked(before, 10.4))
    assert live.see(looked(reading_after(live, TileDiscarded(0, "4p")), 10.8)) == ()


@pytest.mark.parametrize(
    ("later", "told"),
    [(13, [FlowerDeclared, TileDrawn, TileDiscarded]), (14, [FlowerDeclared])],
    ids=["always miscounted", "counted rightly once"],
)
def test_a_row_that_may_be_miscounted_is_settled_by_the_act_that_follows(later, told) -> None:
    live = table(*OPENING[:2])
    dealt = reading_after(live, OPENING[2])
    flower = reading_after(live, OPENING[2], FlowerDeclared(0, "1f"))
    replaced = reading_after(live, OPENING[2], FlowerDeclared(0, "1f"), TileDrawn(0, "tail"))
    assert [reading.seats[0].standing for reading in (dealt, flower, replaced)] == [14, 13, 14]
    then = (*OPENING[2:], FlowerDeclared(0, "1f"), TileDrawn(0, "tail"), TileDiscarded(0, "9m"))
    discarded = counted(reading_after(live, *then), 0, 12)
    shown = [counted(dealt, 0, 13), counted(dealt, 0, later), flower]
    shown += [discarded] if later == 13 else []
    for number, reading in enumerate(unsure(each, of=(flower, replaced)) for each in shown):
        for look in range(5):
            live.see(looked(reading, 10.0 + 2 * number + look / 5))
    acts = [type(event) for event in live.events if not isinstance(event, FaultFound)]
    assert acts == [*map(type, OPENING), *told]


def test_a_failed_look_is_never_an_empty_table() -> None:
    live = table(*OPENING, TileDiscarded(0, "3p"))
    for at_s in (10.0, 11.0, 12.0):
        assert live.see(looked(TableReading(hidden=ZONES), at_s)) == ()
    assert live.state.seats[0].river[0].tile == "3p"


def test_a_face_that_is_not_sure_is_told_at_once_as_doubtful_and_amended_when_it_reads_otherwise() -> None:
    live = table(*OPENING)
    unsure = Sighting("3m", 0.55, (("3m", 0.55), ("5m", 0.4)))
    clear = reading_after(live, TileDiscarded(0, "3m"))
    seats = (replace(clear.seats[0], river=(unsure,)), *clear.seats[1:])
    seen = replace(clear, seats=seats)
    (entry,) = live.see(looked(seen, 10.0))
    assert entry.events == (TileDiscarded(0, "3m"),)
    assert entry.doubtful[0]["alternatives"] == [["5m", 0.4]]
    better = Sighting("5m", 0.7, (("5m", 0.7), ("3m", 0.15)))
    for tenth in range(4, 40, 4):
        again = replace(clear, seats=(replace(clear.seats[0], river=(better,)), *clear.seats[1:]))
        live.see(looked(again, 10.6 + tenth / 10))
    assert live.state.seats[0].river[-1].tile == "5m"


@pytest.mark.parametrize("name", ["mcr", "riichi", "beginner"])
def test_a_whole_deal_of_perfect_looks_is_told_exactly(name: str) -> None:
    rules = load_ruleset(name)
    live, state, at_s, truth = LiveTable(rules, Journal(None)), new_table(rules), 0.0, []
    for event in play_deal(rules, 11):
        if isinstance(event, HandsDealt):
            event = replace(event, hands=None)
        if isinstance(event, TileDrawn) or (
            isinstance(event, KongDeclared) and event.kind == "concealed" and name != "riichi"
        ):
            event = replace(event, tile=None)
        truth.append(event)
        state = apply(state, event)
        for _ in range(4):
            at_s += 0.6
            live.see(looked(expected(state), at_s))
    live.finish()
    told = [event for event in live.events if not isinstance(event, FaultFound | ScoresChanged)]
    assert [replace(e, score=None) if isinstance(e, Won) else e for e in told] == truth


@pytest.mark.parametrize("dealer", [0, 1, 2, 3])
@pytest.mark.parametrize("name", ["mcr", "riichi", "beginner"])
def test_who_is_east_is_found_out_before_anything_is_told(name: str, dealer: int) -> None:
    rules = load_ruleset(name)
    live, state, at_s, truth = LiveTable(rules, Journal(None), None), new_table(rules, dealer), 0.0, []
    for event in play_deal(rules, 23, dealer)[:9]:
        event = replace(event, hands=None) if isinstance(event, HandsDealt) else event
        event = replace(event, tile=None) if isinstance(event, TileDrawn) else event
        truth.append(event)
        state = apply(state, event)
        for _ in range(4):
            at_s += 0.6
            live.see(looked(expected(state), at_s))
    assert list(live.events) == truth
    assert live.start == new_table(rules, dealer)
    assert live.state == state


def test_a_win_is_scored_and_paid() -> None:
    hand = ("1m", "2m", "3m", "1p", "2p", "3p", "1s", "2s", "3s", "7s", "8s", "5z", "5z")
    live = table(*OPENING, TileDiscarded(0, "9s"))
    seen = reading_after(live, Won(1, "9s", 0, hand))
    live.see(looked(expected(live.state), 19.8))
    told = [each for look in range(11) for each in events_of(live.see(looked(seen, 20.0 + look / 5)))]
    assert isinstance(told[0], Won)
    assert told[0].score["total"] >= 8
    assert isinstance(told[-1], ScoresChanged)
    assert sum(told[-1].payments) == 0
    assert live.state.seats[1].score > 0


def test_a_chow_from_the_wrong_seat_is_told_with_its_fault() -> None:
    live = table(*OPENING, TileDiscarded(0, "3p"))
    seen = reading_after(live, ChowClaimed(2, 0, "3p", ("3p", "1p", "2p")))
    for fifth in range(15):
        live.see(looked(seen, 20.0 + fifth / 5))
    faults = [event for event in live.events if isinstance(event, FaultFound)]
    assert [(fault.name, fault.seat) for fault in faults] == [("chow_not_from_left", 2)]


def test_an_empty_wall_and_an_unclaimed_discard_end_the_deal() -> None:
    live = table(*OPENING)
    seat = 0
    while live.state.wall.tiles_left:
        live.record("import", (TileDiscarded(seat, None),))
        seat = (seat + 1) % 4
        live.record("import", (TileDrawn(seat),))
    live.record("import", (TileDiscarded(seat, "1z"),))
    seen = expected(live.state)
    told = [events_of(live.see(looked(seen, 100.0 + second))) for second in range(6)]
    assert [event for events in told for event in events] == [DealDrawn("exhaustive")]
    assert live.state.ended_by == "exhaustive"


def test_four_winds_break_the_deal_off_once_the_last_of_them_has_passed() -> None:
    live = table(*OPENING, rules=load_ruleset("riichi"))
    live.record("import", (TileDiscarded(0, "1z"),))
    for seat in (1, 2):
        live.record("import", (TileDrawn(seat), TileDiscarded(seat, "1z")))
    live.see(looked(expected(live.state), 90.0))
    seen = reading_after(live, TileDrawn(3), TileDiscarded(3, "1z"))
    told = [events_of(live.see(looked(seen, 100.0 + second))) for second in range(6)]
    assert [event for events in told for event in events] == [
        TileDrawn(3),
        TileDiscarded(3, "1z"),
        DealDrawn("four_winds"),
    ]
    assert not any(isinstance(event, DealDrawn) for events in told[:4] for event in events)


def test_each_grab_of_the_deal_is_told_and_the_wall_empties_with_it() -> None:
    live = table(*OPENING[:2])
    state, at_s, grabs = live.state, 10.0, []
    while (grab := next_grab(state)) is not None:
        first = grab.places[0]
        grabs.append(StacksTaken(grab.seat, first.side, first.stack, grab.tiles))
        state = apply(state, grabs[-1])
        for look in range(4):
            live.see(looked(expected(state), at_s + look / 5))
        at_s += 2.0
    assert live.events[2:] == (*grabs, HandsDealt(0))
    assert live.state.wall.heights == apply(state, HandsDealt(0)).wall.heights
