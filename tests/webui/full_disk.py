"""A journal whose disk is full now and then."""

from webui.journal import CannotKeep, Journal


class FullJournal(Journal):
    """Takes nothing in while `is_full`, and says so as SQLite does."""

    is_full = False

    def append_all(self, entries):
        self._need_room()
        return super().append_all(entries)

    def remember(self, name, value):
        self._need_room()
        super().remember(name, value)

    def _need_room(self):
        if self.is_full:
            raise CannotKeep(f"cannot write the journal {self.path}: database or disk is full", is_full=True)
