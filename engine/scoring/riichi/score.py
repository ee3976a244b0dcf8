"""Riichi: han, fu and yakuman, by the `mahjong` library, with the tables' differences around it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache

from mahjong.hand_calculating.hand import HandCalculator
from mahjong.hand_calculating.hand_config import HandConfig, OptionalRules
from mahjong.hand_calculating.hand_response import HandResponse
from mahjong.meld import Meld as LibraryMeld

from engine.scoring.check import contradiction, hand_fault
from engine.scoring.groups import is_thirteen_orphans
from engine.scoring.hand import WonHand
from engine.scoring.riichi.fu import explained_fu
from engine.scoring.riichi.names import YAKU_BY_NUMBER
from engine.scoring.riichi.payments import (
    MANGAN_BASE,
    YAKUMAN_BASE,
    base_points,
    liability_of,
    payments,
    won_points,
)
from engine.scoring.riichi.rules import RiichiRules
from engine.scoring.score import Excluded, HandFault, Pattern, Score, no_win
from engine.table.state import Meld
from engine.tiles import PLAIN, Tile, is_red, plain

_NUMBER = {tile: number for number, tile in enumerate(PLAIN)}
# The library tells tiles apart by numbers 0-135, four to a face; the first five of a suit is the red one. The
# same number may come twice, so a plain five is never mistaken for a red one.
_LIBRARY_TILE = {tile: 4 * number + 1 for tile, number in _NUMBER.items()} | {"0m": 16, "0p": 52, "0s": 88}
# Where a table takes a dealt win at any seat's word, the library must hear of it as a win on the first draw.
_EAST, _EARTHLY = 27, 116

_MELD_TYPE = {
    "chow": LibraryMeld.CHI,
    "pung": LibraryMeld.PON,
    "melded_kong": LibraryMeld.KAN,
    "promoted_kong": LibraryMeld.SHOUMINKAN,
    "concealed_kong": LibraryMeld.KAN,
}

_NEVER_TOGETHER = (
    ("last_draw", "replacement"),
    ("last_discard", "robbed_kong"),
    ("heavenly", "riichi"),
    ("heavenly", "double_riichi"),
    ("earthly", "riichi"),
    ("earthly", "double_riichi"),
    ("human", "riichi"),
    ("human", "double_riichi"),
)


def score_riichi(won: WonHand, rules: RiichiRules, profile: str = "riichi-tenhou") -> Score:
    """The value of `won` in han and fu, and who pays; a hand that may not win comes back with its fault.

    S001-03: dora never make the one han that a win needs."""
    if rules.human_hand == "mangan" and "human" in won.circumstances:
        return _human_score(won, rules, profile)
    fault = hand_fault(won) or _riichi_fault(won, rules)
    if fault is not None:
        return no_win(profile, "han", fault, minimum=1)
    won = _with_dealt_orphans(won, rules)
    response = _ask_library(won, rules)
    if response.error is not None:
        return no_win(profile, "han", _fault_of(response.error), minimum=1)
    return _score(won, rules, profile, response)


def _human_score(won: WonHand, rules: RiichiRules, profile: str) -> Score:
    """A win before the first draw where it is a mangan: the hand as it is when that is worth as much, else a
    mangan to which nothing is added, dora neither."""
    fault = hand_fault(won) or _riichi_fault(won, rules)
    if fault is not None:
        return no_win(profile, "han", fault, minimum=1)
    plain = score_riichi(replace(won, circumstances=won.circumstances - {"human"}), rules, profile)
    is_finished = plain.is_win or any(each.name == "no_yaku" for each in plain.faults)
    if not is_finished or (plain.base_points or 0) >= MANGAN_BASE:
        return plain
    return Score(
        profile,
        "han",
        is_win=True,
        value=5,
        patterns=(Pattern("renhou", 5),),
        excluded=tuple(Excluded(pattern.name, "renhou") for pattern in plain.patterns),
        groups=plain.groups,
        limit_name="mangan",
        base_points=MANGAN_BASE,
        points=won_points(won, MANGAN_BASE),
        payments=payments(won, MANGAN_BASE),
        minimum=1,
        minimum_met=True,
    )


def _riichi_fault(won: WonHand, rules: RiichiRules) -> HandFault | None:
    """Circumstances that riichi rules out beyond those every rule set does."""
    names = won.circumstances
    declared = "riichi" in names or "double_riichi" in names
    if declared and not won.is_concealed:
        reason = "riichi needs a hand without claimed tiles"
        return HandFault("contradicting_flags", reason, tuple(sorted(names & {"riichi", "double_riichi"})))
    if "ippatsu" in names and not declared:
        return HandFault("contradicting_flags", "ippatsu needs riichi", ("ippatsu",))
    if "heavenly" in names and won.seat_wind != 0 and not rules.heavenly_at_any_seat:
        return HandFault("contradicting_flags", "only the dealer can win on the dealt hand", ("heavenly",))
    if ("earthly" in names or "human" in names) and won.seat_wind == 0:
        reason = "the dealer has no first draw after the others' first"
        return HandFault("contradicting_flags", reason, tuple(sorted(names & {"earthly", "human"})))
    if "earthly" in names and not won.self_drawn:
        return HandFault("contradicting_flags", "earthly needs a self-drawn win", ("earthly",))
    first = names & {"heavenly", "earthly", "human"}
    if first and won.melds:
        reason = "no set can have been declared before the first draw"
        return HandFault("contradicting_flags", reason, tuple(sorted(first)))
    if len(won.dora_indicators) > 5 or len(won.ura_indicators) > 5:
        return HandFault("too_many_indicators", "more than five dora indicators")
    return contradiction(won, _NEVER_TOGETHER)


def _with_dealt_orphans(won: WonHand, rules: RiichiRules) -> WonHand:
    """Dealt orphans with the doubled tile as the winning one, where the table sees them so."""
    if not (rules.dealt_orphans_wait_on_all and "heavenly" in won.circumstances and is_thirteen_orphans(won)):
        return won
    tiles = won.complete_standing
    doubled = next(tile for tile in tiles if tiles.count(tile) == 2)
    return replace(won, standing=tuple(dict.fromkeys(tiles)), tile=doubled)


def _ask_library(won: WonHand, rules: RiichiRules) -> HandResponse:
    return HandCalculator.estimate_hand_value(
        [_LIBRARY_TILE[tile] for tile in won.all_tiles],
        _LIBRARY_TILE[won.tile],
        melds=[_library_meld(meld) for meld in won.melds],
        dora_indicators=[_LIBRARY_TILE[tile] for tile in won.dora_indicators],
        ura_dora_indicators=[_LIBRARY_TILE[tile] for tile in won.ura_indicators],
        config=_config(won, rules),
    )


def _config(won: WonHand, rules: RiichiRules) -> HandConfig:
    names = won.circumstances
    return HandConfig(
        is_tsumo=won.self_drawn,
        is_riichi="riichi" in names,
        is_daburu_riichi="double_riichi" in names,
        is_ippatsu="ippatsu" in names,
        is_rinshan="replacement" in names,
        is_chankan="robbed_kong" in names,
        is_haitei="last_draw" in names,
        is_houtei="last_discard" in names,
        is_tenhou="heavenly" in names and won.seat_wind == 0,
        is_chiihou="earthly" in names or ("heavenly" in names and won.seat_wind != 0),
        is_renhou="human" in names and rules.human_hand != "none",
        player_wind=_EAST + won.seat_wind,
        round_wind=_round_wind(won, rules),
        num_nuki_dora=won.norths,
        options=_options(rules, won.players == 3),
    )


def _round_wind(won: WonHand, rules: RiichiRules) -> int | None:
    """The prevalent wind, or None where the library would give four fu for a pair that is worth two here.

    A hand with just two of its double wind uses it as the pair and nowhere else."""
    wind = _EAST + won.prevalent_wind
    is_double = won.prevalent_wind == won.seat_wind
    if rules.double_wind_pair_fu == 2 and is_double and won.all_tiles.count(PLAIN[wind]) == 2:
        return None
    return wind


@lru_cache(maxsize=64)
def _options(rules: RiichiRules, is_three_player: bool) -> OptionalRules:
    return OptionalRules(
        is_three_player=is_three_player,
        has_open_tanyao=rules.open_tanyao,
        has_aka_dora=rules.red_fives,
        has_double_yakuman=rules.double_yakuman,
        kazoe_limit=HandConfig.KAZOE_LIMITED if rules.counted_yakuman else HandConfig.KAZOE_SANBAIMAN,
        kiriage=rules.round_up_to_mangan,
        renhou_as_yakuman=rules.human_hand == "yakuman",
        limit_to_sextuple_yakuman=False,
    )


def _library_meld(meld: Meld) -> LibraryMeld:
    # The library takes a chow's tiles in their order, not as they were laid.
    tiles = sorted(_LIBRARY_TILE[tile] for tile in meld.tiles if tile is not None)
    return LibraryMeld(_MELD_TYPE[meld.kind], tiles=tiles, opened=meld.kind != "concealed_kong")


def _fault_of(error: str) -> HandFault:
    match error:
        case HandCalculator.ERR_HAND_NOT_WINNING:
            return HandFault("not_complete", "these tiles are no winning hand")
        case HandCalculator.ERR_NO_YAKU:
            return HandFault("no_yaku", "complete, but without a single yaku; dora do not count for it")
        case _:
            return HandFault("contradicting_flags", error.replace("_", " "))


def _score(won: WonHand, rules: RiichiRules, profile: str, response: HandResponse) -> Score:
    is_open = not won.is_concealed
    patterns = tuple(
        Pattern(
            _name_of(yaku.yaku_id, won),
            yaku.han_open if is_open and yaku.han_open else yaku.han_closed,
        )
        for yaku in response.yaku or ()
    )
    patterns = tuple(_with_norths(patterns, won.norths))
    if not any(yaku.is_yakuman for yaku in response.yaku or ()):
        return _counted_score(won, rules, profile, response, patterns)
    return _yakuman_score(won, rules, profile, patterns)


def _with_norths(patterns: tuple[Pattern, ...], norths: int) -> Iterator[Pattern]:
    """The library counts each North laid out among the dora; here it stands by itself, its own dora stay."""
    for pattern in patterns:
        if pattern.name != "dora" or not norths:
            yield pattern
            continue
        if pattern.value > norths:
            yield Pattern("dora", pattern.value - norths)
        yield Pattern("north_dora", norths)


def _name_of(number: int, won: WonHand) -> str:
    return "tenhou" if number == _EARTHLY and "heavenly" in won.circumstances else YAKU_BY_NUMBER[number]


def _counted_score(
    won: WonHand, rules: RiichiRules, profile: str, response: HandResponse, patterns: tuple[Pattern, ...]
) -> Score:
    han, fu = response.han or 0, response.fu or 0
    base, limit = base_points(han, fu, rules)
    details = [(str(line["reason"]), int(line["fu"])) for line in response.fu_details or ()]
    fu_lines, groups = explained_fu(won, details, [pattern.name for pattern in patterns])
    return Score(
        profile,
        "han",
        is_win=True,
        value=han,
        patterns=patterns,
        excluded=_lost_by_opening(won, patterns, rules),
        groups=groups,
        fu=fu,
        fu_lines=fu_lines,
        limit_name=limit,
        base_points=base,
        points=won_points(won, base),
        payments=payments(won, base),
        minimum=1,
        minimum_met=True,
    )


def _yakuman_score(won: WonHand, rules: RiichiRules, profile: str, patterns: tuple[Pattern, ...]) -> Score:
    times = sum(pattern.value for pattern in patterns) // 13 if rules.combine_yakuman else 1
    liability = liability_of(won, patterns, times, rules)
    return Score(
        profile,
        "han",
        is_win=True,
        value=13 * times,
        patterns=patterns,
        excluded=(Excluded("other_patterns", "yakuman"), Excluded("dora", "yakuman"))
        if won.dora_indicators or any(map(is_red, won.all_tiles))
        else (Excluded("other_patterns", "yakuman"),),
        fu=0 if rules.yakuman_in_han else None,
        yakuman=times,
        limit_name="yakuman",
        base_points=YAKUMAN_BASE * times,
        points=won_points(won, YAKUMAN_BASE * times),
        payments=payments(won, YAKUMAN_BASE * times, liability),
        liable=None if liability is None else liability.seat,
        minimum=1,
        minimum_met=True,
    )


def _lost_by_opening(won: WonHand, patterns: tuple[Pattern, ...], rules: RiichiRules) -> tuple[Excluded, ...]:
    """What an open hand shows but may not count; and red ink where the table does not pay for it."""
    lost = []
    if not won.is_concealed:
        if won.self_drawn:
            lost.append(Excluded("menzen_tsumo", "open_hand"))
        tiles: tuple[Tile, ...] = tuple(map(plain, won.all_tiles))
        if not rules.open_tanyao and all(tile[0] in "2345678" and tile[1] != "z" for tile in tiles):
            lost.append(Excluded("tanyao", "open_hand"))
    if not rules.red_fives and any(map(is_red, won.all_tiles)):
        lost.append(Excluded("aka_dora", "rules"))
    return tuple(lost)
