"""A form made from the settings of a rule set, and the settings read back from what was entered."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import NoneType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

from engine.house import FIXED, with_settings
from engine.ruleset import Ruleset
from engine.tiles import EngineError

Kind = Literal["choice", "switch", "number", "several", "text"]
NOT_ASKED = FIXED | {
    "title",
    "sources",
    "scoring",
    "scoring_profile",
    "tiles",
    "consequences",
    "scoring_options",
}
"""What the rule set is rather than how the house plays it; the house file still takes all but its name."""
ABORTS = ("nine_terminals", "four_winds", "four_kongs", "four_ready", "triple_win")
GROUPS: Mapping[str, tuple[str, ...]] = {
    "wall": ("dice", "dead_wall", "replacement_end", "dora", "red_fives"),
    "flowers": ("flowers", "all_flowers_win", "all_flowers_value"),
    "claims": (
        "several_winners",
        "kong_beats_pung",
        "concealed_kong_after_claim",
        "claim_last_discard_for_set",
        "rob_promoted_kong",
        "rob_after_supplement",
        "rob_concealed_kong_for_orphans",
        "kong_on_empty_wall",
        "swap_calling",
    ),
    "ready": (
        "riichi",
        "ready_stick",
        "ready_minimum_tiles",
        "ready_needs_minimum",
        "furiten",
        "wrong_count_dead_hand",
        "abortive_draws",
        "nagashi_mangan",
    ),
    "lying": ("concealed_kong_face", "chow_tile_left", "promoted_tile", "discard_row"),
    "time": ("claim_seconds", "chow_after_seconds", "move_seconds"),
    "rounds": (
        "dealer_after_win",
        "dealer_after_draw",
        "dealer_after_abort",
        "rounds",
        "extra_rounds",
        "target_points",
        "ends_below",
        "leader_stops",
        "seat_swaps",
    ),
    "points": (
        "minimum",
        "starting_points",
        "return_points",
        "place_bonus",
        "draw_payment",
        "kong_payment",
        "concealed_kong_times",
        "false_win_payment",
        "honba_payment",
    ),
}
"""In which part of the form a setting stands; what is in none stands at the end."""


@dataclass(frozen=True, slots=True)
class Field:
    """One setting as a form shows it. `options` of a choice, and of several; `value` as text (of several: a
    tuple); `is_changed`: the house plays it otherwise than the rule set."""

    name: str
    kind: Kind
    value: Any
    options: tuple[str, ...] = ()
    may_be_empty: bool = False
    is_changed: bool = False


def form_of(base: Ruleset, rules: Ruleset) -> dict[str, list[Field]]:
    """The form by its parts, filled in with `rules`, which started from `base`."""
    fields = {name: _field(name, base, rules) for name in get_type_hints(Ruleset) if name not in NOT_ASKED}
    parts = {part: [fields.pop(name) for name in names if name in fields] for part, names in GROUPS.items()}
    return {**parts, "other": list(fields.values())} if fields else parts


def settings_entered(
    base: Ruleset, entered: Mapping[str, str], several: Mapping[str, list[str]]
) -> dict[str, Any]:
    """The settings in which the form differs from `base`; EngineError names the first that is wrong.

    `entered`: the form's texts by name; `several`: those that may be there more than once.
    """
    hints, changed = get_type_hints(Ruleset), {}
    for fields in form_of(base, base).values():
        for field in fields:
            value = _entered(field, hints[field.name], entered, several)
            if value != getattr(base, field.name):
                changed[field.name] = list(value) if isinstance(value, tuple) else value
    with_settings(base, changed)
    return changed


def _field(name: str, base: Ruleset, rules: Ruleset) -> Field:
    hint, value = get_type_hints(Ruleset)[name], getattr(rules, name)
    is_changed = value != getattr(base, name)
    if get_origin(hint) is Literal:
        return Field(name, "choice", str(value), tuple(map(str, get_args(hint))), is_changed=is_changed)
    if hint is bool:
        return Field(name, "switch", value, is_changed=is_changed)
    if name == "abortive_draws":
        return Field(name, "several", value, ABORTS, is_changed=is_changed)
    if get_origin(hint) is tuple:
        return Field(name, "text", " ".join(f"{each:g}" for each in value), is_changed=is_changed)
    text = "" if value is None else f"{value:g}" if isinstance(value, float) else str(value)
    is_optional = get_origin(hint) not in (None, Literal) and NoneType in get_args(hint)
    return Field(name, "number", text, may_be_empty=is_optional, is_changed=is_changed)


def _entered(field: Field, hint: Any, entered: Mapping[str, str], several: Mapping[str, list[str]]) -> Any:
    text = entered.get(field.name, "").strip()
    match field.kind:
        case "switch":
            return field.name in entered
        case "several":
            chosen = several.get(field.name, [])
            return tuple(each for each in field.options if each in chosen)
        case "choice":
            if text not in field.options:
                raise EngineError(
                    f"{field.name} cannot be {text[:40]!r}; expected one of {', '.join(field.options)}"
                )
            return next(option for option in get_args(hint) if str(option) == text)
        case "text":
            return tuple(_number(field.name, part, float) for part in text.split())
    if field.may_be_empty and not text:
        return None
    kinds = get_args(hint) if get_origin(hint) is Union or get_args(hint) else (hint,)
    return _number(field.name, text, float if float in kinds else int)


def _number(name: str, text: str, kind: type[int] | type[float]) -> int | float:
    try:
        value = kind(text.replace(",", "."))
    except ValueError as wrong:
        raise EngineError(f"{name} must be a number, got {text[:40]!r}") from wrong
    if not -1e7 < value < 1e7:
        raise EngineError(f"{name} must be a number of a size that is played, got {text[:40]!r}")
    return value
