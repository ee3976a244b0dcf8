"""What every camera has in common: `with` gives it back at the end."""

from __future__ import annotations

from types import TracebackType
from typing import Self


class Closing:
    """Calls `close` at the end of a `with`."""

    def close(self) -> None:
        """Gives the device back; safe to call twice. TypeError: the class does not say how."""
        raise TypeError(f"{type(self).__name__} must say how it closes")

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()
