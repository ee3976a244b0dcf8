"""What goes wrong behind looks on purpose: a function of ours, or the journal, fails now and then."""

from __future__ import annotations

import importlib
from collections.abc import Callable
from typing import Any

from webui.storage.journal import CannotKeep, Journal


class NowAndThen:
    """Stands before a function of ours and raises in its place at the first call and every tenth after."""

    def __init__(self, patch: Any, module: str, name: str, every: int = 10) -> None:
        self._inner: Callable[..., Any] = getattr(importlib.import_module(module), name)
        self._name, self._every = name, every
        self.calls = self.failed = 0
        self.is_off = False
        patch.setattr(f"{module}.{name}", self)

    def __call__(self, *given: Any, **named: Any) -> Any:
        self.calls += 1
        if not self.is_off and self.calls % self._every == 1 % self._every:
            self.failed += 1
            raise RuntimeError(f"{self._name} went wrong on purpose")
        return self._inner(*given, **named)


class FailingJournal(Journal):
    """Every tenth time it writes nothing and says so, or writes and says that it could not."""

    def __init__(self, *, after_writing: bool = False, every: int = 10) -> None:
        super().__init__(None)
        self._after_writing, self._every = after_writing, every
        self.calls = self.failed = 0

    def append_all(self, entries):
        self.calls += 1
        is_due = self.calls % self._every == 1 % self._every
        written = super().append_all(entries) if self._after_writing or not is_due else ()
        if is_due:
            self.failed += 1
            raise CannotKeep("cannot write the journal: disk I/O error", is_full=False)
        return written
