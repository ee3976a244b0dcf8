"""A table of three players, and what happens at it."""

from engine.judge.faults import faults
from engine.notation import parse_tiles
from engine.rules import load_ruleset
from engine.table.apply import apply, new_table
from engine.table.events import (
    DiceRolled,
    DoraRevealed,
    HandsDealt,
    WallBroken,
    WallBuilt,
)
from engine.table.wall import break_place

SANMA = load_ruleset("sanma")
WAITS_NORTH = "111p234p567s99s44z"
"""Ready on North and the nine of bamboos."""
ORPHANS = "19m369p147s12356z"


def table(*events, hands=(None, None, None), rules=SANMA, dealer=0):
    """A deal under way, the dealer holding fourteen tiles; None: thirteen (fourteen) nobody has seen."""
    known = tuple(
        parse_tiles(hand) if hand else (None,) * (14 if seat == dealer else 13)
        for seat, hand in enumerate(hands)
    )
    opened = (WallBuilt(), DiceRolled(dealer, (2, 3)), WallBroken(*_place(rules, dealer)))
    return after(new_table(rules, dealer), *opened, HandsDealt(dealer, known), DoraRevealed("6s"), *events)


def after(state, *events):
    for event in events:
        state = apply(state, event)
    return state


def _place(rules, dealer):
    place = break_place(rules, dealer, (5,))
    return place.side, place.stack


def names(state, event):
    return {fault.name for fault in faults(state, event)}
