"""An act that shows in part a look before it is whole: what that look seemed to cost is paid back."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest
from seen_tables import after, changed, dealt

from engine.follow.propose.candidates import proposals
from engine.follow.propose.set_acts import unseen_discards
from engine.follow.tell.doubts import doubtful_faces
from engine.follow.weigh.agreement import shares
from engine.follow.weigh.difference import Difference
from engine.follow.weigh.explained import counted_anew, paid_back, with_misread_flowers
from engine.follow.weigh.history import Act, History
from engine.follow.weigh.payments import Payment
from engine.follow.weigh.rates import Rates
from engine.follow.weigh.revisions import revisions
from engine.follow.weigh.tracker import Tracker
from engine.table.apply import apply
from engine.table.events import (
    ChowClaimed,
    FlowerDeclared,
    HandsDealt,
    KongDeclared,
    PungClaimed,
    TileDiscarded,
    TileDrawn,
    WallBuilt,
)
from engine.table.expected import expected
from engine.table.reading import SeenMeld, Sighting, TableReading

FIRST, SECOND = FlowerDeclared(3, "2f"), FlowerDeclared(3, "6f")
COVERED = frozenset({"flowers:3", "melds:3"})


def one_short(reading: TableReading, seat: int) -> TableReading:
    counted = reading.seats[seat].standing
    assert counted is not None
    return changed(reading, seat, standing=counted - 1)


def in_doubt(reading: TableReading, seat: int, faces: Sequence[str]) -> TableReading:
    """The flowers of a seat read as these faces, each with a little of the other."""
    other = {"2f": "6f", "6f": "2f"}
    row = tuple(Sighting(face, 0.98, ((face, 0.98), (other[face], 0.02))) for face in faces)
    return changed(reading, seat, flowers=row)


def test_a_row_seen_short_before_its_flower_does_not_turn_the_order_of_two_flowers() -> None:
    tracker = Tracker(dealt())
    whole, one, two = (expected(after(dealt(), *(FIRST, SECOND)[:count])) for count in (0, 1, 2))
    first, second = in_doubt(one, 3, ["2f"]), in_doubt(two, 3, ["2f", "6f"])
    for number, (reading, hidden) in enumerate(
        [
            (whole, frozenset()),
            (first, frozenset()),
            (first, COVERED),
            (one_short(first, 3), COVERED),
            (second, frozenset()),
            (second, frozenset()),
        ]
    ):
        tracker.look(number * 0.2, replace(reading), hidden)
    assert [act.event for act in tracker.acts] == [FIRST, SECOND]
    assert shares(tracker.histories, with_faces=True)[1] > 0.95


PUNG = PungClaimed(2, 0, "3p", ("3p", "3p", "3p"))


def test_a_row_seen_short_before_a_claim_in_a_gap_is_explained_by_the_discard_that_nobody_saw() -> None:
    tracker, whole = Tracker(dealt()), expected(dealt())
    claimed = expected(after(dealt(), TileDiscarded(0, "3p"), PUNG))
    short = one_short(whole, 0)
    for at_s, reading in ((0.0, whole), (0.4, whole), (8.0, short), (8.4, short), (8.8, claimed)):
        tracker.look(at_s, replace(reading))
    assert [act.event for act in tracker.acts] == [TileDiscarded(0, "3p"), PUNG]
    assert ("counted", -1) not in tracker.best.paid.get("standing:0", {})


@pytest.mark.parametrize("is_found", [True, False])
def test_of_two_discards_the_first_is_unseen_only_where_it_does_not_lie(is_found: bool) -> None:
    """Looks stopped: the second was claimed meanwhile."""
    state, pung = dealt(), PungClaimed(2, 1, "9s", ("9s", "9s", "9s"))
    seen = expected(after(state, TileDiscarded(0, "3p"), TileDrawn(1), TileDiscarded(1, "9s"), pung))
    seen = seen if is_found else changed(seen, 0, river=())
    runs = list(unseen_discards(state, seen, expected(state)))
    unseen = (TileDiscarded(0, None), TileDrawn(1), TileDiscarded(1, "9s"), pung)
    assert (unseen in runs) != is_found


def test_a_tile_that_lay_there_before_a_discard_nobody_found_is_no_new_discard() -> None:
    known = (
        TileDiscarded(0, "1p"),
        TileDrawn(1),
        TileDiscarded(1, "9s"),
        TileDrawn(0),
        TileDiscarded(0, None),
    )
    state = after(dealt(), *known, TileDrawn(1), TileDiscarded(1, "1s"), TileDrawn(0))
    seen = changed(expected(state), 0, river=expected(state).seats[0].river[:1])
    assert (TileDiscarded(0, "1p"),) not in list(proposals(state, seen, expected(state)))


def test_a_second_discard_of_the_same_face_is_told_though_an_earlier_one_is_overlooked() -> None:
    begun = after(dealt(), TileDiscarded(0, "3p"), TileDrawn(1), TileDiscarded(1, "5m"), TileDrawn(0))
    begun = after(begun, TileDiscarded(0, "9m"), TileDrawn(1), TileDiscarded(1, "1s"), TileDrawn(0))
    tracker, nine = Tracker(begun), Sighting("9m")
    for number in range(8):
        tracker.look(0.4 * number, changed(expected(begun), 0, river=(nine,)))
    discarded = after(begun, TileDiscarded(0, "9m"))
    tracker.look(4.0, changed(expected(discarded), 0, river=(nine, nine)))
    assert [act.event for act in tracker.acts] == [TileDiscarded(0, "9m")]


def test_a_claimed_discard_is_not_taken_for_the_tile_that_lies_last_in_the_river() -> None:
    begun = after(dealt(), TileDiscarded(0, "9m"), TileDrawn(1), TileDiscarded(1, "1s"), TileDrawn(0))
    unknown = (TileDiscarded(0, None), PungClaimed(2, 0, None, ("3p", None, "3p")))
    state = after(begun, *unknown)
    history = History(begun, state, expected(state), tuple(Act(event, 1.0) for event in unknown))
    seen = expected(after(begun, TileDiscarded(0, "3p"), PUNG))
    found = [each.acts[0].event for each in revisions(history, seen, 2.0, Rates.load())]
    assert TileDiscarded(0, "9m") not in found


def test_a_discard_of_the_deal_before_is_taken_for_no_other_tile() -> None:
    """The wall is built anew: the rivers are empty."""
    state = apply(dealt(), WallBuilt())
    acts = (Act(TileDiscarded(0, "9m"), 1.0), Act(WallBuilt(), 2.0))
    history = History(dealt(), state, expected(state), acts)
    assert not any(len(each.acts) == 2 for each in revisions(history, expected(state), 3.0, Rates.load()))


def test_a_claimed_discard_is_not_doubted_because_of_the_tiles_that_lie_in_the_river() -> None:
    before = after(dealt(), TileDiscarded(0, "9m"), TileDrawn(1), TileDiscarded(1, "1s"), TileDrawn(0))
    discard = TileDiscarded(0, "3p")
    state = after(before, discard)
    assert doubtful_faces([discard], state, expected(after(state, PUNG))) == ()
    (doubt,) = doubtful_faces([discard], state, expected(after(before, TileDiscarded(0, "4p"))))
    assert doubt.tile == "3p"
    # Another tile of the river is overlooked: this one lies there all the same.
    lying = expected(state)
    seen = changed(lying, 0, river=lying.seats[0].river[1:])
    seen = changed(seen, 2, melds=(SeenMeld((Sighting("9s", 0.98, (("9s", 0.98),)),) * 3),))
    assert doubtful_faces([discard], state, seen) == ()


def paying(*zones: str, nats: float = 3.7, since_s: float = 1.0) -> History:
    state = dealt()
    paid = {zone: {("counted", -1): Payment(nats, 3.7, since_s)} for zone in zones}
    return History(state, state, expected(state), nats=9.0, paid=paid)


@pytest.mark.parametrize(
    ("since_s", "left", "nats"),
    [
        pytest.param(1.0, (), 5.3, id="paid back"),
        pytest.param(1.5, (), 9.0, id="shown before the look before"),
        pytest.param(1.0, (("counted", -1),), 9.0, id="still there"),
        pytest.param(1.0, (("counted", 1),), 9.0, id="something else is wrong there now"),
    ],
)
def test_what_the_look_before_showed_is_paid_back_where_the_act_explains_all_of_it(
    since_s: float, left: tuple[tuple[str, int], ...], nats: float
) -> None:
    zones = {"standing:0": tuple(Difference(key, 3.7, "standing") for key in left)}
    assert paid_back(paying("standing:0"), zones, since_s, Rates.load()).nats == pytest.approx(nats)


@pytest.mark.parametrize(
    ("found", "before", "is_explained"),
    [
        pytest.param(((0, "size", 2), "missing"), (None, "set", 2), True, id="it was being laid"),
        pytest.param(((0, "size", 2), "missing"), (0, "size", 2), False, id="a tile is overlooked as before"),
        pytest.param(((0, "size", 4), "extra"), (None, "set", 4), False, id="a tile more lay there"),
        pytest.param(((0, 1, "face down"), "turned"), (None, "set", 3), False, id="it lay otherwise"),
    ],
)
def test_a_set_of_which_fewer_tiles_lay_there_before_is_the_one_that_is_known_now(
    found: tuple[tuple[object, ...], str], before: tuple[object, ...], is_explained: bool
) -> None:
    rates = Rates.load()
    history = replace(paying(), paid={"melds:2": {before: Payment(rates.first, 17.0, 1.0)}})
    key, rate = found
    zones = {"melds:2": (Difference(key, 13.5, rate),)}
    seen, unseen = (paid_back(history, zones, 1.0, rates, is_claim_seen=each) for each in (True, False))
    assert history.nats - seen.nats == pytest.approx(rates.first * is_explained)
    assert unseen.nats == history.nats, "what nobody saw claimed explains no set half laid"


@pytest.mark.parametrize("looks", [1, 3, 6])
def test_a_claim_from_the_wrong_giver_half_laid_in_one_look_is_told_as_it_was(looks: int) -> None:
    before = after(dealt("doubles"), TileDiscarded(0, "7s"))
    acts = (ChowClaimed(2, 0, "7s", ("5s", "6s", "7s")), TileDiscarded(2, "5z"))
    laid, then = after(before, acts[0]), after(before, *acts)
    set_now = expected(laid).seats[2].melds[0].tiles
    half = changed(expected(before), 2, standing=11, melds=(SeenMeld(set_now[:2]),))
    tracker = Tracker(before)
    readings = [expected(before), half, *[expected(laid)] * looks, *[expected(then)] * 4]
    for number, reading in enumerate(readings):
        tracker.look(0.4 * number, _without_half_stacks(reading))
    assert tuple(act.event for act in tracker.acts) == acts


def _without_half_stacks(reading: TableReading) -> TableReading:
    """The same where nobody can tell whether one tile of a stack stands or two."""
    walls = [
        replace(side, heights=tuple(None if height == 1 else height for height in side.heights))
        for side in reading.walls
    ]
    return replace(reading, walls=tuple(walls))


def test_what_first_showed_together_cost_no_more_than_a_first_look_and_no_more_is_paid_back() -> None:
    rates, both = Rates.load(), paying("standing:0", "standing:1")
    one = paid_back(both, {"standing:0": ()}, 1.0, rates)
    assert both.nats - one.nats == pytest.approx(rates.first - 3.7), "the other alone would cost 3.7"
    all_of_it = paid_back(both, {"standing:0": (), "standing:1": ()}, 1.0, rates)
    assert both.nats - all_of_it.nats == pytest.approx(rates.first)


def test_a_flower_laid_later_keeps_what_an_earlier_one_cost_that_was_read_otherwise() -> None:
    history = replace(paying(), paid={"flowers:3": {(0, "6f"): Payment(4.0, 4.0, is_averaged=True)}})
    (kept,) = with_misread_flowers(history, [SECOND]).paid["flowers:3"].values()
    assert kept.kept == 4.0
    (other,) = with_misread_flowers(history, [FlowerDeclared(2, "6f")]).paid["flowers:3"].values()
    assert other.kept == 0.0


def test_rows_that_were_counted_wrongly_while_tiles_came_in_are_no_habit_in_the_deal() -> None:
    paid = {("counted", 1): Payment(3.7, 3.7, 1.0).gone(), ("counted", -1): Payment(3.7, 3.7, 1.0)}
    history = replace(paying(), paid={"standing:0": paid, "wall:0": paid})
    assert counted_anew(history, [TileDrawn(0)]) == history
    dealt_now = counted_anew(history, [HandsDealt(0)])
    assert dealt_now.paid == {"standing:0": {("counted", -1): paid["counted", -1]}, "wall:0": paid}


def test_a_back_that_is_taken_for_the_fourth_tile_of_a_pung_tells_of_a_kong_that_is_not_read_yet() -> None:
    begun = after(dealt(), TileDiscarded(0, "3p"), PUNG, TileDiscarded(2, "9m"), TileDrawn(3))
    begun = after(begun, TileDiscarded(3, "9m"), TileDrawn(0), TileDiscarded(0, "9m"), TileDrawn(1))
    begun = after(begun, TileDiscarded(1, "9m"), TileDrawn(2))
    pung = expected(begun).seats[2].melds[0]
    four = SeenMeld((*pung.tiles, Sighting(None, 0.0)), (3,))
    seen = changed(expected(begun), 2, melds=(four,), standing=7)
    kongs = [
        event for (event, *_) in proposals(begun, seen, expected(begun)) if isinstance(event, KongDeclared)
    ]
    assert set(kongs) == {KongDeclared(2, "concealed", None)}
