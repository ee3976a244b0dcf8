"""Hands laid open at a draw: who was ready is told and paid, and decides who deals next; nobody won."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.journal.unconfirmed import is_waiting
from engine.judge.rounds import next_deal
from engine.rules import load_ruleset
from engine.table.events import (
    DealDrawn,
    DeclaredReady,
    Event,
    FaultFound,
    HandsDealt,
    ScoresChanged,
    TileDiscarded,
    TileDrawn,
    WallBroken,
    WallBuilt,
    Won,
)
from engine.table.reading import Sighting, TableReading
from tests.webui.live_tables import events_of, looked, reading_after, table
from webui.live_table import LiveTable
from webui.text.story import retold

RIICHI = load_ruleset("riichi")
READY = ("1m", "2m", "3m", "4p", "5p", "6p", "7s", "8s", "9s", "5z", "5z", "2p", "3p")
NOT_READY = ("1m", "3m", "5m", "7m", "9m", "1p", "4p", "7p", "2s", "5s", "8s", "1z", "3z")
NOBODY = ((), (), (), ())
DEALT = (WallBuilt(), WallBroken(1, 12), HandsDealt(0))


def exhausted(tiles: tuple[str, ...] = ("2m", "8s", "2m", "8s")) -> LiveTable:
    """Seventy tiles were drawn and discarded, by each seat one of `tiles`; the last lies unclaimed."""
    events: list[Event] = [*DEALT, TileDiscarded(0, "9m")]
    for number in range(69):
        seat = (number + 1) % 4
        events += [TileDrawn(seat), TileDiscarded(seat, tiles[seat])]
    return table(*events, rules=RIICHI)


def shown(**hands: tuple[str, ...]) -> DealDrawn:
    """A draw at which these seats (``s0`` ..) show these hands."""
    by_seat = tuple(hands.get(f"s{seat}", ()) for seat in range(4))
    return DealDrawn("exhaustive", tuple(seat for seat in range(4) if by_seat[seat]), by_seat)


def watched(live: LiveTable, reading: TableReading, from_s: float, to_s: float) -> list[Event]:
    looks = int((to_s - from_s) * 5)
    return [event for n in range(looks) for event in events_of(live.see(looked(reading, from_s + n / 5)))]


@pytest.mark.rule("S001-67")
def test_ready_hands_shown_after_a_draw_are_told_and_paid() -> None:
    live = exhausted()
    drawn = shown(s1=READY, s3=READY)
    assert watched(live, reading_after(live), 0.2, 1.2) == []
    told = watched(live, reading_after(live, drawn), 1.2, 3.0)
    assert told == [DealDrawn("exhaustive")], "that it is drawn is told as soon as somebody shows"
    told += watched(live, reading_after(live, drawn), 3.0, 6.0)
    paid = (-1500, 1500, -1500, 1500)
    assert told[1:] == [drawn, ScoresChanged(paid, (23500, 26500, 23500, 26500))]
    assert live.events[-2:] == tuple(told[1:])
    *_, item = retold(live.start, live.entries)
    keys = [line.announcement.key for line in item.lines]
    assert keys == ["deal_drawn", "shown_ready", "shown_ready", "scores_changed", "next_dealer"]


def test_the_dealer_who_shows_a_ready_hand_deals_again() -> None:
    live = exhausted()
    watched(live, reading_after(live, shown(s0=READY)), 200.0, 206.0)
    assert next_deal(live.state).dealer == 0
    nobody = exhausted()
    watched(nobody, reading_after(nobody), 200.0, 206.0)
    assert nobody.events[-1] == DealDrawn("exhaustive")
    assert next_deal(nobody.state).dealer == 1


def test_hands_shown_after_terminals_alone_decide_who_deals_and_are_not_paid_twice() -> None:
    """Seat 1 let go nothing but honours (nagashi mangan); East shows that it was ready."""
    live = exhausted(("2m", "1z", "2m", "8s"))
    told = watched(live, reading_after(live), 0.2, 4.4)
    paid = (-4000, 8000, -2000, -2000)
    assert [type(event) for event in told] == [DealDrawn, ScoresChanged]
    assert (told[0].kind, told[1].payments) == ("nagashi_mangan", paid)
    shows = replace(shown(s0=READY), kind="nagashi_mangan")
    watched(live, reading_after(live, shows), 4.4, 9.0)
    assert live.state.ready_at_end == (0,)
    assert [seat.score for seat in live.state.seats] == [25000 + each for each in paid]
    assert next_deal(live.state).dealer == 0


def test_who_shows_later_is_counted_too() -> None:
    live = exhausted()
    watched(live, reading_after(live, shown(s1=READY)), 200.0, 206.0)
    told = watched(live, reading_after(live, shown(s1=READY, s2=READY)), 206.0, 210.0)
    assert told == [
        shown(s1=READY, s2=READY),
        ScoresChanged((-1500, 1500, 1500, -1500), (23500, 26500, 26500, 23500)),
    ]
    assert live.state.seats[1].score == 26500
    swept = watched(live, reading_after(live), 210.0, 213.0)
    assert swept == [], "hands that are swept away have been shown"


def riichi_declared(seat: int) -> LiveTable:
    """As `exhausted`; this seat declared riichi with its first discard."""
    tiles, is_first = ("2m", "8s", "2m", "8s"), True
    events: list[Event] = [*DEALT, TileDiscarded(0, "9m")]
    for number in range(69):
        drawer = (number + 1) % 4
        declares = drawer == seat and is_first
        is_first = is_first and not declares
        events += [TileDrawn(drawer), *([DeclaredReady(seat)] if declares else [])]
        events.append(TileDiscarded(drawer, tiles[drawer], declares))
    return table(*events, rules=RIICHI)


@pytest.mark.rule("S001-67")
def test_a_riichi_hand_kept_hidden_while_others_show_is_put_to_the_referee_until_it_is_shown() -> None:
    live = riichi_declared(2)
    told = watched(live, reading_after(live, shown(s1=READY)), 200.0, 206.0)
    (hidden,) = (event for event in told if isinstance(event, FaultFound))
    assert (hidden.name, hidden.seat, hidden.evidence) == ("riichi_hand_not_shown", 2, "concluded")
    watched(live, reading_after(live, shown(s1=READY, s2=READY)), 206.0, 212.0)
    assert not any(isinstance(event, FaultFound) for event in live.events)
    assert live.state.ready_at_end == (1, 2)


def test_when_nobody_shows_a_hand_the_camera_accuses_nobody() -> None:
    live = riichi_declared(2)
    assert watched(live, reading_after(live), 200.0, 210.0) == [DealDrawn("exhaustive")]


def test_the_film_may_end_before_anybody_was_waited_for() -> None:
    live = exhausted()
    told = watched(live, reading_after(live, shown(s1=READY)), 200.0, 202.0)
    assert told == [DealDrawn("exhaustive")]
    assert events_of(live.finish())[0] == shown(s1=READY)


def lying_open(live: LiveTable, **hands: tuple[str | None, ...]) -> TableReading:
    """The table with these hands laid open by seat (``s0`` ..); None is a tile that nobody can read."""
    reading = reading_after(live)
    seats = [
        replace(
            seat,
            standing=None,
            revealed=tuple(Sighting(tile, 0.98 if tile else 0.0) for tile in hands[f"s{number}"]),
        )
        if f"s{number}" in hands
        else seat
        for number, seat in enumerate(reading.seats)
    ]
    return replace(reading, seats=tuple(seats))


def test_what_is_no_ready_hand_counts_for_nothing() -> None:
    live = exhausted()
    told = watched(live, lying_open(live, s1=NOT_READY), 200.0, 208.0)
    assert told == [DealDrawn("exhaustive")]
    assert not is_waiting(live.entries)


@pytest.mark.parametrize("hand", [READY[:-1], (*READY[:-1], None)], ids=["few", "?"])
def test_the_points_wait_while_a_hand_lies_open_that_may_be_ready(hand) -> None:
    live = exhausted()
    watched(live, lying_open(live, s1=hand, s3=READY), 200.0, 208.0)
    assert live.events[-1] == shown(s3=READY)
    assert is_waiting(live.entries)
    assert [seat.score for seat in live.state.seats] == [25000] * 4
    told = watched(live, lying_open(live, s1=READY, s3=READY), 208.0, 214.0)
    assert told == [
        shown(s1=READY, s3=READY),
        ScoresChanged((-1500, 1500, -1500, 1500), (23500, 26500, 23500, 26500)),
    ]
    assert not is_waiting(live.entries)


def test_the_points_wait_when_only_a_hand_that_nobody_can_read_lies_open() -> None:
    live = exhausted()
    watched(live, lying_open(live, s1=(*READY[:-1], None)), 200.0, 208.0)
    assert live.events[-1] == DealDrawn("exhaustive")
    assert is_waiting(live.entries)


def test_points_that_were_paid_wait_again_when_another_hand_cannot_be_read() -> None:
    live = exhausted()
    watched(live, lying_open(live, s3=READY), 200.0, 206.0)
    assert live.state.seats[3].score == 28000
    watched(live, lying_open(live, s0=(*READY[:-1], None), s3=READY), 206.0, 212.0)
    assert is_waiting(live.entries)
    assert [seat.score for seat in live.state.seats] == [25000] * 4


@pytest.mark.rule("S001-60")
def test_a_hand_that_the_last_discard_completes_has_won() -> None:
    live = exhausted()
    last = live.state.seats[live.state.last_discard].river[-1].tile
    hand = (*READY[:9], "2p", "2p", *(last, last))
    won = Won(2, last, live.state.last_discard, hand)
    reading = reading_after(live, shown(s2=hand))
    told = watched(live, reading, 200.0, 204.0)
    assert told[0].hand == won.hand
    assert (told[0].seat, told[0].tile, told[0].giver) == (2, last, live.state.last_discard)


def test_a_person_who_told_the_draw_has_the_last_word() -> None:
    live = exhausted()
    live.record("referee", (DealDrawn("exhaustive", (2,)),))
    assert watched(live, reading_after(live, shown(s1=READY)), 200.0, 208.0) == []


def test_nine_terminals_laid_open_call_the_draw() -> None:
    nine = ("3m", "4m", "9m", "1p", "7p", "9p", "9p", "1s", "6s", "1z", "3z", "4z", "5z", "6z")
    live = table(*DEALT, rules=RIICHI)
    called = DealDrawn("nine_terminals", None, (nine, (), (), ()))
    assert watched(live, reading_after(live, called), 30.0, 34.0) == [called]
    other = table(*DEALT, TileDiscarded(0, "9m"), TileDrawn(1), rules=RIICHI)
    called = DealDrawn("nine_terminals", None, ((), nine, (), ()))
    assert watched(other, reading_after(other, called), 30.0, 34.0) == [called]


SECOND = ("2m", "3m", "4m", "4p", "5p", "6p", "6s", "7s", "8s", "1p", "1p", "5s", "5s")


def won_by_seat_2(third: str) -> LiveTable:
    """Seats 2 and 3 are ready and said so, seat 3 with the discard `third`; seat 2 has won on a 1p."""
    live = table(*DEALT, TileDiscarded(0, "9m"), TileDrawn(1), TileDiscarded(1, "5z"), rules=RIICHI)
    for seat, tile in ((2, "9m"), (3, third)):
        for event in (TileDrawn(seat), DeclaredReady(seat), TileDiscarded(seat, tile, True)):
            live.record("import", (event,))
    for event in (TileDrawn(0), TileDiscarded(0, "1z"), TileDrawn(1), TileDiscarded(1, "1p")):
        live.record("import", (event,))
    assert watched(live, reading_after(live), 26.0, 30.0) == []
    told = watched(live, reading_after(live, Won(2, "1p", 1, READY)), 30.0, 34.0)
    assert [type(event) for event in told] == [Won, ScoresChanged]
    return live


@pytest.mark.rule("S001-29", "X-01")
def test_two_may_win_on_one_discard() -> None:
    live = won_by_seat_2("9m")
    told = watched(live, reading_after(live, Won(3, "1p", 1, SECOND)), 34.0, 38.0)
    assert [type(event) for event in told] == [Won, ScoresChanged]
    assert (told[0].seat, told[0].tile, told[0].giver) == (3, "1p", 1)
    assert told[1].payments[3] == -told[1].payments[1] > 0


def test_a_hand_shown_out_of_curiosity_has_not_won() -> None:
    live = won_by_seat_2("5s")  # which seat 3 waits for as well: it may not win on another's tile
    assert watched(live, reading_after(live, Won(3, "1p", 1, SECOND)), 34.0, 38.0) == []


def test_a_fifth_copy_among_the_hands_shown_is_doubted() -> None:
    live = exhausted(("9p", "8s", "9p", "1z"))
    watched(live, reading_after(live, shown(s1=READY)), 200.0, 205.0)
    (doubt,) = [each for entry in live.entries for each in entry.doubtful if each.get("reason")]
    assert (doubt["reason"], doubt["tile"]) == ("one_too_many", "8s")
