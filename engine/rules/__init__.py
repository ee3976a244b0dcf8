"""One file, one rule set, found by its file name: each holds a `Ruleset` called `RULESET`."""

from __future__ import annotations

import importlib
import pkgutil
from pathlib import Path

from engine.house import house_rules
from engine.ruleset import Ruleset
from engine.tiles import EngineError


def ruleset_names() -> tuple[str, ...]:
    """The rule sets there are, in the alphabet's order."""
    return tuple(sorted(module.name for module in pkgutil.iter_modules(__path__)))


def load_ruleset(name: str) -> Ruleset:
    """The rule set of that name, or the house rules in the TOML file of that name.

    EngineError names the known ones when there is none, and the setting that is wrong in house rules."""
    if name.endswith(".toml"):
        return house_rules(_text_of(Path(name)), load_ruleset)
    if name not in ruleset_names():
        raise EngineError(f"no rule set called {name!r}; there are {', '.join(ruleset_names())}")
    rules = importlib.import_module(f"{__name__}.{name}").RULESET
    if not isinstance(rules, Ruleset):
        raise EngineError(f"engine/rules/{name}.py must hold a Ruleset called RULESET")
    return rules


def _text_of(file: Path) -> str:
    try:
        return file.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as wrong:
        raise EngineError(f"cannot read the house rules {file}: {wrong}") from wrong
