"""What happens around a game that is not the game: a lamp switched, the camera nudged, the lens covered.

Written ``lamp@30-60,nudge@90,cover@120-123``: from which to which second; without an end it stays.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias, get_args

import numpy as np

from vision.observation import Picture, VisionError
from vision.simulate.settings import View

Kind: TypeAlias = Literal["lamp", "nudge", "cover", "blur"]
"""`lamp`: a second, warmer lamp is on. `nudge`: the camera hangs 20 mm farther and turned. `cover`: something
is held before the lens. `blur`: the focus is lost."""

NUDGE_MM = (16.0, 12.0)
NUDGE_DEG = 0.7
LAMP_BGR = (1.18, 1.3, 1.42)
_FORM = re.compile(r"(?P<kind>[a-z]+)@(?P<first>\d+(\.\d+)?)(-(?P<last>\d+(\.\d+)?))?")


@dataclass(frozen=True, slots=True)
class Disturbance:
    """Something that goes on from `first_s` until `last_s`."""

    kind: Kind
    first_s: float
    last_s: float = float("inf")

    def is_on(self, at_s: float) -> bool:
        """Whether it goes on at that moment."""
        return self.first_s <= at_s < self.last_s


def parse_disturbances(text: str) -> tuple[Disturbance, ...]:
    """The disturbances that `text` names; VisionError says what is not understood."""
    found = []
    for part in filter(None, (part.strip() for part in text.split(","))):
        met = _FORM.fullmatch(part)
        kinds: tuple[Kind, ...] = get_args(Kind)
        kind = next((kind for kind in kinds if met and met["kind"] == kind), None)
        if met is None or kind is None:
            raise VisionError(f"no disturbance {part!r}: expected {', '.join(kinds)} as in lamp@30-60")
        first_s, last_s = float(met["first"]), float(met["last"] or "inf")
        if first_s >= last_s:
            raise VisionError(f"{part!r} ends before it begins: expected seconds as in lamp@30-60")
        found.append(Disturbance(kind, first_s, last_s))
    return tuple(found)


def nudged(view: View) -> View:
    """The view of a camera that somebody has knocked."""
    x, y = view.offset_mm
    return replace(view, offset_mm=(x + NUDGE_MM[0], y + NUDGE_MM[1]), roll_deg=view.roll_deg + NUDGE_DEG)


def relit(picture: Picture) -> Picture:
    """The picture under one more lamp."""
    return np.asarray(np.clip(picture * np.array(LAMP_BGR), 0, 255).astype(np.uint8))


def covered(picture: Picture) -> Picture:
    """Almost black, with a little light at the edge."""
    return np.asarray((picture * 0.03 + 9).astype(np.uint8))
