"""Looks from finds that were kept: the same joining over looks, without a camera and without networks."""

from __future__ import annotations

from vision.pipeline.joining import JoinedLooks
from vision.pipeline.look import Find, Look, Place


class Replay:
    """Looks at one table again as a `Looker` did, find by find. It may begin at any of them."""

    def __init__(self, square_mm: float, stacks: int | None) -> None:
        self._steady = JoinedLooks(square_mm, stacks)
        self._camera_mm: Place | None = None

    def look(self, find: Find) -> Look:
        """What the find tells."""
        if find.camera_mm is not None and find.camera_mm != self._camera_mm:
            self._camera_mm = find.camera_mm
            self._steady.realigned(find.camera_mm)
        return self._steady.look(find)
