"""What the server knows of its camera and detector: whether they look, what they saw, what is wrong."""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Literal, Self

from webui.following import Trouble
from webui.storage.journal import is_full
from webui.watch.picture_places import StackSpots
from webui.watch.read_spots import ReadSpot
from webui.watch.seen_table import SeenTable
from webui.words import Words

Condition = Literal["starting", "watching", "blind", "stopped", "ended", "off"]
"""`off`: this table has no camera, people tell what happens."""

BLIND_AFTER_S = 1.5
"""With no look for this long the page says that we cannot see; it must be known within two seconds."""


@dataclass(frozen=True, slots=True)
class CameraState:
    """The last look, and whether the camera still looks.

    `came_at_s` is monotonic. `picture` is JPEG with what was seen drawn over it. `hidden` names zones that
    could not be seen. `details` are values for people: settings of the camera, residual, milliseconds a step.
    `spots`: where the wall's stacks are in `picture`, `reads`: the faces that were read there.
    """

    condition: Condition = "starting"
    message: str = ""
    look: int = 0
    came_at_s: float = 0.0
    looks_per_s: float = 0.0
    picture: bytes | None = None
    picture_number: int = 0
    spots: StackSpots = ()
    reads: tuple[ReadSpot, ...] = ()
    hidden: tuple[str, ...] = ()
    details: Mapping[str, object] = field(default_factory=dict)
    trouble: Trouble | None = None
    """Why what is seen is not followed now."""

    def condition_at(self, now_s: float) -> Condition:
        """`watching` becomes `blind` when looks stay away."""
        is_late = self.condition == "watching" and now_s - self.came_at_s > BLIND_AFTER_S
        return "blind" if is_late else self.condition

    def shut(self, wrong: Exception, said: str) -> Self:
        """The state while no journal can be opened: whatever was in the way before still is."""
        trouble = self.trouble or Trouble("full" if is_full(wrong) else "disk", time.time(), 0, said)
        return replace(self, trouble=trouble)


def looked(before: CameraState, seen: SeenTable, now_s: float) -> CameraState:
    """The state after one more look; the rate is a mean over the last few."""
    between_s = max(now_s - before.came_at_s, 0.001)
    if before.looks_per_s:
        # The mean is taken of the waits: looks that come in a burst must not count as a high rate.
        between_s = 0.8 / before.looks_per_s + 0.2 * between_s
    problem = str(seen.status.get("problem") or "")
    is_blind = bool(problem) or seen.status.get("look") == "failed"
    return CameraState(
        condition="blind" if is_blind else "watching",
        message=problem,
        look=before.look + 1,
        came_at_s=now_s,
        looks_per_s=1 / between_s if before.look else 0.0,
        picture=seen.overlay or before.picture,
        picture_number=before.picture_number + (seen.overlay is not None),
        spots=seen.spots or before.spots,
        reads=before.reads if seen.reads is None else seen.reads,
        hidden=tuple(sorted(seen.hidden)),
        details=seen.status,
        trouble=before.trouble,
    )


def camera_json(camera: CameraState, words: Words, now_s: float | None = None) -> dict[str, object]:
    """For the page and the interface alike; the picture is fetched apart."""
    return {
        "condition": camera.condition_at(time.monotonic() if now_s is None else now_s),
        "message": camera.message,
        "trouble": trouble_text(camera.trouble, words),
        "is_begun": camera.trouble is None or camera.trouble.kind != "no_wall",
        "look": camera.look,
        "picture": camera.picture_number if camera.picture is not None else None,
        "hidden": list(camera.hidden),
        "facts": _facts(camera, words),
        "details": dict(camera.details),
    }


def trouble_text(trouble: Trouble | None, words: Words) -> str:
    """What stopped and since when, for the page; empty while all is well."""
    if trouble is None or not trouble.is_lasting:
        return ""
    since = time.strftime("%H:%M:%S", time.localtime(trouble.since))
    return words.say(f"trouble.{trouble.kind}", since=since, why=trouble.said)


def _facts(camera: CameraState, words: Words) -> dict[str, str]:
    """What people at the table want to know of the camera; its figures stand under Health."""
    facts = {}
    if camera.hidden:
        kinds = dict.fromkeys(zone.partition(":")[0] for zone in camera.hidden)
        facts[words["fact.hidden"]] = words["page.comma"].join(words[f"zone.{kind}"] for kind in kinds)
    return facts
