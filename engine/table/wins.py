"""Which wins count: not those a referee has to rule on or has ruled out, and of several as the rules say.

A win ends the deal as soon as it is told. What was found wrong with it stands in the state; until somebody
has ruled, the win waits: it is neither paid nor void. If no win is left, the deal is dealt again after a
chombo and else goes on as if the win had never been told::

    won -- no fault ------------------------------------> counts
     +--- fault found --> waits -- dismissed -----------> counts
                            +----- upheld --> void -- another win counts --> that one is paid
                                                +----- chombo -------------> dealt again
                                                +----- anything else ------> played on
"""

from __future__ import annotations

from engine.changed import changed
from engine.table.events import (
    ChowClaimed,
    DeclaredReady,
    Event,
    FaultFound,
    FlowerDeclared,
    KongClaimed,
    KongDeclared,
    PungClaimed,
    Seat,
    TileDiscarded,
    TileDrawn,
    Won,
)
from engine.table.fault import CHOMBO
from engine.table.play_order import turns_from
from engine.table.seating import with_seat
from engine.table.state import GameState

WIN_FAULTS = frozenset(
    {
        "below_minimum",
        "claim_too_late",
        "deal_over",
        "false_win",
        "kong_not_to_be_robbed",
        "kong_robbed_too_late",
        "win_not_nearest",
        "win_on_dead_tile",
        "win_on_passed_tile",
        "win_out_of_move",
        "win_with_dead_hand",
    }
)
"""Faults for which a win is not paid before somebody has ruled on them."""

PLAY = (
    TileDrawn,
    TileDiscarded,
    ChowClaimed,
    PungClaimed,
    KongClaimed,
    KongDeclared,
    FlowerDeclared,
    DeclaredReady,
)
"""Acts by which a table shows that it plays on."""


def counted_winners(state: GameState) -> tuple[Seat, ...]:
    """The winners who are paid, nearest the giver first (S000-24, S000-25, S001-29)."""
    asking = _asking(state)
    match state.rules.several_winners:
        case _ if is_triple_win(state):
            return ()
        case "all":
            return asking
        case "nearest_but_triple_all" if len(asking) == 3:
            return asking
    return asking[:1]


def is_triple_win(state: GameState) -> bool:
    """Whether three win where that breaks the deal off (G-06)."""
    return len(_asking(state)) == 3 and "triple_win" in state.rules.abortive_draws


def waiting_winners(state: GameState) -> tuple[Seat, ...]:
    """The winners whose win waits for a ruling."""
    void = {found.seat for found in state.win_faults if found.verdict == "upheld"}
    return tuple(seat for seat in state.winners if seat in _faulty(state) - void)


def turns_to_win(state: GameState, won: Won) -> int:
    """How many turns a winner sits after the giver; 0 when the tile was self-drawn."""
    return 0 if won.giver is None else turns_from(state.rules, won.giver, won.seat)


def has_nearer(state: GameState, won: Won) -> bool:
    """Whether another winner sits nearer the giver: he takes counters and sticks (S001-29)."""
    others = [changed(won, seat=seat) for seat in counted_winners(state) if seat != won.seat]
    return any(turns_to_win(state, other) <= turns_to_win(state, won) for other in others)


def sticks_won(state: GameState) -> int:
    """The sticks that lay on the table when the first win of the deal was told."""
    return state.earlier.riichi_sticks if state.winners and state.earlier else state.riichi_sticks


def as_it_goes_on(state: GameState, event: Event) -> GameState:
    """The table at which `event` is judged: where it is an act of play though a win was told, and that win
    does not count and is no chombo, the table as it was before it."""
    if not isinstance(event, PLAY) or not state.winners or counted_winners(state) or is_triple_win(state):
        return state
    return state if any(_is_chombo(found) for found in state.win_faults) else played_on(state)


def played_on(state: GameState) -> GameState:
    """The table as before the first win, with the points and the dead hands of now."""
    return state if state.earlier is None else gone_back(state, state.earlier)


def gone_back(state: GameState, earlier: GameState) -> GameState:
    """The table as it was `earlier`, but for what no going back takes away: points, sticks, dead hands."""
    for seat, now in enumerate(state.seats):
        earlier = with_seat(
            earlier, seat, score=now.score, off_result=now.off_result, is_dead_hand=now.is_dead_hand
        )
    return changed(earlier, riichi_sticks=state.riichi_sticks, dora_indicators=state.dora_indicators)


def is_of_win(state: GameState, found: FaultFound) -> bool:
    """Whether the fault is one that keeps a win of this deal from being paid."""
    return found.name in WIN_FAULTS and found.seat in state.winners


def with_fault(state: GameState, found: FaultFound) -> GameState:
    """The table after a fault was told or ruled on, as far as it touches a win or the whole deal."""
    if is_of_win(state, found):
        others = [each for each in state.win_faults if (each.name, each.seat) != (found.name, found.seat)]
        state = changed(state, win_faults=(*others, found))
        state = changed(state, ended_by="triple_win" if is_triple_win(state) else "won")
    if found.verdict != "upheld" or counted_winners(state) or waiting_winners(state):
        return state
    if _is_chombo(found) or any(_is_chombo(each) for each in state.win_faults):
        return dealt_again(state)
    return played_on(state) if is_of_win(state, found) and not is_triple_win(state) else state


def dealt_again(state: GameState) -> GameState:
    """The deal is void: it is dealt again, and what was bet in it on being ready goes back (chombo)."""
    before = state.earlier if state.winners and state.earlier is not None else state
    bets = [seat for seat, own in enumerate(before.seats) if own.is_ready and seat != before.unpaid_ready]
    for seat in bets if state.rules.riichi else ():
        state = with_seat(state, seat, score=state.seats[seat].score + state.rules.ready_stick)
        state = changed(state, riichi_sticks=state.riichi_sticks - 1)
    return changed(
        state,
        phase="ended",
        owes=None,
        replacements_owed=0,
        move_began=None,
        unpaid_ready=None,
        winners=(),
        ended_by="chombo",
        earlier=None,
    )


def _asking(state: GameState) -> tuple[Seat, ...]:
    """The winners with whose win nothing is wrong, nearest the giver first."""
    asking = [seat for seat in state.winners if seat not in _faulty(state)]
    giver = state.won_from
    if giver is not None:
        asking.sort(key=lambda seat: turns_from(state.rules, giver, seat))
    return tuple(asking)


def _faulty(state: GameState) -> set[Seat]:
    """Whose win waits or is void. A doubt is enough to wait: paying back is worse than being paid later."""
    return {
        found.seat for found in state.win_faults if found.verdict != "dismissed" and found.seat is not None
    }


def _is_chombo(found: FaultFound) -> bool:
    return found.consequence == CHOMBO and found.verdict != "dismissed"
