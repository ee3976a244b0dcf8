"""House rules: a TOML file that names a rule set and the settings your table plays otherwise.

::

    rules = "hong_kong"          # what it starts from
    minimum = 1
    several_winners = "all"

Unknown settings and impossible values are refused with the setting's name.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping
from dataclasses import fields, replace
from types import UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

from engine.fault import RULES_OF_FAULTS
from engine.ruleset import Ruleset
from engine.scoring.riichi_rules import RIICHI_TABLES
from engine.tiles import EngineError

_PROFILES: dict[str, tuple[str, ...]] = {
    "riichi": tuple(RIICHI_TABLES),
    "mcr": ("mcr",),
    "hong_kong": ("hkos-10", "hk-13"),
    "doubles": ("doubles",),
}
FIXED = frozenset({"name"})
"""Settings that say what the rule set is, not how it plays."""


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
    hints = get_type_hints(Ruleset)
    known = [field.name for field in fields(Ruleset) if field.name not in FIXED]
    changes = {}
    for name, value in settings.items():
        if name not in known:
            raise EngineError(f"no such setting: {name!r}; there are {', '.join(known)}")
        changes[name] = _checked(name, value, hints[name])
    changed = replace(rules, **changes)
    _check_together(changed)
    return changed


def settings_of(rules: Ruleset, base: Ruleset) -> dict[str, Any]:
    """What `rules` plays otherwise than `base`, as `with_settings` takes it."""
    changed = {
        field.name: getattr(rules, field.name)
        for field in fields(Ruleset)
        if field.name not in FIXED and getattr(rules, field.name) != getattr(base, field.name)
    }
    return {**changed, **({"consequences": dict(rules.consequences)} if "consequences" in changed else {})}


def _checked(name: str, value: Any, hint: Any) -> Any:
    """`value` as the setting's type; lists become tuples."""
    if isinstance(value, Mapping) and name == "consequences":
        value = tuple((str(fault), str(what)) for fault, what in value.items())
    if isinstance(value, list):
        value = tuple(value)
    if not _fits(value, hint):
        raise EngineError(f"{name} cannot be {value!r}; expected {_told(hint)}")
    if isinstance(value, int | float) and not isinstance(value, bool) and value < 0 and name != "ends_below":
        raise EngineError(f"{name} cannot be negative, got {value!r}")
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


def _told(hint: Any) -> str:
    if get_origin(hint) is Literal:
        return " or ".join(map(repr, get_args(hint)))
    return getattr(hint, "__name__", str(hint)) if get_origin(hint) is None else str(hint)


def _check_together(rules: Ruleset) -> None:
    """Settings that only make sense together."""
    if rules.tiles == 136 and rules.flowers != "off":
        raise EngineError(f"flowers must be 'off' with 136 tiles, got {rules.flowers!r}")
    if rules.dead_wall == 0 and rules.replacement_end == "dead_wall":
        raise EngineError("replacement_end cannot be 'dead_wall' while dead_wall is 0")
    if rules.rounds < 1:
        raise EngineError(f"rounds must be at least 1, got {rules.rounds}")
    if rules.red_fives > 3:
        raise EngineError(f"red_fives cannot be more than 3, got {rules.red_fives}")
    for fault, _ in rules.consequences:
        if fault not in RULES_OF_FAULTS:
            raise EngineError(f"consequences names no fault: {fault!r}")
    if rules.scoring_profile not in _PROFILES[rules.scoring]:
        known = ", ".join(_PROFILES[rules.scoring])
        raise EngineError(f"scoring_profile cannot be {rules.scoring_profile!r}; for it there are {known}")
