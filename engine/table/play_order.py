"""The order of play: which seats there are at a table, who follows whom, and where a claimed tile then lies.

Seats are numbered counter-clockwise from the bottom of the picture and play goes that way round. Three sit
at the bottom, the right and the top; the place on the left stays empty and seat 0 follows seat 2::

          2                      2
       3     1  four          .     1  three
          0                      0
"""

from __future__ import annotations

from functools import lru_cache

from engine.ruleset import Ruleset
from engine.table.events import Event, Seat


def seats_of(rules: Ruleset) -> tuple[Seat, ...]:
    """The seats people sit at, in order of play from seat 0."""
    return _seats(rules.seats)


def sides_of(rules: Ruleset) -> tuple[Seat, ...]:
    """The seats before which a side of the wall is built."""
    return _seats(rules.wall_sides)


def next_seat(rules: Ruleset, seat: Seat, steps: int = 1) -> Seat:
    """The seat `steps` turns after `seat`, counter-clockwise (S000-05, S001-06); before it when negative."""
    return (seat + steps) % rules.seats


def turns_from(rules: Ruleset, first: Seat, seat: Seat) -> int:
    """How many turns `seat` comes after `first`: 1 is the player on the right, 0 the seat itself."""
    return (seat - first) % rules.seats


def order_from(rules: Ruleset, first: Seat) -> tuple[Seat, ...]:
    """All seats in order of play, `first` at the head."""
    return tuple(next_seat(rules, first, step) for step in seats_of(rules))


def others_after(rules: Ruleset, seat: Seat) -> tuple[Seat, ...]:
    """The other seats in order of turns from `seat`."""
    return order_from(rules, seat)[1:]


def is_left_of(rules: Ruleset, left: Seat, seat: Seat) -> bool:
    """Whether `left` plays just before `seat`: the only one whose discard makes a chow (S000-09)."""
    return turns_from(rules, left, seat) == 1


def claimed_place(rules: Ruleset, owner: Seat, giver: Seat, own: int) -> int:
    """Where the claimed tile lies among `own` tiles of the owner's: left of them from the player on the left,
    right of them from the player on the right, second from the one between (S001-38, S004-68)."""
    turns = turns_from(rules, owner, giver)
    if turns == 1:
        return own
    return 1 if turns and turns < rules.seats - 1 else 0


def is_at_table(rules: Ruleset, event: Event) -> bool:
    """Whether every seat `event` tells of is one people sit at by `rules`."""
    if any((getattr(event, name, None) or 0) >= rules.seats for name in ("seat", "giver", "dealer")):
        return False
    if any(seat >= rules.seats for seat in getattr(event, "ready", None) or ()):
        return False
    by_seat = (getattr(event, name, None) for name in ("payments", "totals", "hands", "players"))
    return all(values is None or len(values) == rules.seats for values in by_seat)


@lru_cache(maxsize=8)
def _seats(number: int) -> tuple[Seat, ...]:
    return tuple(range(number))
