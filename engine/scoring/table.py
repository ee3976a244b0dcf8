"""The score of a win at a live table: from the state and the `Won` event to value, reasons and payments."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from engine.ruleset import Ruleset
from engine.scoring.case import CaseError
from engine.scoring.circumstances import circumstances_of
from engine.scoring.faan.score import faan_payments
from engine.scoring.faan.tables import FaanTable
from engine.scoring.hand import Circumstance, WonHand
from engine.scoring.mcr.score import mcr_payments
from engine.scoring.profiles import Table, profile_name, score_hand, table_of
from engine.scoring.score import HandFault, Pattern, Payments, Score, Unit, no_win
from engine.table.events import Event, Seat, Won
from engine.table.play_order import is_at_table
from engine.table.state import GameState, Meld
from engine.table.wins import has_nearer, sticks_won
from engine.tiles import SeenTile, Tile, is_flower, plain

UNITS: dict[str, Unit] = {"riichi": "han", "mcr": "points", "hong_kong": "faan", "doubles": "tai"}
"""What each kind of scoring counts in."""


def score_win(
    state: GameState,
    won: Won,
    deal: Sequence[Event] = (),
    ura_indicators: Sequence[SeenTile] = (),
    circumstances: frozenset[Circumstance] | None = None,
) -> Score:
    """What `won` is worth at this table; `seat_payments` has the payments by seat.

    `state` is the table when the win was declared (before or after `won` is folded in), `deal` the events of
    the deal up to it; `circumstances` stand in place of what these tell.

    A hand with unknown tiles, an incomplete one or one below the minimum has no payments:
    `reason` and `faults` say why."""
    profile = profile_of(state.rules)
    known = known_hand(state, won)
    if is_at_table(state.rules, won) and _has_all_flowers(state, won):
        return score_at_table(_flowers_alone(state, won), state.rules, state.dealer)
    if isinstance(known, HandFault):
        return no_win(profile, UNITS[state.rules.scoring], known, state.rules.minimum)
    indicators = tuple(tile for tile in ura_indicators if tile is not None)
    hand = replace(
        known,
        circumstances=circumstances_of(state, won, deal) if circumstances is None else circumstances,
        ura_indicators=indicators if state.seats[won.seat].is_ready else (),
    )
    return score_at_table(hand, state.rules, state.dealer)


def score_at_table(hand: WonHand, rules: Ruleset, dealer: Seat) -> Score:
    """What `hand` is worth by the profile and the minimum of `rules`, paid seat by seat; `dealer` is East."""
    hand = _as_played(hand, rules)
    score = _with_minimum(score_hand(hand, profile_of(rules), scoring_table(rules)), rules)
    if rules.all_flowers_win and hand.flower_count == 8:
        score = max(score, _of_all_flowers(hand, rules), key=lambda each: each.value)
    if not score.minimum_met:
        return replace(score, payments=None, seat_payments=None)
    return replace(score, seat_payments=by_seat(score.payments, dealer))


def _as_played(hand: WonHand, rules: Ruleset) -> WonHand:
    """The hand without what this table does not pay for: ippatsu, the tiles under the indicators."""
    if not rules.ippatsu and "ippatsu" in hand.circumstances:
        hand = replace(hand, circumstances=hand.circumstances - {"ippatsu"})
    return hand if rules.ura_dora else replace(hand, ura_indicators=())


def profile_of(rules: Ruleset) -> str:
    """The profile a rule set is scored by; its kind of scoring decides where it names none we know."""
    try:
        return profile_name(rules.scoring_profile)
    except CaseError:
        return profile_name(rules.scoring)


def scoring_table(rules: Ruleset) -> Table:
    """The table a rule set is scored by, its options set; CaseError for an option the profile lacks."""
    return table_of(profile_of(rules), dict(rules.scoring_options))


def _has_all_flowers(state: GameState, won: Won) -> bool:
    """A win declared on a flower: all eight lie there, whatever the hand."""
    flowers = len(state.seats[won.seat].flowers)
    return state.rules.all_flowers_win and flowers == 8 and won.tile is not None and is_flower(won.tile)


def _flowers_alone(state: GameState, won: Won) -> WonHand:
    flowers = _faces(state.seats[won.seat].flowers)
    seat_wind, wind = state.seat_wind(won.seat), state.prevalent_wind
    return WonHand((), won.tile or "", (), True, None, seat_wind, wind, flowers=flowers, flower_count=8)


def _of_all_flowers(hand: WonHand, rules: Ruleset) -> Score:
    """A win on all eight flowers alone, at the price the table has for it (S003-20)."""
    table, value = scoring_table(rules), rules.all_flowers_value
    base, payments = value, mcr_payments(hand, value)
    if isinstance(table, FaanTable):
        value = min(value, table.limit)
        base = table.base[value]
        payments = faan_payments(hand, table, base)
    return Score(
        profile_of(rules),
        UNITS[rules.scoring],
        is_win=True,
        value=value,
        patterns=(Pattern("eight_flowers", value),),
        base_points=base,
        points=None if payments is None else payments[hand.seat_wind],
        payments=payments,
        minimum=rules.minimum,
        minimum_met=True,
    )


def by_seat(payments: Payments | None, dealer: Seat) -> Payments | None:
    """Payments by wind, turned so that seat 0 comes first."""
    if payments is None:
        return None
    players = len(payments)
    return tuple(payments[(seat - dealer) % players] for seat in range(players))


def known_hand(state: GameState, won: Won) -> WonHand | HandFault:
    """The hand behind `won` as scoring takes it, or what of it is not known."""
    if not is_at_table(state.rules, won):
        return HandFault("unknown_tiles", "nobody sits at this seat")
    seat = state.seats[won.seat]
    standing = _standing(state, won)
    melds = tuple(_by_wind(meld, state) for meld in seat.melds)
    if won.tile is None or not standing or None in standing or any(None in meld.tiles for meld in melds):
        return HandFault("unknown_tiles", "not every tile of the hand is known; show it to be scored")
    # Of several winners on one discard the nearest takes the sticks, and the counters unless each does.
    is_first = not has_nearer(state, won)
    return WonHand(
        standing=_faces(standing),
        tile=won.tile,
        melds=melds,
        self_drawn=won.giver is None,
        giver=None if won.giver is None else state.seat_wind(won.giver),
        seat_wind=state.seat_wind(won.seat),
        prevalent_wind=state.prevalent_wind,
        flowers=_faces(seat.flowers),
        flower_count=len(seat.flowers),
        dora_indicators=_faces(state.dora_indicators),
        honba=counters(state) if is_first or state.rules.counters_to == "each_winner" else 0,
        riichi_sticks=sticks_worth(state) if is_first else 0,
        players=state.rules.seats,
        drawn_share=state.rules.drawn_share,
    )


def counters(state: GameState) -> int:
    """The counters on the table in the usual 100 points from each who pays."""
    return state.honba * state.rules.honba_payment // (100 * (state.rules.seats - 1))


def sticks_worth(state: GameState) -> int:
    """The sticks on the table, before anybody won, in the usual 1000 points."""
    return sticks_won(state) * state.rules.ready_stick // 1000


def _standing(state: GameState, won: Won) -> tuple[SeenTile, ...]:
    """The standing tiles without the winning one; the hand shown goes before what was known of it."""
    seat = state.seats[won.seat]
    standing = list(won.hand or seat.standing)
    surplus = len(standing) - (13 - 3 * len(seat.melds))
    if surplus == 1:
        del standing[_place_of(won.tile, standing)]
    return tuple(standing)


def _place_of(tile: SeenTile, standing: Sequence[SeenTile]) -> int:
    """Where `tile` stands: the very tile before another of its face, so that no red five goes for a plain
    one; the last place where neither is there."""
    if tile in standing:
        return standing.index(tile)
    faces = [None if each is None else plain(each) for each in standing]
    return faces.index(plain(tile)) if tile is not None and plain(tile) in faces else len(standing) - 1


def _faces(tiles: Sequence[SeenTile]) -> tuple[Tile, ...]:
    return tuple(tile for tile in tiles if tile is not None)


def _by_wind(meld: Meld, state: GameState) -> Meld:
    return replace(meld, giver=None if meld.giver is None else state.seat_wind(meld.giver))


def _with_minimum(score: Score, rules: Ruleset) -> Score:
    """The table's own minimum instead of the profile's; riichi always asks for one yaku. S004-48"""
    if not score.is_win or score.unit == "han":
        return score
    flowers = sum(pattern.value for pattern in score.patterns if pattern.name == "flower_tiles")
    met = score.value - flowers >= rules.minimum
    return replace(score, minimum=rules.minimum, minimum_met=met, reason=None if met else "below_minimum")
