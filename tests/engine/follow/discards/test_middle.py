"""Discards in the middle, in any order: whose each is, and what hands show of it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.follow.discards.believed import Believed
from engine.follow.discards.middle import all_rivers, lying_in_the_middle, shared
from engine.follow.discards.spots import Key, Spots, newest_discards, rekeyed
from engine.follow.discards.turn_shown import TurnShown
from engine.follow.tell.writing import Journalled, entries_of_act
from engine.follow.weigh.history import Act
from engine.follow.weigh.rates import Following
from engine.rules import load_ruleset
from engine.table.apply import new_table
from engine.table.events import SEATS, Event, FaultFound, TileDiscarded, TileDrawn
from engine.table.reading import SeatReading, SeenMeld, Sighting, TableReading
from engine.table.seating import with_seat
from engine.table.state import Discard, GameState

RULES = replace(load_ruleset("hong_kong"), discards="middle")
HERE, THERE, FAR = (-80.0, 40.0), (90.0, 10.0), (0.0, -150.0)


def at(tile: str, x: float, y: float) -> Sighting:
    corners = ((x - 13, y + 17), (x + 13, y + 17), (x + 13, y - 17), (x - 13, y - 17))
    return Sighting(tile, 0.99, ((tile, 0.99),), corners_mm=corners)


def looks(*tiles: Sighting, **seats: SeatReading) -> TableReading:
    """A look in which all discards happen to lie before seat 2, as the layout takes them."""
    four = [seats.get(f"seat{number}", SeatReading()) for number in range(4)]
    four[2] = replace(four[2], river=tiles)
    return TableReading(seats=(four[0], four[1], four[2], four[3]))


def table(turn: int, **rivers: tuple[Discard, ...]) -> GameState:
    state = replace(new_table(RULES), phase="playing", turn=turn, owes="discard")
    for name, river in rivers.items():
        state = with_seat(state, int(name[-1]), river=river)
    return state


def given(seen: TableReading, state: GameState, spots: Spots) -> tuple[TableReading, Spots]:
    """The look as with rivers, and where each discard lies; the next one is of the player in turn."""
    return shared(seen, state, lying_in_the_middle(seen, state, spots), state.turn)


def rivers_of(reading: TableReading) -> list[list[str | None]]:
    return [[each.tile for each in seat.river] for seat in reading.seats]


def test_a_new_tile_is_of_the_player_in_turn() -> None:
    reading, _ = given(looks(at("3p", *HERE)), table(1), {})
    assert rivers_of(reading) == [[], ["3p"], [], []]


def test_a_tile_that_nobody_touched_stays_whose_it_was_whatever_it_reads_as() -> None:
    state, spots = table(1, seat0=(Discard("3p"),)), {(0, 0): HERE}
    reading, spots = given(looks(at("2p", *HERE), at("3p", *THERE)), state, spots)
    assert rivers_of(reading) == [["2p"], ["3p"], [], []]


def test_a_tile_that_was_moved_is_known_by_its_face() -> None:
    state, spots = table(1, seat0=(Discard("3p"),)), {(0, 0): HERE}
    reading, spots = given(looks(at("9s", *FAR), at("3p", *THERE)), state, spots)
    assert rivers_of(reading) == [["3p"], ["9s"], [], []]
    assert spots[0, 0] == THERE


def test_a_heap_that_is_shoved_is_known_by_places_and_faces() -> None:
    """Each of three tiles lies nearer to where the next one lay than to its own place."""
    state = table(3, seat0=(Discard("3p"),), seat1=(Discard("9s"),), seat2=(Discard("1z"),))
    spots = {(0, 0): (0.0, 0.0), (1, 0): (30.0, 0.0), (2, 0): (60.0, 0.0)}
    seen = looks(at("3p", 22, 0), at("9s", 52, 0), at("1z", 82, 0), at("5m", -60, 0))
    reading, spots = given(seen, state, spots)
    assert rivers_of(reading) == [["3p"], ["9s"], ["1z"], ["5m"]]
    assert (
        len(
            lying_in_the_middle(
                seen, state, {(0, 0): (0.0, 0.0), (1, 0): (30.0, 0.0), (2, 0): (60.0, 0.0)}
            ).fresh
        )
        == 1
    )


def test_after_a_claim_the_discard_is_of_who_has_laid_out_the_set() -> None:
    pung = SeatReading(melds=(SeenMeld((at("1z", 300, -300), at("1z", 330, -300), at("1z", 360, -300))),))
    reading, _ = given(looks(at("3p", *HERE), seat3=pung), table(1), {})
    assert rivers_of(reading) == [[], [], [], ["3p"]]


def test_a_claimed_tile_that_still_lies_there_is_no_new_discard() -> None:
    state, spots = table(2, seat0=(Discard("3p", claimed_by=2),)), {(0, 0): HERE}
    reading, spots = given(looks(at("3p", *HERE)), state, spots)
    assert rivers_of(reading) == [["3p"], [], [], []]


def test_two_new_tiles_are_of_those_who_come_next_each_rather_before_himself() -> None:
    before_0, before_1 = at("3p", 0, -120), at("9s", 120, 0)
    for order in ((before_0, before_1), (before_1, before_0)):
        assert rivers_of(given(looks(*order), table(0), {})[0]) == [["3p"], ["9s"], [], []]


def test_a_tile_is_of_who_lays_the_next_one() -> None:
    state, seen = table(1), looks(at("3p", *HERE))
    assert rivers_of(shared(seen, state, lying_in_the_middle(seen, state, {}), 2)[0]) == [[], [], ["3p"], []]


def test_a_tile_that_is_new_is_no_discard_that_nobody_found() -> None:
    state, seen = table(1, seat0=(Discard(None),)), looks(at("3p", *HERE))
    assert not lying_in_the_middle(seen, state, {}).fresh
    assert lying_in_the_middle(seen, state, {}, is_new=True).fresh == [0]


def test_a_new_tile_is_no_discard_that_lay_far_away_and_is_not_found() -> None:
    """The 3p that is told is overlooked; another one is laid elsewhere in a heap that lies still."""
    heap = {"9s": HERE, "1z": (0.0, 100.0), "5m": (40.0, 120.0), "6m": (-60.0, -60.0)}
    state = table(1, seat0=(Discard("3p"),), seat2=tuple(map(Discard, heap)))
    spots = {(0, 0): FAR, **{(2, number): spot for number, spot in enumerate(heap.values())}}
    seen = looks(*(at(face, x, y) for face, (x, y) in heap.items()), at("3p", *THERE))
    assert lying_in_the_middle(seen, state, spots, is_new=True).fresh == [4]
    assert not lying_in_the_middle(seen, state, spots).fresh  # nobody has discarded: it was moved
    shoved = looks(*(at(face, x + 30, y) for face, (x, y) in heap.items()), at("3p", 30, -120))
    assert not lying_in_the_middle(shoved, state, spots, is_new=True).fresh


def still_heap() -> tuple[GameState, Spots, list[Sighting]]:
    """Four discards of seat 2 that lie still, three that were claimed, and two of seat 0:
    the table, where each lay, and what is seen of those of seat 2."""
    heap = {"9s": HERE, "1z": (0.0, 100.0), "5m": (40.0, 120.0), "6m": (-60.0, -60.0)}
    taken = tuple(Discard(face, claimed_by=1) for face in ("1m", "2m", "3m"))
    state = table(0, seat0=(Discard("3p"), Discard("7p")), seat2=(*map(Discard, heap), *taken))
    spots = {
        (2, number): spot for number, spot in enumerate((*heap.values(), (60.0, 0.0), (90.0, 90.0), FAR))
    }
    seen = [at(face, x, y) for face, (x, y) in heap.items()]
    return state, {**spots, (0, 0): THERE, (0, 1): (0.0, -60.0)}, seen


def test_a_discard_that_is_not_found_in_a_heap_that_lies_still_lies_there_unread() -> None:
    state, spots, seen = still_heap()
    reading, after = given(looks(*seen, at("7p", 0, -60)), state, spots)
    assert rivers_of(reading)[0] == [None, "7p"]
    assert after[0, 0] == THERE
    shoved = [
        at(face, x + 90, y) for face, (x, y) in zip(("9s", "1z", "5m", "6m"), spots.values(), strict=False)
    ]
    assert rivers_of(given(looks(*shoved, at("7p", 0, -60)), state, spots)[0])[0] == ["7p"]


def test_the_newest_discards_that_are_not_found_may_be_claimed_or_taken_back() -> None:
    state, spots, seen = still_heap()
    lies, newest = (
        looks(*seen, at("3p", *THERE)),
        newest_discards(state, [TileDiscarded(0, "7p"), TileDrawn(1)]),
    )
    for known, river in ((newest, ["3p"]), (frozenset[Key](), ["3p", None])):
        there = lying_in_the_middle(lies, state, spots, newest=known)
        assert rivers_of(shared(lies, state, there, state.turn)[0])[0] == river


def test_a_second_tile_of_a_face_is_new_though_the_first_is_not_found_and_others_were_claimed() -> None:
    state, spots, seen = still_heap()
    there = lying_in_the_middle(looks(*seen, at("7p", 0, -60), at("3p", -90, 90)), state, spots, is_new=True)
    assert there.fresh == [5]


def test_tiles_that_are_found_nowhere_do_not_say_that_a_heap_was_shoved() -> None:
    state, spots, seen = still_heap()
    there = lying_in_the_middle(looks(*seen[:2], at("3p", -90, 90)), state, spots, is_new=True)
    assert there.fresh == [2]
    assert there.unseen == {(0, 0), (0, 1), (2, 2), (2, 3)}


def test_where_a_discard_lay_goes_with_it_to_whose_it_is() -> None:
    spots = {(0, 0): HERE, (1, 0): THERE, (1, 1): FAR}
    assert rekeyed(spots, [1, 2, 0, 0], [(0, 1), (1, 2)]) == {(1, 0): THERE, (1, 1): HERE, (2, 0): FAR}


def test_nothing_is_known_of_discards_while_part_of_the_middle_is_covered() -> None:
    assert all_rivers(frozenset({"river:2"})) >= {"river:0", "river:1", "river:2", "river:3"}
    assert all_rivers(frozenset({"dice"})) >= {"river:0", "dice"}
    assert all_rivers(frozenset({"wall:1"})) == {"wall:1"}


def test_when_somebody_says_whose_a_discard_was_the_tiles_are_known_by_their_faces() -> None:
    believed, seen = Believed(RULES, Following()), looks(at("3p", *HERE), at("9s", *THERE))
    believed.take(seen, table(1, seat0=(Discard("3p"),)))
    thought = table(2, seat0=(Discard("3p"),), seat1=(Discard("9s"),))
    believed.take(seen, thought)
    said = table(2, seat1=(Discard("3p"), Discard("9s")))
    believed.discards.stands(thought, said)
    assert rivers_of(believed.take(seen, said)) == [[], ["3p", "9s"], [], []]


def test_where_discards_lay_is_known_when_only_a_face_is_told_otherwise() -> None:
    """The 5z is overlooked while a 9s is laid elsewhere, just after the 2p was told to be a 3p."""
    believed, heap = Believed(RULES, Following()), (at("3p", *HERE), at("5z", *THERE))
    thought = table(2, seat0=(Discard("2p"),), seat1=(Discard("5z"),))
    said = table(2, seat0=(Discard("3p"),), seat1=(Discard("5z"),))
    believed.take(looks(*heap), thought)
    believed.discards.stands(thought, said)
    believed.take(looks(heap[0], at("9s", *FAR)), said)
    assert rivers_of(believed.take(looks(*heap, at("9s", *FAR)), said)) == [["3p"], ["5z"], ["9s"], []]


def test_two_discards_told_to_be_each_others_are_known_by_their_faces() -> None:
    believed, seen = Believed(RULES, Following()), looks(at("3p", *HERE), at("9s", *THERE))
    thought = table(2, seat0=(Discard("3p"),), seat1=(Discard("9s"),))
    said = table(2, seat0=(Discard("9s"),), seat1=(Discard("3p"),))
    believed.take(seen, thought)
    believed.discards.stands(thought, said)
    assert rivers_of(believed.take(seen, said)) == [["9s"], ["3p"], [], []]


def test_an_unread_discard_that_is_said_to_be_anothers_leaves_the_next_one_where_it_lies() -> None:
    believed, unread = Believed(RULES, Following()), replace(at("9s", *HERE), tile=None, alternatives=())
    seen = looks(unread, at("5z", *THERE))
    thought = table(2, seat0=(Discard(None), Discard("5z")))
    said = table(2, seat0=(Discard("5z"),), seat1=(Discard(None),))
    believed.take(looks(unread), table(1, seat0=(Discard(None),)))
    believed.take(seen, thought)
    believed.discards.stands(thought, said)
    assert rivers_of(believed.take(seen, said)) == [["5z"], [None], [], []]


def test_what_shows_the_same_is_the_same_look() -> None:
    believed, state = Believed(RULES, Following()), table(1)
    one, other = looks(at("3p", *HERE)), looks(at("3p", *HERE))
    assert believed.take(one, state) is believed.take(other, state)


def test_a_look_thought_about_apart_is_not_remembered() -> None:
    believed, state = Believed(RULES, Following()), table(1)
    believed.take(looks(), state)
    shown = believed.aside(looks(at("3p", *HERE)), state)
    assert rivers_of(shown) == [[], ["3p"], [], []]
    assert rivers_of(believed.reading) == [[], [], [], []]


def test_whose_discards_are_is_a_guess_once_two_are_new_in_one_look_until_the_deal_is_over() -> None:
    believed, both = Believed(RULES, Following()), looks(at("3p", *HERE), at("9s", *THERE))
    believed.take(looks(at("3p", *HERE)), table(0))
    assert not believed.discards.is_guess
    believed.take(looks(), table(0))
    believed.take(both, table(0))
    believed.take(both, table(2, seat0=(Discard("3p"),), seat1=(Discard("9s"),)))
    assert believed.discards.is_guess
    believed.take(looks(), replace(table(0), phase="rolling"))
    assert not believed.discards.is_guess


def test_no_fault_about_turns_is_told_where_whose_discards_are_is_a_guess() -> None:
    def told(known: Journalled) -> list[Event]:
        entries = entries_of_act(known, Act(TileDiscarded(2, "3p"), 5.0, how="seen"), 0.99, TableReading())
        return [event for entry in entries for event in entry.events]

    known = Journalled(table(0), (), table(0))
    assert any(isinstance(each, FaultFound) for each in told(known))
    assert not any(isinstance(each, FaultFound) for each in told(replace(known, is_guess=True)))


STANDING = Following().rates.standing
HELD = replace(new_table(RULES), phase="playing", turn=1, owes="draw")
for each in SEATS:
    HELD = with_seat(HELD, each, standing=(None,) * 13)


def hand_of_two(count: int) -> TableReading:
    rows = [SeatReading(standing=count if seat == 2 else 13) for seat in range(4)]
    return TableReading(seats=(rows[0], rows[1], rows[2], rows[3]))


def shown(*looks: tuple[int, bool], apart: float) -> float:
    """What speaks for seat 2 after looks (how many tiles his hand has, whether an arm is over it)."""
    turn = TurnShown()
    for count, is_covered in looks:
        hidden = frozenset({"standing:2"}) if is_covered else frozenset[str]()
        turn.look(hand_of_two(count), HELD, hidden, apart)
    return turn.evidence(Following().rates).get(2, 0.0)


def test_a_hand_that_loses_a_tile_without_an_arm_was_miscounted() -> None:
    full = ((13, False), *[(14, False)] * 6)
    assert shown(*full, (13, False), (13, False), apart=0.5) == 0.0
    assert shown(*full, (13, False), (14, False), apart=0.5) >= 3 * STANDING  # one look errs


@pytest.mark.parametrize("apart", [0.5, 1.0])
def test_a_hand_that_an_arm_came_over_has_discarded(apart: float) -> None:
    looks = ((13, False), *[(14, False)] * 6, (14, True), (13, False))
    assert shown(*looks, apart=apart) >= 3 * STANDING


def test_an_arm_may_come_and_go_between_two_looks_that_are_far_apart() -> None:
    assert shown((13, False), *[(14, False)] * 3, *[(13, False)] * 2, apart=1.0) == 3 * STANDING
