"""Whole games played by an independent engine (riichienv), written as mjai: what `bench_oracle.py` judges.

Every seat has a temper, drawn anew each game, so that the deals hold what honest play seldom does: many
kongs, open hands, rivers of terminals, hands of one suit, wins let go. The same seed plays the same game.
"""

from __future__ import annotations

import json
import random
from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from riichienv import ActionType, GameRule, RiichiEnv, calculate_shanten

from engine.ruleset import Ruleset

Wish = Callable[[int], float]
"""How gladly a seat keeps the kind of tile 0 to 33: what is kept goes out last."""


@dataclass(frozen=True, slots=True)
class Temper:
    """How one seat plays: chances from 0 to 1, and what it keeps besides the tiles its hand needs."""

    wins: float = 0.97
    declares: float = 0.9
    claims: float = 0.15
    kongs: float = 0.5
    aborts: float = 0.5
    keeps: Wish | None = None
    is_stubborn: bool = False
    """Keeps what it wishes even where the hand moves away from ready."""


def _is_outer(kind: int) -> bool:
    return kind >= 27 or kind % 9 in (0, 8)


TEMPERS: tuple[Temper, ...] = (
    Temper(),
    Temper(claims=0.0),
    Temper(claims=0.6, declares=0.3),
    Temper(kongs=1.0, claims=0.3),
    Temper(kongs=1.0, claims=0.02, declares=1.0),
    Temper(wins=0.4),
    Temper(claims=0.0, aborts=0.0, keeps=lambda kind: float(not _is_outer(kind)), is_stubborn=True),
    Temper(claims=0.0, aborts=0.0, keeps=lambda kind: float(_is_outer(kind)), is_stubborn=True),
    Temper(claims=0.4, keeps=lambda kind: float(kind >= 27), is_stubborn=True),
    Temper(claims=0.3, keeps=lambda kind: float(kind // 9 == 1), is_stubborn=True),
    Temper(claims=0.1, keeps=lambda kind: float(kind >= 27 or kind // 9 == 2), is_stubborn=True),
)


def game_as_mjai(rules: Ruleset, seed: int) -> str:
    """One game of two rounds by `rules`, as mjai lines with the final points last."""
    env = RiichiEnv(game_mode=f"{rules.seats}p-red-half", rule=rule_of(rules), seed=seed)
    chance = random.Random(seed)
    tempers = chance.choices(TEMPERS, k=rules.seats)
    seen = env.reset()
    while not env.done():
        seen = env.step({seat: _act(tempers[seat], look, chance) for seat, look in sorted(seen.items())})
    log = [act for act in env.mjai_log if act["type"] != "end_game"]
    end: dict[str, Any] = {"type": "end_game", "scores": list(env.scores())}
    return "\n".join(json.dumps(act) for act in (*log, end))


def rule_of(rules: Ruleset) -> GameRule:
    """riichienv's own words for what our rule set says."""
    is_soul = rules.scoring_profile == "riichi-majsoul"
    rule = GameRule.default_mjsoul() if is_soul else GameRule.default_tenhou()
    rule.allows_ron_on_ankan_for_kokushi_musou = rules.rob_concealed_kong_for_orphans
    rule.sanchaho_is_draw = "triple_win" in rules.abortive_draws
    rule.kuikae_forbidden = not rules.swap_calling
    return rule


def _act(temper: Temper, look: Any, chance: random.Random) -> Any:
    choices = defaultdict(list)
    for act in look.legal_actions():
        choices[act.action_type].append(act)
    for kind, odds in (
        (ActionType.TSUMO, temper.wins),
        (ActionType.RON, temper.wins),
        (ActionType.RIICHI, temper.declares),
        (ActionType.KYUSHU_KYUHAI, temper.aborts),
        (ActionType.KAKAN, temper.kongs),
        (ActionType.ANKAN, temper.kongs),
        (ActionType.DAIMINKAN, temper.kongs),
        (ActionType.KITA, temper.kongs),
        (ActionType.PON, temper.claims),
        (ActionType.CHI, temper.claims),
    ):
        if choices[kind] and chance.random() < odds:
            return chance.choice(choices[kind])
    if choices[ActionType.DISCARD]:
        return min(choices[ActionType.DISCARD], key=lambda act: _loss(temper, look.hand, act.tile, chance))
    return choices[ActionType.PASS][0] if choices[ActionType.PASS] else chance.choice(look.legal_actions())


def _loss(temper: Temper, hand: list[int], tile: int, chance: random.Random) -> tuple[float, ...]:
    left = list(hand)
    left.remove(tile)
    wished = temper.keeps(tile // 4) if temper.keeps else 0.0
    away = calculate_shanten(left)
    order = (wished, away) if temper.is_stubborn and away > 0 else (away, wished)
    return (*order, chance.random())
