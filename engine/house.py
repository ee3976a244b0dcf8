"""House rules: a TOML file that names a rule set and the settings your table plays otherwise.

::

    rules = "hong_kong"          # what it starts from
    minimum = 1
    several_winners = "all"

Unknown settings and impossible values are refused with the setting's name.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import fields, replace
from types import NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

from engine.ruleset import Ruleset
from engine.scoring.riichi.rules import RIICHI_TABLES
from engine.table.fault import CONSEQUENCES, RULES_OF_FAULTS
from engine.tiles import EngineError

_PROFILES: dict[str, tuple[str, ...]] = {
    "riichi": tuple(RIICHI_TABLES),
    "mcr": ("mcr",),
    "hong_kong": ("hkos-10", "hk-13"),
    "doubles": ("doubles",),
}
FIXED = frozenset({"name", "seats", "wall_sides"})
"""Settings that say what the rule set is, not how it plays."""
TABLES = ("consequences", "penalties", "deductions", "scoring_options")
"""Settings that are tables: a name and what stands for it."""
MOST_POINTS = 100_000
"""The most points one fault may cost."""
ABORTIVE_DRAWS = ("nine_terminals", "four_winds", "four_kongs", "four_ready", "triple_win")
LIMITS: dict[str, tuple[float, float]] = {
    "red_fives": (0, 3),
    "all_flowers_value": (1, 1000),
    "ready_minimum_tiles": (0, 70),
    "discard_row": (1, 30),
    "claim_seconds": (0.1, 600),
    "chow_after_seconds": (0, 600),
    "move_seconds": (1, 3600),
    "rounds": (1, 16),
    "extra_rounds": (0, 16),
    "target_points": (0, 1_000_000),
    "ends_below": (-1_000_000, 1_000_000),
    "starting_points": (0, 1_000_000),
    "return_points": (0, 1_000_000),
    "place_bonus": (-1000, 1000),
    "draw_payment": (0, 60_000),
    "kong_payment": (0, 100_000),
    "concealed_kong_times": (1, 10),
    "false_win_payment": (0, 100_000),
    "chombo_off_result": (0, 1_000_000),
    "ready_stick": (0, 100_000),
    "honba_payment": (0, 30_000),
}
"""The least and the most of each number; the minimum's depend on the scoring."""
TYPES: dict[str, Any] = get_type_hints(Ruleset)
"""What each setting may be, in the order of a rule set. Found out once: a form asks 78 times."""


def house_rules(text: str, load: Callable[[str], Ruleset]) -> Ruleset:
    """The rule set that the TOML `text` names (found by `load`) with its settings; EngineError when wrong."""
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as wrong:
        raise EngineError(f"house rules are not TOML: {wrong}") from wrong
    base = data.pop("rules", None)
    if not isinstance(base, str) or base.endswith(".toml"):
        raise EngineError('house rules name the rule set they start from, such as rules = "mcr"')
    return with_settings(load(base), data)


def with_settings(rules: Ruleset, settings: Mapping[str, Any]) -> Ruleset:
    """`rules` with `settings` changed; EngineError names the first that is unknown or impossible."""
    known = [field.name for field in fields(Ruleset) if field.name not in FIXED]
    changes = {}
    for name, value in settings.items():
        if name not in known:
            raise EngineError(f"no such setting: {name!r}; there are {', '.join(known)}")
        changes[name] = _checked(name, value, TYPES[name])
    changed = replace(rules, **changes)
    _check_together(changed)
    return changed


def settings_of(rules: Ruleset, base: Ruleset) -> dict[str, Any]:
    """What `rules` plays otherwise than `base`, as `with_settings` takes it."""
    changed: dict[str, Any] = {
        field.name: getattr(rules, field.name)
        for field in fields(Ruleset)
        if field.name not in FIXED and getattr(rules, field.name) != getattr(base, field.name)
    }
    for table in TABLES:
        if table in changed:
            changed[table] = dict(changed[table])
    return changed


def profiles_of(rules: Ruleset) -> tuple[str, ...]:
    """The scoring profiles there are for the rule set's kind of scoring."""
    return _PROFILES[rules.scoring]


def minimum_range(rules: Ruleset) -> tuple[int, int]:
    """The least and the most that may be asked of a hand. EngineError: a scoring option that cannot be."""
    # The scoring profiles, and the libraries behind them, are loaded only where they are asked.
    from engine.scoring.case import CaseError
    from engine.scoring.table import scoring_table

    try:
        table = scoring_table(rules)
    except CaseError as wrong:
        raise EngineError(f"scoring_options: {wrong.fault.text}") from wrong
    return {"riichi": (1, 1), "mcr": (0, 88)}.get(rules.scoring, (0, getattr(table, "limit", 0)))


def _checked(name: str, value: Any, hint: Any) -> Any:
    """`value` as the setting's type; lists become tuples."""
    if isinstance(value, Mapping) and name in TABLES:
        value = tuple((str(each), chosen) for each, chosen in value.items())
    if isinstance(value, list):
        value = tuple(tuple(each) if isinstance(each, list) else each for each in value)
    if value == "none" and NoneType in get_args(hint):
        value = None
    if not _fits(value, hint):
        raise EngineError(f"{name} cannot be {value!r}; expected {_expected(hint)}")
    lowest, highest = LIMITS.get(name, (None, None))
    for number in value if isinstance(value, tuple) else (value,):
        is_number = isinstance(number, int | float) and not isinstance(number, bool)
        if is_number and lowest is not None and not lowest <= number <= highest:
            raise EngineError(f"{name} must be from {lowest} to {highest}, got {number!r}")
    return value


