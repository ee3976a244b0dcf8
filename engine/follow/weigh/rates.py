"""Every number of the following in one table, and the numbers that limit its search.

How surprising something is stands in nats: one in a thousand is 6.9 nats, one in ten 2.3. The values, and
where each comes from, are in `rates.toml`; `python -m models.fit_follow` counts those that can be counted.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass, field, fields
from functools import cache
from importlib.resources import files
from typing import Any, Self


@dataclass(frozen=True, slots=True)
class Rates:
    """How surprising (nats) an error of the camera, an act of the players or a change of mind is."""

    # What the camera gets wrong, in a zone that it saw.
    missing: float
    """A tile that lies open and is not found."""
    missing_unread: float
    """The same of a tile whose face nobody ever read."""
    extra: float
    """A tile found where none lies."""
    flower_missing: float
    """A flower that was concluded and never found."""
    turned: float
    """A tile read as lying turned that is not, or a tile of a set as face down; or the other way round."""
    face: float
    """The most that any misread face costs."""
    unread: float
    """A face that cannot be read."""
    standing: float
    """A row of standing tiles counted one short or one long; each tile more costs as much, up to two."""
    stack_gone: float
    """A stack of the wall not found, or found where none stands; a wall that seems broken and is not."""
    stack_lower: float
    """A stack of two tiles seen as one."""
    stack_higher: float
    """A stack of one tile seen as two."""
    open_hand: float
    """A hand that lies open taken for a closed one, or the other way round."""
    die: float
    """A die misread, not found, or found where none lies; a stick found that nobody laid."""
    rolling: float
    """What dice cost in the first look that shows them otherwise: they may be rolling."""
    rolling_s: float
    """Dice that lie still for so long roll no more."""
    # How an error lasts.
    first: float
    """The most that all new differences cost in their first look: something may be half done."""
    again: float
    """What it costs more in each look after that, until it has cost what an error costs."""
    lasting: float
    """What an error costs in each look at which it is still there."""
    habit: float
    """What it costs when an error that lasted comes back in the same place."""
    look_s: float
    """Looks closer together than this share their errors, and count for less."""
    agrees: float
    """A look that leaves no more than this unpaid agrees with what was told: no act is thought of."""
    # What players do.
    usual: float
    """A draw or a discard when it is due."""
    rare: float
    """An act that is allowed and seldom: a self-drawn win; half of it for a claim, a flower, a kong, a
    declaration."""
    wrong: float
    """An act against the rules."""
    taken_back: float
    """A discard that lay for more than a look and was taken back into the hand."""
    misread: float
    """A claim or win that shows another face than was told of the discard; a fifth copy of a face; a throw
    that nobody saw."""
    throw_s: float
    """Nobody throws the dice twice within so long."""
    slow_s: float
    """A claimed kong laid as three tiles and one is whole within so long."""
    # When it is told.
    sure: float
    """The share of all weight that must agree on an act before it is told."""
    sure_of_face: float
    """The share of all weight that must agree on another face before one that was told is amended."""

    @classmethod
    def load(cls) -> Self:
        """The numbers of `rates.toml`."""
        return cls(**{each.name: rows()[each.name]["value"] for each in fields(cls)})


@cache
def rows() -> dict[str, dict[str, Any]]:
    """The rows of `rates.toml` by name: ``value``, ``unit``, ``from`` and, when counted, ``counted``."""
    return tomllib.loads(files(__package__).joinpath("rates.toml").read_text(encoding="utf-8"))


@dataclass(frozen=True, slots=True)
class Limits:
    """How much is thought of: none of these changes what is likely, only what is looked at."""

    histories: int = 32
    tried: int = 160
    """Histories tried in one look."""
    worth: float = 11.0
    """A history this much worse than the best (nats) is given up."""
    acts: int = 14
    seconds: float = 20.0
    """What is older than so many acts or seconds is final."""
    run: int = 24
    """Acts concluded from one look at most."""


@dataclass(frozen=True, slots=True)
class Following:
    """The two together."""

    rates: Rates = field(default_factory=Rates.load)
    limits: Limits = field(default_factory=Limits)
