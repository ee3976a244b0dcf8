"""What the table trainer advises: the best discard, whether a claim brings the hand nearer, a win."""

from __future__ import annotations

from collections import Counter

from engine.practice.at_table.players import far
from engine.practice.at_table.position import Option, Position
from engine.practice.lesson import Note, say
from engine.ruleset import Ruleset
from engine.scoring.discards import discard_outlooks
from engine.scoring.shape import shapes_of
from engine.table.copies import visible_tiles
from engine.table.state import GameState
from engine.tiles import Tile, is_flower, plain


def table_hint(found: Position, rules: Ruleset) -> Note | None:
    """Advice for whoever is asked now; None where there is nothing to choose."""
    if not found.options:
        return None
    if any(option.act == "win" for option in found.options):
        return say("hint_win")
    seat = found.options[0].seat
    own = found.state.seats[seat]
    held = [plain(tile) for tile in own.standing if tile is not None and not is_flower(tile)]
    if any(option.act == "discard" for option in found.options):
        seen = (tile for tile in visible_tiles(found.state) if not is_flower(tile))
        best = discard_outlooks(held, len(own.melds), shapes_of(rules), seen)[0]
        return say("best_discard", best.discard, tile=best.discard, distance=best.outlook.distance,
                   kinds=len(best.outlook.useful), unseen=best.outlook.unseen)  # fmt: skip
    before = far(held, len(own.melds))
    sets = [option for option in found.options if len(option.tiles) == 3]
    after = min((_after(held, len(own.melds), option, found.state) for option in sets), default=before)
    return say("hint_claim" if after < before else "hint_no_claim", before=before, after=after)


def _after(held: list[Tile], melds: int, option: Option, state: GameState) -> int:
    """How far from ready the hand is with a claimed set of three and the best discard after it."""
    taken = Counter(map(plain, option.tiles))
    if state.last_discard is not None:
        taken -= Counter([plain(state.seats[state.last_discard].river[-1].tile or "1z")])
    rest = list((Counter(held) - taken).elements())
    return min(far([*rest[:at], *rest[at + 1 :]], melds + 1) for at in range(len(rest)))
