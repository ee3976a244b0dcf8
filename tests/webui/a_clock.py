"""A clock that goes on only when it is set."""


class Clock:
    """Seconds since 1970, as `now` says."""

    def __init__(self):
        self.now = 1_800_000_000.0

    def __call__(self):
        return self.now
