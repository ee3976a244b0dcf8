"""A form made from the settings of a rule set, and the settings read back from what was entered."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from types import NoneType
from typing import Any, Literal, get_args, get_origin

from engine.house import ABORTIVE_DRAWS, FIXED, LIMITS, TYPES, minimum_range, profiles_of, with_settings
from engine.ruleset import Ruleset
from engine.scoring.riichi.rules import RIICHI_TABLES, WIRE_OPTIONS
from engine.tiles import EngineError
from webui.words import Words

Kind = Literal["choice", "switch", "number", "several", "text"]
NOT_ASKED = (
    FIXED
    | {"title", "sources", "scoring", "tiles", "scoring_options", "place_bonus_afloat"}
    | {"consequences", "penalties", "deductions"}
)
"""What the rule set is rather than how the house plays it; the house file still takes all but its name."""
OPTIONS: Mapping[str, Mapping[str, bool]] = {"riichi": {"kuitan": True, "kiriage": False}}
"""Options of the scoring that are asked for as if they were settings, by the kind of scoring, as they are
unless told otherwise."""
GROUPS: Mapping[str, tuple[str, ...]] = {
    "wall": (
        *("dice", "dead_wall", "replacement_end", "dora", "kong_indicators", "ura_dora", "red_fives"),
        "north_bonus",
    ),
    "flowers": ("flowers", "all_flowers_win", "all_flowers_value"),
    "claims": (
        "several_winners",
        "chow_claims",
        "kong_beats_pung",
        "concealed_kong_after_claim",
        "claim_last_discard_for_set",
        "rob_promoted_kong",
        "rob_after_supplement",
        "rob_concealed_kong_for_orphans",
        "kong_on_empty_wall",
        "swap_calling",
        "swap_other_end",
        "missed_win",
    ),
    "ready": (
        "riichi",
        "ready_stick",
        "ready_minimum_tiles",
        "ready_needs_minimum",
        "ready_on_own_kong",
        "ippatsu",
        "furiten",
        "wrong_count_dead_hand",
        "abortive_draws",
        "nagashi_mangan",
    ),
    "lying": ("concealed_kong_face", "chow_tile_left", "promoted_tile", "discards", "discard_row"),
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
        "scoring_profile",
        "minimum",
        "kuitan",
        "kiriage",
        "starting_points",
        "return_points",
        "place_bonus",
        "ties_share",
        "leftover_sticks",
        "counters_to",
        "drawn_share",
        "draw_payment",
        "kong_payment",
        "concealed_kong_times",
        "false_win_payment",
        "chombo_off_result",
        "honba_payment",
    ),
}
"""In which part of the form a setting stands; what is in none stands at the end."""
_AT_HOME = ("minimum", "rounds", "discards", "flowers", "several_winners", "starting_points")
USUAL: Mapping[str, tuple[str, ...]] = {
    "riichi": (
        *("rounds", "starting_points", "return_points", "place_bonus", "red_fives", "kuitan"),
        *("several_winners", "ends_below", "scoring_profile"),
    ),
    "mcr": ("minimum", "rounds", "flowers", "claim_seconds", "move_seconds"),
    "hong_kong": (*_AT_HOME, "scoring_profile"),
    "doubles": (*_AT_HOME, "kong_payment"),
}
"""What is asked at the beginning of a game, by the kind of scoring; the rest when somebody wants more."""
_ONLY_RIICHI = frozenset(
    {"dora", "red_fives", "riichi", "ready_stick", "ready_minimum_tiles", "ready_needs_minimum", "furiten"}
    | {"abortive_draws", "nagashi_mangan", "honba_payment", "draw_payment", "dealer_after_abort"}
    | {"kong_indicators", "ura_dora", "ippatsu", "swap_other_end", "ready_on_own_kong"}
    | {"ties_share", "leftover_sticks", "counters_to"}
)
_ONLY_FLOWERS = frozenset(GROUPS["flowers"])
_ONLY_THREE = frozenset({"north_bonus", "drawn_share"})


@dataclass(frozen=True, slots=True)
class Field:
    """One setting as a form shows it. `options` of a choice, and of several; `value` as text (of several: a
    tuple, of a switch: a bool), `plain` the same as the rule set has it; `is_changed`: the house plays it
    otherwise. `low` and `high`: between which a number lies."""

    name: str
    kind: Kind
    value: Any
    options: tuple[str, ...] = ()
    may_be_empty: bool = False
    is_changed: bool = False
    plain: Any = None
    low: float | None = None
    high: float | None = None
    is_whole: bool = True


def form_of(base: Ruleset, rules: Ruleset) -> dict[str, list[Field]]:
    """The form by its parts, filled in with `rules`, which started from `base`."""
    fields = _fields(base, rules)
    parts = {part: [fields.pop(name) for name in names if name in fields] for part, names in GROUPS.items()}
    return {**parts, "other": list(fields.values())} if fields else parts


def usual_and_more(base: Ruleset, rules: Ruleset) -> tuple[list[Field], dict[str, list[Field]]]:
    """The settings asked at the beginning of a game, and the rest by its parts."""
    fields, usual = _fields(base, rules), USUAL[base.scoring]
    more = {
        part: [field for field in those if field.name not in usual]
        for part, those in form_of(base, rules).items()
    }
    shown = [fields[name] for name in usual if name in fields]
    return shown, {part: those for part, those in more.items() if those}


def settings_entered(
    base: Ruleset, entered: Mapping[str, str], several: Mapping[str, list[str]]
) -> dict[str, Any]:
    """The settings in which the form differs from `base`; EngineError names the first that is wrong.

    `entered`: the form's texts by name; `several`: those that may be there more than once.
    """
    changed: dict[str, Any] = {}
    options = OPTIONS.get(base.scoring, {})
    for field in _fields(base, base).values():
        value = _entered(field, TYPES.get(field.name), entered, several)
        if field.name in options:
            if value != field.value:
                changed.setdefault("scoring_options", {})[field.name] = value
        elif value != getattr(base, field.name):
            changed[field.name] = list(value) if isinstance(value, tuple) else value
    with_settings(base, changed)
    return changed


def why_not(wrong: EngineError, base: Ruleset, words: Words) -> tuple[str, str]:
    """The setting that is wrong ("" when none is named) and one line for people saying why."""
    name = str(wrong).partition(" ")[0].rstrip(":")
    if f"house.{name}" not in words:
        return "", str(wrong)
    label = words[f"house.{name}"]
    if f"house.wrong_{name}" in words:
        return name, f"{label}: {words[f'house.wrong_{name}']}"
    low, high = _limits(name, base)
    if low is not None and high is not None:
        return name, words.say("house.wrong_range", name=label, low=f"{low:,g}", high=f"{high:,.0f}")
    return name, words.say("house.wrong_value", name=label)


def _fields(base: Ruleset, rules: Ruleset) -> dict[str, Field]:
    """Every setting that such a table has, by name."""
    hidden = NOT_ASKED | (frozenset() if base.scoring == "riichi" else _ONLY_RIICHI)
    hidden |= _ONLY_FLOWERS if base.tiles < 144 else frozenset()
    hidden |= _ONLY_THREE if base.seats == 4 else frozenset()
    hidden |= {"discards"} if base.riichi else frozenset()
    names = [name for name in TYPES if name not in hidden]
    fields = {name: _field(name, base, rules) for name in names}
    if len(profiles_of(base)) < 2:
        del fields["scoring_profile"]
    if fields["minimum"].low == fields["minimum"].high:
        del fields["minimum"]
    return fields | _options(base, rules)


def as_typed(field: Field, lists: Mapping[str, Sequence[str]]) -> Field:
    """The field as the form that was sent had it, right or wrong."""
    sent = lists.get(field.name, ())
    match field.kind:
        case "switch":
            value: object = bool(sent)
        case "several":
            value = tuple(sent)
        case _:
            value = sent[0][:200] if sent else field.value
    return replace(field, value=value, is_changed=value != field.plain)


def _usual_options(base: Ruleset) -> dict[str, bool]:
    """How the rule set's way to score has the options that are asked for."""
    table = RIICHI_TABLES.get(base.scoring_profile)
    usual = dict(OPTIONS.get(base.scoring, {}))
    for name in usual if table else ():
        field, when_true, _ = WIRE_OPTIONS[name]
        usual[name] = getattr(table, field) == when_true
    return usual


