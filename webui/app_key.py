"""What an application holds, each by a key that knows its type."""

from __future__ import annotations

from typing import Generic, TypeVar, cast

from flask import Flask, current_app

T = TypeVar("T")


class AppKey(Generic[T]):
    """The place of one thing in an application: what is put there has the key's type, and what is asked too.

    A key stands beside the type it holds, so that no page imports those who put the application together.
    """

    def __init__(self, name: str) -> None:
        self.name = name

    def put(self, app: Flask, thing: T) -> None:
        """From now on `app` holds `thing` here."""
        app.extensions[self.name] = thing

    def of(self, app: Flask | None = None) -> T:
        """What `app` holds here, else the application that answers now. LookupError when it holds nothing."""
        held = (app or current_app).extensions
        if self.name not in held:
            raise LookupError(f"this application holds no {self.name}; it has {', '.join(sorted(held))}")
        return cast(T, held[self.name])

    def if_held(self) -> T | None:
        """What the application that answers now holds here; None when it holds nothing."""
        return cast("T | None", current_app.extensions.get(self.name))
