"""What the server knows of its camera and detector: whether they look, what they saw, what is wrong."""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from webui.picture_places import StackSpots
from webui.words import Words

Condition = Literal["starting", "watching", "blind", "stopped", "ended", "off"]
"""`off`: this table has no camera, people tell what happens."""

BLIND_AFTER_S = 1.5
"""With no look for this long the page says that we cannot see; it must be known within two seconds."""


@dataclass(frozen=True, slots=True)
class Sight:
    """The last look and what became of the looking.

    `came_at_s` is monotonic. `picture` is JPEG with what was seen drawn over it. `hidden` names zones that
    could not be seen. `details` are values for people: settings of the camera, residual, milliseconds a step.
    `spots`: where the wall's stacks are in `picture`.
    """

    condition: Condition = "starting"
    message: str = ""
    look: int = 0
    came_at_s: float = 0.0
    looks_per_s: float = 0.0
    picture: bytes | None = None
    picture_number: int = 0
    spots: StackSpots = ()
    hidden: tuple[str, ...] = ()
    details: Mapping[str, object] = field(default_factory=dict)

    def condition_at(self, now_s: float) -> Condition:
        """`watching` becomes `blind` when looks stay away."""
        is_late = self.condition == "watching" and now_s - self.came_at_s > BLIND_AFTER_S
        return "blind" if is_late else self.condition


def sight_json(sight: Sight, words: Words, now_s: float | None = None) -> dict[str, object]:
    """For the page and the interface alike; the picture is fetched apart."""
    return {
        "condition": sight.condition_at(time.monotonic() if now_s is None else now_s),
        "message": sight.message,
        "look": sight.look,
        "picture": sight.picture_number if sight.picture is not None else None,
        "hidden": list(sight.hidden),
        "facts": _facts(sight, words),
        "details": dict(sight.details),
    }


def _facts(sight: Sight, words: Words) -> dict[str, str]:
    """The few figures people ask for, in words."""
    facts = {words["fact.looks_per_s"]: f"{sight.looks_per_s:.1f}"} if sight.look else {}
    if "ms" in sight.details:
        facts[words["fact.ms"]] = f"{sight.details['ms']} ms"
    if "residual_mm" in sight.details:
        facts[words["fact.residual"]] = f"{sight.details['residual_mm']} mm"
    if sight.hidden:
        kinds = dict.fromkeys(zone.partition(":")[0] for zone in sight.hidden)
        facts[words["fact.hidden"]] = words["page.comma"].join(words[f"zone.{kind}"] for kind in kinds)
    return facts
