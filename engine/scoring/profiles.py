"""The named ways to score, and the one function that scores a hand by any of them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, TypeAlias

from engine.scoring.case import CaseError
from engine.scoring.faan.score import score_faan
from engine.scoring.faan.tables import FAAN_TABLES, FaanTable, with_option
from engine.scoring.hand import WonHand
from engine.scoring.mcr.fans import MCR_OPTIONS, McrTable
from engine.scoring.mcr.score import score_mcr
from engine.scoring.riichi.rules import RIICHI_TABLES, WIRE_OPTIONS, RiichiRules
from engine.scoring.riichi.score import score_riichi
from engine.scoring.score import Score

Table: TypeAlias = RiichiRules | FaanTable | McrTable
"""What a profile's options are kept in."""

PROFILES: tuple[str, ...] = (*RIICHI_TABLES, "mcr", *FAAN_TABLES)
"""The names a hand may be scored by; ``riichi`` is short for the first of them."""

SHORT_NAMES = {"riichi": "riichi-tenhou", "hong_kong": "hkos-10", "hk": "hkos-10", "sg-5": "doubles"}


def profile_name(name: object) -> str:
    """The full name of a profile; raises CaseError with the known names."""
    if isinstance(name, str):
        full = SHORT_NAMES.get(name, name)
        if full in PROFILES:
            return full
    raise CaseError("unknown_ruleset", f"no such ruleset: {name!r}; expected one of {', '.join(PROFILES)}")


def table_of(profile: str, options: Mapping[str, Any] | None = None) -> Table:
    """The table of `profile` with `options` set; raises CaseError for an option it does not have."""
    if profile in RIICHI_TABLES:
        return _riichi_table(RIICHI_TABLES[profile], options or {})
    if profile in FAAN_TABLES:
        table = FAAN_TABLES[profile]
        for name, value in (options or {}).items():
            try:
                table = with_option(table, name, value)
            except ValueError as wrong:
                raise CaseError("unknown_option", str(wrong)) from None
        return table
    return _mcr_table(options or {})


def score_hand(won: WonHand, profile: str, table: Table) -> Score:
    """The score of `won` by a profile's `table`."""
    match table:
        case RiichiRules():
            return score_riichi(won, table, profile)
        case FaanTable():
            return score_faan(won, table)
        case McrTable():
            return score_mcr(won, profile, table)


def _mcr_table(options: Mapping[str, Any]) -> McrTable:
    for name, value in options.items():
        if name not in MCR_OPTIONS:
            known = ", ".join(MCR_OPTIONS)
            raise CaseError("unknown_option", f"no such option of mcr: {name!r}; expected {known}")
        if isinstance(value, bool) or value not in MCR_OPTIONS[name]:
            prices = " or ".join(map(str, MCR_OPTIONS[name]))
            raise CaseError("unknown_option", f"option {name} must be {prices}, got {value!r}")
    return McrTable(**options)


def _riichi_table(rules: RiichiRules, options: Mapping[str, Any]) -> RiichiRules:
    changes: dict[str, Any] = {}
    for name, value in options.items():
        if name not in WIRE_OPTIONS:
            raise CaseError("unknown_option", f"no such option: {name!r}; expected {', '.join(WIRE_OPTIONS)}")
        if not isinstance(value, bool):
            raise CaseError("unknown_option", f"option {name} must be true or false, got {value!r}")
        field, when_true, when_false = WIRE_OPTIONS[name]
        changes[field] = when_true if value else when_false
    return replace(rules, **changes) if changes else rules
