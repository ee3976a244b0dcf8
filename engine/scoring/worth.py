"""Whether a finished or ready hand is worth enough to win at this table, as far as the table shows it.

What the table leaves open (whether a replacement was drawn for a kong or for a flower, how many tiles a wall
nobody saw still has) counts for the hand: it is called too cheap only when nothing could make it dear enough.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from engine.ruleset import Ruleset
from engine.scoring.shape import distance, shapes_of, waits
from engine.table.events import Seat, Won
from engine.table.play_order import is_at_table, next_seat
from engine.table.state import GameState, SeatState, Wall
from engine.tiles import SeenTile, Tile, is_flower, plain


def meets_minimum(state: GameState, won: Won) -> bool | None:
    """Whether the hand behind `won` is worth the minimum of the rule set; None when that cannot be known:
    hidden tiles, or no library for its scoring. `state` is the table just before the win."""
    if state.rules.minimum == 0 and state.rules.scoring != "riichi":
        return True
    if not is_at_table(state.rules, won):
        return None
    verdicts = list(_verdicts(state, won))
    if True in verdicts:
        return True
    return None if None in verdicts else False


def _verdicts(state: GameState, won: Won) -> Iterator[bool | None]:
    # The scoring libraries are loaded only where a finished hand is priced.
    from engine.scoring.circumstances import circumstances_of, left_open
    from engine.scoring.table import score_win

    sure = circumstances_of(state, won)
    for more in (frozenset(), *left_open(state, won)):
        score = score_win(state, won, circumstances=sure | more)
        if score.reason == "unknown_tiles":
            yield None
        else:
            yield score.is_win and score.minimum_met
        if score.is_win and score.minimum_met:
            return


def winning_waits(state: GameState, seat: Seat) -> tuple[Tile, ...]:
    """The waits of a known hand at a draw: by shape alone (S001-68) or, at tables that ask for it, those it
    could have won on (S001-69). Empty for a hidden hand, a dead one and one that is not ready."""
    own = state.seats[seat]
    if own.is_dead_hand or not own.standing or any(tile is None or is_flower(tile) for tile in own.standing):
        return ()
    by_shape = own_waits(state.rules, own, own.standing)
    if not state.rules.ready_needs_minimum:
        return by_shape
    return tuple(tile for tile in by_shape if could_win_on(state, seat, tile))


def own_waits(rules: Ruleset, own: SeatState, standing: Sequence[SeenTile]) -> tuple[Tile, ...]:
    """The waits of a known hand with its sets on the table. A tile of which it holds all four itself, in a
    kong or elsewhere, is none unless the table counts it; one that others hold still is (S001-68)."""
    melds = () if rules.ready_on_own_kong else own.melds
    laid = [plain(tile) for meld in melds for tile in meld.tiles if tile]
    held = [plain(tile) for tile in standing if tile]
    found = waits(standing, len(own.melds), shapes_of(rules))
    return tuple(tile for tile in found if laid.count(tile) + held.count(tile) < 4)


def may_be_ready(rules: Ruleset, own: SeatState) -> bool:
    """Whether a known hand is ready now, or once one of its tiles is discarded."""
    standing = list(own.standing)
    if distance(standing, len(own.melds), shapes_of(rules)) > 0:
        return False
    if len(standing) % 3 == 1:
        return bool(own_waits(rules, own, standing))
    rests = (standing[:place] + standing[place + 1 :] for place in range(len(standing)))
    return any(own_waits(rules, own, rest) for rest in rests)


def could_win_on(state: GameState, seat: Seat, tile: Tile) -> bool:
    """Whether the known hand of `seat` is worth a win with `tile`, drawn or given, in the middle of the deal:
    the last tile's own patterns do not count."""
    midway = replace(state, wall=Wall(()), kong=None, move_began=None, winners=())
    ways = (Won(seat, tile, None, state.seats[seat].standing), Won(seat, tile, next_seat(state.rules, seat)))
    return any(_midway(midway, won) for won in ways)


def _midway(state: GameState, won: Won) -> bool:
    from engine.scoring.circumstances import circumstances_of
    from engine.scoring.table import score_win

    score = score_win(state, won, circumstances=circumstances_of(state, won))
    return score.is_win and score.minimum_met