def _fits(value: Any, hint: Any) -> bool:
    origin = get_origin(hint)
    if origin is Literal:
        return value in get_args(hint) and not isinstance(value, bool)
    if origin in (Union, UnionType):
        return any(_fits(value, each) for each in get_args(hint))
    if origin is tuple:
        kinds = get_args(hint)
        if len(kinds) == 2 and kinds[1] is Ellipsis:
            kinds = (kinds[0],) * len(value) if isinstance(value, tuple) else kinds
        return isinstance(value, tuple) and len(value) == len(kinds) and all(map(_fits, value, kinds))
    if hint is float:
        return isinstance(value, int | float) and not isinstance(value, bool)
    if hint is int:
        return isinstance(value, int) and not isinstance(value, bool)
    return isinstance(value, hint)


def _expected(hint: Any) -> str:
    if get_origin(hint) is Literal:
        return " or ".join(map(repr, get_args(hint)))
    return getattr(hint, "__name__", str(hint)) if get_origin(hint) is None else str(hint)


def _check_together(rules: Ruleset) -> None:
    """Settings that only make sense together."""
    for is_wrong, said in _contradictions(rules):
        if is_wrong:
            raise EngineError(said)
    for fault, follows in rules.consequences:
        if fault not in RULES_OF_FAULTS:
            raise EngineError(f"consequences names no fault: {fault!r}")
        if follows not in CONSEQUENCES:
            known = ", ".join(CONSEQUENCES)
            raise EngineError(f"consequences: {fault} cannot lead to {follows!r}; there are {known}")
    _check_prices("penalties", rules.penalties)
    _check_prices("deductions", rules.deductions)
    if rules.scoring_profile not in _PROFILES[rules.scoring]:
        known = ", ".join(_PROFILES[rules.scoring])
        raise EngineError(f"scoring_profile cannot be {rules.scoring_profile!r}; for it there are {known}")
    _check_scoring(rules)


def _check_prices(setting: str, prices: tuple[tuple[str, int], ...]) -> None:
    for fault, points in prices:
        if fault not in RULES_OF_FAULTS:
            raise EngineError(f"{setting} names no fault: {fault!r}")
        if not 0 <= points <= MOST_POINTS:
            raise EngineError(f"{setting}: {fault} must be from 0 to {MOST_POINTS}, got {points}")


def _contradictions(rules: Ruleset) -> Iterator[tuple[bool, str]]:
    """(whether it is so, what to say of it) for every two settings that cannot be together."""
    yield (
        rules.tiles < 144 and rules.flowers != "off",
        f"flowers must be 'off' with {rules.tiles} tiles, got {rules.flowers!r}",
    )
    yield (
        rules.discards == "middle" and rules.riichi,
        "discards cannot lie in the 'middle' where a discard laid sideways declares ready",
    )
    yield (
        rules.seats == 4 and (rules.north_bonus or rules.drawn_share != "loss"),
        "north_bonus and drawn_share are for three players",
    )
    yield (
        rules.dead_wall == 0 and rules.replacement_end == "dead_wall",
        "replacement_end cannot be 'dead_wall' while dead_wall is 0",
    )
    yield rules.dora and rules.dead_wall == 0, "dora needs a dead_wall of 14 to lie in, got 0"
    yield (
        rules.riichi and rules.scoring != "riichi",
        f"riichi needs scoring = 'riichi', got {rules.scoring!r}",
    )
    yield (
        rules.draw_payment % (6 if rules.seats == 4 else 2) != 0,
        f"draw_payment must be a multiple of {6 if rules.seats == 4 else 2} to be shared by any number, got "
        f"{rules.draw_payment}",
    )
    honba = rules.honba_payment
    step = 100 * (rules.seats - 1)
    yield honba % step != 0, f"honba_payment must be a multiple of {step}, got {honba}"
    yield rules.ready_stick % 1000 != 0, f"ready_stick must be a multiple of 1000, got {rules.ready_stick}"
    yield (
        0 < rules.return_points < rules.starting_points,
        f"return_points cannot be less than starting_points, got {rules.return_points}",
    )
    yield (
        len(rules.place_bonus) != rules.seats,
        f"place_bonus must be {rules.seats} numbers, got {list(rules.place_bonus)}",
    )
    yield (
        abs(sum(rules.place_bonus)) > 1e-9,
        f"place_bonus must add up to zero, got {list(rules.place_bonus)}",
    )
    afloat = rules.place_bonus_afloat
    yield (
        any(len(each) != rules.seats or abs(sum(each)) > 1e-9 for each in afloat),
        f"place_bonus_afloat must be a bonus for each place that adds up to zero, got {list(afloat)}",
    )
    yield (
        rules.nagashi_mangan and rules.scoring != "riichi",
        f"nagashi_mangan needs scoring = 'riichi', got {rules.scoring!r}",
    )
    unknown = [kind for kind in rules.abortive_draws if kind not in ABORTIVE_DRAWS]
    known = ", ".join(ABORTIVE_DRAWS)
    yield bool(unknown), f"abortive_draws names no such draw: {unknown[:1]}; there are {known}"


def _check_scoring(rules: Ruleset) -> None:
    """The minimum lies within what a hand can be worth, and the options are the profile's own."""
    least, most = minimum_range(rules)
    if not least <= rules.minimum <= most:
        allowed = f"from {least} to {most}" if least < most else str(least)
        raise EngineError(f"minimum must be {allowed} with {rules.scoring_profile}, got {rules.minimum}")
