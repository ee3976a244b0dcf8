"""The named numbers of the following that stand beside the code that uses them, and what they are set to."""

from __future__ import annotations

import ast
import pkgutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path

import engine.follow

ASIDE = frozenset({"REMEMBERED", "GRAB", "NINE", "CLAIMED_WITH"})
"""How much is kept in memory, and what the rules of the game say: nothing that could be chosen."""

SHARES = frozenset({"COMPLETE", "SURE", "SURELY", "SURELY_READ"})
"""Shares near 1: what is left to 1 is halved and doubled."""


@dataclass(frozen=True, slots=True)
class Named:
    """A number of `module`; `value` as it stands."""

    module: str
    name: str
    value: float

    @property
    def halved(self) -> float:
        """Half of it; of `SHARES`, half of what is left to 1."""
        return self._times(0.5)

    @property
    def doubled(self) -> float:
        """Twice as much, in the same way."""
        return self._times(2.0)

    def _times(self, factor: float) -> float:
        if self.name in SHARES:
            return 1.0 - (1.0 - self.value) * factor
        return max(1, round(self.value * factor)) if isinstance(self.value, int) else self.value * factor


def named_numbers() -> list[Named]:
    """All of them, module by module."""
    return [each for name in _modules() for each in _assigned(name)]


@contextmanager
def set_to(number: Named, value: float) -> Iterator[None]:
    """The number is `value`, wherever it was imported."""
    holders = [
        module for module in map(import_module, _modules()) if vars(module).get(number.name) == number.value
    ]
    for module in holders:
        setattr(module, number.name, value)
    try:
        yield
    finally:
        for module in holders:
            setattr(module, number.name, number.value)


def _modules() -> list[str]:
    found = pkgutil.walk_packages(engine.follow.__path__, "engine.follow.")
    return sorted(each.name for each in found if not each.ispkg)


def _assigned(module: str) -> Iterator[Named]:
    held = vars(import_module(module))
    for line in ast.parse(Path(str(sys.modules[module].__file__)).read_text(encoding="utf-8")).body:
        targets = line.targets if isinstance(line, ast.Assign) else []
        names = [each.id for target in targets for each in ast.walk(target) if isinstance(each, ast.Name)]
        for name in names:
            value = held[name]
            if name.isupper() and name not in ASIDE and isinstance(value, int | float):
                yield Named(module, name, value)