def _options(base: Ruleset, rules: Ruleset) -> dict[str, Field]:
    was, now = dict(base.scoring_options), dict(rules.scoring_options)
    choices = {
        name: (bool(was.get(name, usual)), bool(now.get(name, was.get(name, usual))))
        for name, usual in _usual_options(base).items()
    }
    return {
        name: Field(name, "switch", value, is_changed=value != plain, plain=plain)
        for name, (plain, value) in choices.items()
    }


def _field(name: str, base: Ruleset, rules: Ruleset) -> Field:
    hint, value = TYPES[name], getattr(rules, name)
    shown = _shown(name, base, hint, value)
    plain = _shown(name, base, hint, getattr(base, name)).value
    low, high = _limits(name, base)
    is_changed, is_whole = value != getattr(base, name), _is_whole(hint)
    return replace(shown, is_changed=is_changed, plain=plain, low=low, high=high, is_whole=is_whole)


def _shown(name: str, base: Ruleset, hint: Any, value: Any) -> Field:
    if get_origin(hint) is Literal:
        return Field(name, "choice", str(value), tuple(map(str, get_args(hint))))
    if name == "scoring_profile":
        return Field(name, "choice", value, profiles_of(base))
    if hint is bool:
        return Field(name, "switch", value)
    if name == "abortive_draws":
        return Field(name, "several", value, ABORTIVE_DRAWS)
    if get_origin(hint) is tuple:
        return Field(name, "text", " ".join(f"{each:g}" for each in value))
    text = "" if value is None else f"{value:g}" if isinstance(value, float) else str(value)
    is_optional = get_origin(hint) not in (None, Literal) and NoneType in get_args(hint)
    return Field(name, "number", text, may_be_empty=is_optional)


def _limits(name: str, base: Ruleset) -> tuple[float | None, float | None]:
    return minimum_range(base) if name == "minimum" else LIMITS.get(name, (None, None))


def _is_whole(hint: Any) -> bool:
    return float not in (hint, *get_args(hint))


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
            return next((option for option in get_args(hint) if str(option) == text), text)
        case "text":
            return tuple(_number(field.name, part, float) for part in text.split())
    if field.may_be_empty and not text:
        return None
    return _number(field.name, text, int if _is_whole(hint) else float)


def _number(name: str, text: str, kind: type[int] | type[float]) -> int | float:
    try:
        value = kind(text.replace(",", ".").replace("−", "-"))
    except ValueError as wrong:
        raise EngineError(f"{name} must be a number, got {text[:40]!r}") from wrong
    if not -1e7 < value < 1e7:
        raise EngineError(f"{name} must be a number of a size that is played, got {text[:40]!r}")
    return value
