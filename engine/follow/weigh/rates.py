"""Every number of the following in one table: how surprising each thing is, in nats.

A chance of one in a thousand is 6.9 nats, one in ten 2.3.
"""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Rates:
    """How surprising an error of the camera, an act of the players or a change of mind is (nats)."""

    # What the camera gets wrong, in a zone that it saw.
    missing: float = 7.5
    """A tile that lies open and is not found."""
    missing_unread: float = 5.0
    """The same of a tile whose face nobody ever read."""
    extra: float = 8.5
    """A tile found where none lies."""
    flower_missing: float = 9.0
    """A flower that was concluded and never found."""
    turned: float = 5.0
    """A tile read as lying turned that is not, or the other way round."""
    face_down: float = 3.5
    """A tile of a set read as face down that is not, or the other way round."""
    face: float = 6.0
    """The most that any misread face costs."""
    unread: float = 0.7
    """A face that cannot be read."""
    standing: float = 3.7
    """A row of standing tiles counted one short or one long; each tile more costs as much, up to two."""
    stack_gone: float = 6.8
    """A stack of the wall not found, or found where none stands."""
    stack_lower: float = 8.0
    """A stack of two tiles seen as one, or of one as two."""
    open_hand: float = 14.0
    """A hand that lies open taken for a closed one, or the other way round."""
    die: float = 5.0
    """A die misread, not found, or found where none lies."""
    rolling: float = 1.5
    """What dice cost in the first look that shows them otherwise: they may be rolling."""
    rolling_s: float = 0.5
    """Dice that lie still for longer than this (s) roll no more."""
    stick: float = 5.0
    """A stick found that nobody laid."""
    hole: float = 7.0
    """A wall that seems to be broken and is not."""
    # How an error lasts.
    first: float = 3.0
    """The most that all new differences cost in their first look: something may be half done."""
    again: float = 1.5
    """What it costs more in each look after that, until it has cost what an error costs."""
    lasting: float = 0.3
    """What an error costs in each look at which it is still there."""
    habit: float = 1.5
    """What it costs when an error that lasted comes back in the same place."""
    look_s: float = 0.4
    """Looks closer together than this (s) share their errors, and count for less."""
    agrees: float = 0.4
    """A look that leaves no more than this unpaid agrees with what was told: no act is thought of."""
    # What players do.
    draw: float = 0.1
    usual: float = 0.4
    rare: float = 3.0
    """An act that is allowed and seldom: a self-drawn win, a flower, a kong, a declaration."""
    wrong: float = 8.0
    """An act against the rules."""
    misread: float = 4.0
    """A claim or win that shows another face than was told of the discard."""
    throw_s: float = 1.0
    """Nobody throws the dice twice within so many seconds."""
    slow_s: float = 4.0
    """A claimed kong laid as three tiles and one is whole within so many seconds."""
    fifth: float = 5.0
    """A face of which more would lie open than the set holds."""


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
    """The two together, and how sure one must be to tell an act."""

    rates: Rates = field(default_factory=Rates)
    limits: Limits = field(default_factory=Limits)
    sure: float = 0.95
    """The share of all weight that must agree on an act before it is told."""
