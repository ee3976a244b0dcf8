"""What the camera overlooks, and what is only half done: neither is told as something that happened."""

from __future__ import annotations

from dataclasses import replace

import pytest
from seen_tables import after, changed, dealt

from engine.infer import infer
from engine.infer_fit import Baseline
from engine.infer_overlooked import overlooked
from engine.table.events import (
    KongDeclared,
    PungClaimed,
    TileDiscarded,
    TileDrawn,
    Won,
)
from engine.table.expected import expected
from engine.table.reading import SeenMeld, Sighting


def sight(tile: str | None, turned: bool = False) -> Sighting:
    return Sighting(tile, 0.95, ((tile, 0.95),) if tile else (), turned)


ROUND = (
    TileDiscarded(0, "1m"),
    TileDrawn(1, "live"),
    TileDiscarded(1, "9p"),
    TileDrawn(2, "live"),
    TileDiscarded(2, "9s"),
    TileDrawn(3, "live"),
    TileDiscarded(3, "2z"),
    TileDrawn(0, "live"),
)


@pytest.mark.parametrize("told", ["5z", None], ids=["a face known", "never read"])
def test_a_discard_beside_an_overlooked_one_is_not_taken_for_it(told: str | None) -> None:
    before = after(dealt(), replace(ROUND[0], tile=told), *ROUND[1:])
    blind = changed(expected(before), 0, river=())
    now = after(before, TileDiscarded(0, "3s"))
    seen = changed(expected(now), 0, river=(sight("3s"),))
    assert infer(before, seen, Baseline(expected(before), blind)).events == (TileDiscarded(0, "3s"),)


def test_an_overlooked_tile_that_is_found_at_last_is_no_new_discard() -> None:
    state = after(dealt(), *ROUND[:3])
    blind = changed(expected(state), 0, river=())
    assert infer(state, expected(state), Baseline(expected(state), blind)).events == ()


@pytest.mark.parametrize(
    ("told", "seen", "places"),
    [("abc", "ac", (1,)), ("abcd", "ad", (1, 2)), ("abc", "abc", ()), ("abc", "xy", ()), ("abcde", "a", ())],
)
def test_the_places_of_overlooked_tiles(told: str, seen: str, places: tuple[int, ...]) -> None:
    faces = dict(zip("abcdexy", ["1m", "9p", "9s", "2z", "5z", "4s", "7m"], strict=True))
    rows = [tuple(sight(faces[letter]) for letter in row) for row in (told, seen)]
    assert overlooked("river", rows[0], rows[1]) == places


@pytest.mark.parametrize(
    "laid", [(sight("9s"), sight("9s")), (sight("9s"), sight(None, True), sight("9s"))], ids=["two", "a hole"]
)
def test_a_set_its_owner_is_still_laying_is_no_claim(laid: tuple[Sighting, ...]) -> None:
    state = after(dealt(), *ROUND[:5])
    seen = changed(expected(state), 0, melds=(SeenMeld(laid),), standing=11)
    assert infer(state, seen).events == ()


def test_four_tiles_of_a_hand_being_laid_open_are_no_kong() -> None:
    state = after(dealt(), *ROUND[:5])
    four = tuple(sight(tile) for tile in ("2m", "3m", "4m", "4m"))
    seen = changed(expected(state), 3, melds=(SeenMeld(four),), standing=None)
    assert not any(isinstance(event, KongDeclared) for event in infer(state, seen).events)


def test_a_kong_is_robbed_although_another_set_was_laid_after_it() -> None:
    state = after(
        dealt(),
        *ROUND[:5],
        PungClaimed(1, 2, "9s", ("9s", "9s", "9s")),
        TileDiscarded(1, "7z"),
        TileDrawn(2, "live"),
        TileDiscarded(2, "8s"),
        PungClaimed(1, 2, "8s", ("8s", "8s", "8s")),
        TileDiscarded(1, "6z"),
        *ROUND[3:8],
        TileDiscarded(0, "4z"),
        TileDrawn(1, "live"),
        KongDeclared(1, "promoted", "9s"),
    )
    hand = ("4m", "4m", "5m", "6m", "7m", "3s", "4s", "5s", "7s", "8s", "2p", "3p", "4p")
    won = Won(2, "9s", 1, hand)
    assert infer(state, expected(after(state, won))).events == (won,)


def test_a_set_without_flowers_shows_none() -> None:
    state = after(dealt("beginner"), *ROUND[:3])
    seen = changed(expected(state), 1, flowers=(sight(None),))
    assert infer(state, seen).events == ()


def test_a_tile_overlooked_in_an_open_hand_is_not_made_up_by_the_tile_won() -> None:
    state = after(dealt(), *ROUND[:5])
    hand = ("1m", "2m", "3m", "4m", "5m", "6m", "7m", "8m", "9m", "9s", "9s", "5z", "5z")
    seen = expected(after(state, Won(0, "9s", 2, hand)))
    lying = seen.seats[0].revealed or ()
    short = changed(seen, 0, revealed=tuple(each for place, each in enumerate(lying) if place != 12))
    (won,) = infer(state, short).events
    assert isinstance(won, Won)
    assert (won.tile, won.giver, won.hand) == ("9s", 2, (*hand[:12], None))
