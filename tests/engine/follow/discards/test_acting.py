"""Who discards at a table without rivers: what hands and arms show, and the acts that were told of others."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.follow.discards.acting import Acted, Acting
from engine.follow.discards.believed import Believed
from engine.follow.discards.by_others import acts_of_others
from engine.follow.tell.writing import Journalled
from engine.follow.weigh.history import Act
from engine.follow.weigh.rates import Following
from engine.rules import load_ruleset
from engine.table.apply import new_table
from engine.table.events import Event, FaultFound, FlowerDeclared, PungClaimed, TileDiscarded, TileDrawn
from engine.table.reading import SeatReading, SeenMeld, Sighting, TableReading
from engine.table.seating import with_seat
from engine.table.state import Discard, GameState, Meld
from tests.webui.calm_table import followed
from vision.simulate.filming.director import film_of
from vision.simulate.playing.mistakes import mistaken_deal
from vision.simulate.settings import preset
from webui.live_table import LiveTable
from webui.storage.journal import Journal

RULES = replace(load_ruleset("hong_kong"), discards="middle")
HELD = (13, 10, 13, 13)
"""What each player holds between two turns."""


def table(turn: int = 0, owes: str = "draw", held: tuple[int, ...] = HELD, **rivers: int) -> GameState:
    """`riverN`: how many discards of seat N are told."""
    state = replace(new_table(RULES), phase="playing", turn=turn, owes=owes)
    for seat, count in enumerate(held):
        melds = (Meld("pung", ("1z", "1z", "1z"), 0, 0),) * (count < 13)
        river = (Discard("3p"),) * rivers.get(f"river{seat}", 0)
        state = with_seat(state, seat, standing=(None,) * count, melds=melds, river=river)
    return state


def hands(*tiles: int | None) -> TableReading:
    four = [SeatReading(standing=each) for each in tiles]
    return TableReading(seats=(four[0], four[1], four[2], four[3]))


CALM = hands(*HELD)


class Looks:
    """Looks at one table, half a second apart."""

    def __init__(self, state: GameState | None = None) -> None:
        self.acting, self.at_s, self.state = Acting(RULES, Following()), 0.0, state or table()
        self.see(CALM)

    def see(self, seen: TableReading, *over: int, has_laid: bool = False) -> Looks:
        """One look, with arms over the hands of the seats `over`."""
        self.at_s += 0.5
        hidden = frozenset(f"standing:{seat}" for seat in over)
        self.acting.look(self.at_s, seen, self.state, hidden, has_laid)
        return self

    def draws(self, seat: int, looks: int = 2) -> Looks:
        """`seat` draws: his hand is seen with a tile more, his arm comes over it."""
        full = hands(*(count + (number == seat) for number, count in enumerate(HELD)))
        for _ in range(looks):
            self.see(full)
        return self.see(full, seat)

    def lays(self) -> Acted | None:
        """A tile lies there that is not told."""
        self.see(CALM, has_laid=True)
        return self.acting.acted(self.state.turn)

    def told(self, state: GameState) -> Looks:
        """What lies there is told."""
        self.state = state
        return self.see(CALM)


def test_who_drew_a_tile_acts_out_of_turn() -> None:
    assert Looks().draws(2, looks=3).lays() == Acted((), 2)


def test_the_player_in_turn_acts_in_turn() -> None:
    assert Looks().draws(0).lays() is None


def test_no_hand_and_no_arm_shows_anything() -> None:
    assert Looks().see(CALM).lays() is None


def test_one_look_and_his_arm_are_less_than_a_wrong_act() -> None:
    assert Looks().draws(2, looks=1).lays() is None


def test_his_hand_and_that_of_the_player_in_turn_say_as_much() -> None:
    assert Looks().draws(0, looks=3).draws(2, looks=3).lays() is None


def test_a_row_that_is_always_counted_one_too_long_tells_nothing() -> None:
    long = hands(13, 10, 14, 13)
    looks = Looks()
    for number in range(1, 4):
        looks.told(table(river3=number))
        looks.acting.look(looks.at_s, long, looks.state)
        for _ in range(4):
            looks.see(long)
    looks.acting = Acting(RULES, Following())
    for _ in range(4):
        looks.see(long)
    assert looks.lays() is None


def test_a_tile_more_tells_nothing_where_it_is_known() -> None:
    """S002-29: after a second draw a hand stays one tile too large, and once it is counted rightly."""
    looks = Looks(table(held=(13, 10, 14, 13)))
    for _ in range(4):
        looks.see(hands(13, 10, 14, 13))
    assert looks.lays() is None


def test_a_discard_that_is_told_is_of_another_when_the_next_shows_it() -> None:
    """Told: seat 0. One look more and an arm speak for seat 2; then seat 3 acts, who is in turn after him."""
    looks = Looks().draws(2, looks=1)
    assert looks.lays() is None
    looks.told(table(1, river0=1))
    assert looks.draws(3).lays() == Acted(((0, 2),), 3)


def test_a_discard_of_the_player_in_turn_was_overlooked() -> None:
    """Seat 0 and seat 1 have both drawn, and one tile lies there: it is of seat 1."""
    looks = Looks().draws(0, looks=3)
    looks.see(CALM).draws(1, looks=3)
    assert looks.lays() is None
    assert looks.acting.next_by(0) == 1


def test_what_is_too_old_to_be_told_otherwise_is_not_known() -> None:
    looks = Looks().draws(2, looks=1)
    looks.lays()
    looks.told(table(1, river0=1))
    looks.at_s += Following().limits.seconds
    assert looks.draws(3).lays() is None
    assert looks.acting.is_lost
    looks.told(table(2, river0=1, held=(13, 10, 10, 13)))
    assert not looks.acting.is_lost  # who lays out a set is in turn


def test_a_flower_out_of_turn_speaks_for_who_laid_it() -> None:
    looks = Looks().draws(2, looks=1)
    looks.lays()
    looks.told(table(1, river0=1))
    seats = list(CALM.seats)
    seats[3] = replace(seats[3], flowers=(Sighting("1f", 0.99),))
    looks.see(replace(CALM, seats=(seats[0], seats[1], seats[2], seats[3])))
    assert looks.acting.has_laid_flower
    assert looks.acting.acted(1) == Acted(((0, 2),), 3)


@pytest.mark.parametrize("evidence", [1, 3])
def test_who_gave_the_winning_tile_is_sure_where_the_looks_speak_for_him(evidence: int) -> None:
    looks = Looks().draws(0, looks=evidence)
    looks.lays()
    looks.told(table(1, river0=1))
    assert looks.acting.is_sure_of_last()
    other = Looks().draws(0, looks=evidence)
    other.see(CALM).draws(1, looks=evidence)
    other.lays()
    other.told(table(1, river0=1))
    assert not other.acting.is_sure_of_last()


def chow_by_1(state: GameState) -> GameState:
    """Seat 1, whose left seat 0 is, has claimed the last discard for a chow."""
    melds = (*state.seats[1].melds, Meld("chow", ("2p", "3p", "4p"), 3, 0))
    return with_seat(replace(state, turn=1, owes="discard"), 1, melds=melds)


def test_a_chow_speaks_for_the_player_on_the_left() -> None:
    """S000-09: the arm of seat 0 and the chow of seat 1 outweigh that seat 3 was in turn."""
    looks = Looks(table(3)).draws(0, looks=1)
    looks.lays()
    looks.told(table(0, river3=1))
    looks.told(chow_by_1(looks.state))
    assert looks.acting.taken(looks.state, CALM) == Acted(((3, 0),))
    assert looks.acting.taken(looks.state, CALM) is None


def test_a_chow_that_is_not_of_the_left_is_one_when_the_looks_say_so() -> None:
    """S002-32."""
    looks = Looks(table(3)).draws(3, looks=3)
    looks.lays()
    looks.told(table(0, river3=1))
    looks.told(chow_by_1(looks.state))
    assert looks.acting.taken(looks.state, CALM) is None


def test_after_a_restart_in_mid_deal_whose_the_discards_are_is_a_guess() -> None:
    assert not Believed(RULES, Following()).discards.is_guess
    assert Believed(RULES, Following(), is_begun=True).discards.is_guess
    assert not Believed(load_ruleset("hong_kong"), Following(), is_begun=True).discards.is_guess
    journal = Journal(None)
    LiveTable(RULES, journal, 0).record("camera", (TileDrawn(0), TileDiscarded(0, "3z")), at_s=1.0)
    assert not LiveTable(RULES, Journal(None), 0)._journalled.is_guess
    again: Journalled = LiveTable(RULES, journal, 0)._journalled
    assert again.is_guess


@pytest.mark.parametrize("name", ["hong_kong", "beginner", "doubles"])
def test_who_discards_out_of_turn_into_the_middle_is_told(name: str) -> None:
    """S002-23, S003-03: nobody else may draw; the discard is told of who laid it."""
    rules = replace(load_ruleset(name), discards="middle")
    planted = mistaken_deal(rules, 3, "out_of_turn")
    film, _ = film_of(rules, planted.events, preset("club"), 3, 0, planted.misplaced, planted.instead)
    told = [event for event in followed(rules, film).events if isinstance(event, FaultFound)]
    assert [(each.rule, each.seat) for each in told] == [(planted.fault.rule, planted.fault.seat)]


def test_a_tile_that_is_taken_back_from_a_heap_is_never_told_as_seen() -> None:
    """S002-25; in a heap a tile may only lie where it is not found."""
    planted = mistaken_deal(RULES, 3, "taken_back")
    film, _ = film_of(RULES, planted.events, preset("club"), 3, 0, planted.misplaced, planted.instead)
    told = [event for event in followed(RULES, film).events if isinstance(event, FaultFound)]
    assert [(each.rule, each.evidence) for each in told] == [(planted.fault.rule, "concluded")]


def test_who_lays_out_a_set_did_not_discard_what_he_claims() -> None:
    """S002-24: one look and an arm speak for seat 2, and seat 0, of whom it is told, claims it."""
    looks = Looks().draws(2, looks=1)
    assert looks.lays() is None
    looks.told(table(1, river0=1))
    tiles = (Sighting("3p"), Sighting("3p"), Sighting("3p"))
    seats = list(CALM.seats)
    seats[0] = replace(seats[0], standing=11, melds=(SeenMeld(tiles),))
    claim = replace(CALM, seats=(seats[0], seats[1], seats[2], seats[3]))
    assert looks.acting.took_own(looks.state, claim) == Acted(((0, 2),))
    assert looks.acting.took_own(looks.state, claim) is None
    kong = SeenMeld((*tiles, Sighting("3p")), face_down=(0, 3))
    seats[0] = replace(seats[0], melds=(kong,))
    own = replace(CALM, seats=(seats[0], seats[1], seats[2], seats[3]))
    assert Looks(table(1, river0=1)).acting.took_own(looks.state, own) is None


def test_what_is_claimed_is_not_the_discard_before_it() -> None:
    """Seat 0 claims the discard of seat 1, which is thought to have been taken back for a moment."""
    looks = Looks().draws(0)
    looks.lays()
    looks.told(table(1, river0=1)).draws(1)
    looks.lays()
    looks.told(table(2, river0=1, river1=1))
    looks.told(table(1, river0=1))
    seats = list(CALM.seats)
    seats[0] = replace(seats[0], standing=11, melds=(SeenMeld((Sighting("3p"),) * 3),))
    claim = replace(CALM, seats=(seats[0], seats[1], seats[2], seats[3]))
    for _ in range(4):
        assert looks.acting.took_own(looks.state, claim) is None
    assert looks.told(table(2, river0=1, river1=1)).acting.is_sure_of_last()


DRAWN_0, LAID_0, DRAWN_1 = TileDrawn(0), TileDiscarded(0, "3p"), TileDrawn(1)


def acts(*events: Event) -> list[Act]:
    return [Act(event, 1.0, "seen") for event in events]


def events(found: tuple[Act, ...] | None) -> list[Event] | None:
    return None if found is None else [each.event for each in found]


def test_the_newest_draw_is_of_another() -> None:
    found = acts_of_others(acts(LAID_0, DRAWN_1), Acted((), 3))
    assert events(found) == [LAID_0, TileDrawn(3)]
    assert found is not None
    assert [each.how for each in found] == ["seen", "followed"]


def test_a_discard_with_the_draw_before_it_and_the_one_after_it() -> None:
    found = acts_of_others(acts(DRAWN_0, LAID_0, DRAWN_1), Acted(((0, 2),), 3))
    assert events(found) == [TileDrawn(2), TileDiscarded(2, "3p"), TileDrawn(3)]


def test_nobody_drew_for_whose_turn_it_was_not() -> None:
    found = acts_of_others(acts(DRAWN_0, LAID_0, DRAWN_1), Acted(((0, 2),)))
    assert events(found) == [TileDrawn(2), TileDiscarded(2, "3p")]


def test_who_claims_it_claims_it_of_whose_it_is() -> None:
    claim = PungClaimed(3, 0, "3p", ("3p", "3p", "3p"))
    found = acts_of_others(acts(DRAWN_0, LAID_0, claim), Acted(((0, 2),)))
    assert events(found) == [TileDrawn(2), TileDiscarded(2, "3p"), PungClaimed(3, 2, "3p", claim.tiles)]


def test_a_history_that_knows_of_another_discard_is_none_of_them() -> None:
    assert acts_of_others(acts(DRAWN_1, TileDiscarded(1, "3p")), Acted(((0, 2),), 3)) is None
    assert acts_of_others(acts(LAID_0, FlowerDeclared(1, "1f")), Acted(((0, 2),), 3)) is None
