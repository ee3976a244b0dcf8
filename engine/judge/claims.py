"""Who could claim what from the newest discard or a kong just shown, and who gets it when several ask.

A hand that is wholly known is judged exactly; of a hidden one only what the visible tiles rule out is known.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from engine.judge.faults_claims import is_chow
from engine.judge.faults_play import is_fifth_kong, swaps, wall_is_empty
from engine.judge.faults_win import bars_robbing, has_passed, is_known
from engine.ruleset import Ruleset
from engine.scoring.shape import is_complete, shapes_of
from engine.scoring.worth import meets_minimum
from engine.table.copies import copies, visible_tiles
from engine.table.events import Seat, Won
from engine.table.play_order import is_left_of, others_after, seats_of, turns_from
from engine.table.state import GameState, SeatState
from engine.tiles import SeenTile, Tile, is_flower, is_suited, plain, rank, suit

ClaimKind = Literal["chow", "pung", "kong", "win"]


@dataclass(frozen=True, slots=True)
class PossibleClaim:
    """`seat` could take `giver`'s `tile` with `own` from its hand. `sure`: the hand is known to hold them, or
    for a win to be finished and worth the minimum; otherwise nothing visible rules it out."""

    seat: Seat
    giver: Seat
    kind: ClaimKind
    tile: SeenTile
    own: tuple[SeenTile, ...] = ()
    sure: bool = False


@dataclass(frozen=True, slots=True)
class Resolution:
    """Who gets the tile, and why each of the others does not: ``win_first``, ``set_first``, ``kong_first``,
    ``nearer``, ``chow_not_from_left``, ``triple_win`` (three winners where that draws the deal)."""

    taken: tuple[PossibleClaim, ...]
    refused: tuple[tuple[PossibleClaim, str], ...] = ()


def claims(state: GameState) -> tuple[PossibleClaim, ...]:
    """Every claim that may be made now, in the order of turns from the giver."""
    if state.phase == "ended":
        return ()
    if state.last_discard is not None and state.owes == "draw":
        giver = state.last_discard
        tile = state.seats[giver].river[-1].tile if state.seats[giver].river else None
        seats = others_after(state.rules, giver)
        return tuple(claim for seat in seats for claim in _of_seat(state, seat, giver, tile))
    return tuple(_robberies(state))


def _of_seat(state: GameState, seat: Seat, giver: Seat, tile: SeenTile) -> Iterator[PossibleClaim]:
    own = state.seats[seat]
    if own.is_dead_hand:
        return
    yield from _win(state, seat, giver, tile)
    last = wall_is_empty(state)
    if (own.is_ready and state.rules.riichi) or (last and not state.rules.claim_last_discard_for_set):
        return
    if tile is None or is_flower(tile):
        return
    needs: list[tuple[ClaimKind, tuple[Tile, ...]]] = [("pung", (tile,) * 2)]
    room = not last or state.rules.kong_on_empty_wall == "ends_deal"
    if room and not is_fifth_kong(state):
        needs.append(("kong", (tile,) * 3))
    if state.rules.chow_claims and is_left_of(state.rules, giver, seat):
        needs += [("chow", pair) for pair in chow_pairs(tile)]
    for kind, tiles in needs:
        if len(own.standing) > len(tiles):
            yield from _holdings(state, PossibleClaim(seat, giver, kind, tile, tiles))


def chow_pairs(tile: Tile) -> tuple[tuple[Tile, Tile], ...]:
    """The pairs that make a run with `tile` (S000-06, S000-07); none for honours and flowers."""
    if not is_suited(tile):
        return ()
    near = [f"{rank(tile) + step}{suit(tile)}" for step in (-2, -1, 1, 2) if 1 <= rank(tile) + step <= 9]
    return tuple(
        (low, high)
        for place, low in enumerate(near)
        for high in near[place + 1 :]
        if is_chow((low, high, tile))
    )


def _holdings(state: GameState, claim: PossibleClaim) -> Iterator[PossibleClaim]:
    """The claim with the tiles it would use: exact for a known hand, else if enough copies may be hidden."""
    standing = state.seats[claim.seat].standing
    needed = Counter(plain(tile) for tile in claim.own if tile)
    if standing and None not in standing:
        picked = _picked(standing, needed)
        if picked is not None and _leaves_a_discard(state, claim, picked):
            yield PossibleClaim(claim.seat, claim.giver, claim.kind, claim.tile, picked, True)
        return
    seen = Counter(visible_tiles(state))
    if all(copies(tile) - seen[tile] >= count for tile, count in needed.items()):
        yield claim


def _leaves_a_discard(state: GameState, claim: PossibleClaim, picked: tuple[Tile, ...]) -> bool:
    """Whether something may be discarded after the claim where swap calls are not allowed."""
    if state.rules.swap_calling or claim.kind == "kong" or claim.tile is None:
        return True
    claimed, laid = claim.tile, (claim.tile, *picked)
    left = Counter(state.seats[claim.seat].standing) - Counter(picked)
    return any(tile is not None and not swaps(state.rules, laid, claimed, tile) for tile in left)


def _picked(standing: tuple[SeenTile, ...], needed: Counter[Tile]) -> tuple[Tile, ...] | None:
    """The tiles of a known hand that fill the need, plain ones before red fives; None when it lacks some."""
    if any(tile not in standing and f"0{tile[1]}" not in standing for tile in needed):
        return None
    left, picked = Counter(needed), []
    for tile in sorted((tile for tile in standing if tile), key=lambda each: each[0] == "0"):
        if left[plain(tile)] > 0:
            left[plain(tile)] -= 1
            picked.append(tile)
    return None if any(count > 0 for count in left.values()) else tuple(picked)


def _win(state: GameState, seat: Seat, giver: Seat, tile: SeenTile) -> Iterator[PossibleClaim]:
    """The claim to win: of a known hand exactly, furiten and minimum included; of a hidden one by count."""
    own = state.seats[seat]
    if tile is not None and is_flower(tile):
        return
    if tile is None or not own.standing or None in own.standing:
        if len(own.standing) % 3 == 1:
            yield PossibleClaim(seat, giver, "win", tile)
        return
    if not is_known(own.standing):
        return  # a flower among them
    if not _finishes(state.rules, own, tile) or has_passed(state, seat, own.standing):
        return
    enough = meets_minimum(state, Won(seat, tile, giver))
    if enough is not False:
        yield PossibleClaim(seat, giver, "win", tile, sure=enough is True)


def _finishes(rules: Ruleset, seat: SeatState, tile: Tile) -> bool:
    hand = [*(each for each in seat.standing if each), tile]
    return is_complete(hand, len(seat.melds), shapes_of(rules))


def _robberies(state: GameState) -> Iterator[PossibleClaim]:
    """Wins on a kong just shown (S001-56, S001-57)."""
    kong = state.kong
    is_late = state.owes == "discard"
    if kong is None or (is_late and (not state.rules.rob_after_supplement or bars_robbing(state))):
        return
    may_all = {"promoted": state.rules.rob_promoted_kong, "north": True}.get(kong.kind, False)
    robbable = may_all or (kong.kind == "concealed" and _orphans_may_rob(state))
    for seat in seats_of(state.rules) if robbable else ():
        own = state.seats[seat]
        if seat == kong.seat or own.is_dead_hand:
            continue
        if may_all or not is_known(own.standing) or _wins_orphans(own, kong.tile):
            yield from _win(state, seat, kong.seat, kong.tile)


def _orphans_may_rob(state: GameState) -> bool:
    return state.rules.rob_concealed_kong_for_orphans


def _wins_orphans(seat: SeatState, tile: SeenTile) -> bool:
    hand = [*(each for each in seat.standing if each), *([tile] if tile else [])]
    return is_complete(hand, len(seat.melds), frozenset({"thirteen_orphans"}))


def resolve(rules: Ruleset, asked: tuple[PossibleClaim, ...]) -> Resolution:
    """Who of those who asked for one tile gets it (S000-22..27, S001-28, S001-29, S004-83, S004-84)."""
    valid = [claim for claim in asked if claim.kind != "chow" or is_left_of(rules, claim.giver, claim.seat)]
    refused = [(claim, "chow_not_from_left") for claim in asked if claim not in valid]
    wins = [claim for claim in valid if claim.kind == "win"]
    if len(wins) == 3 and "triple_win" in rules.abortive_draws:
        return Resolution((), tuple((claim, "triple_win") for claim in asked))
    if wins:
        taken = _winners(rules, wins)
        refused += [(claim, "nearer" if claim.kind == "win" else "win_first") for claim in valid]
        return Resolution(tuple(taken), tuple((c, why) for c, why in refused if c not in taken))
    if not valid:
        return Resolution((), tuple(refused))
    best = min(valid, key=lambda claim: (_weight(rules, claim), turns_from(rules, claim.giver, claim.seat)))
    refused += [(claim, _why(rules, best, claim)) for claim in valid if claim != best]
    return Resolution((best,), tuple(refused))


def _winners(rules: Ruleset, wins: list[PossibleClaim]) -> list[PossibleClaim]:
    nearest_first = sorted(wins, key=lambda claim: turns_from(rules, claim.giver, claim.seat))
    everybody = rules.several_winners == "all" or (
        rules.several_winners == "nearest_but_triple_all" and len(wins) == 3
    )
    return nearest_first if everybody else nearest_first[:1]


def _weight(rules: Ruleset, claim: PossibleClaim) -> int:
    if claim.kind == "kong" and rules.kong_beats_pung:
        return 0
    return {"kong": 1, "pung": 1, "chow": 2}[claim.kind]


def _why(rules: Ruleset, best: PossibleClaim, other: PossibleClaim) -> str:
    if _weight(rules, best) == _weight(rules, other):
        return "nearer"
    return "kong_first" if best.kind == "kong" and other.kind == "pung" else "set_first"
