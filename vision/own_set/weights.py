"""The few numbers by which a set teaches itself, each fitted by `models.fit_own_set`."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Weights:
    """Costs are natural logarithms of chances.

    `floor`: the chance of any other face where the reader is not sure at all, which is the smaller the surer
    it is, down to the part `odd` of it. `twice`: what it costs that one face looks two ways, `red`: that a
    five does. `none`: that a group is no face of the set. `by_rule`: the chance that tiles that seem to lie
    as a set or a hand are none. `sure`: the chance from which a face is told that the reader does not tell,
    and `lost` the one below which the reader's own is given up."""

    floor: float = 0.03
    odd: float = 0.003
    twice: float = 9.0
    red: float = 4.0
    none: float = 7.0
    by_rule: float = 0.01
    sure: float = 0.975
    lost: float = 0.4


FITTED = Weights()
