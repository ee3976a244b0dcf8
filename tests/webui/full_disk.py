"""A journal whose disk is full now and then."""

from webui.storage.journal import CannotKeep, Journal

FULL = CannotKeep("cannot write the journal: database or disk is full", is_full=True)


class FullJournal(Journal):
    """Takes nothing in while something is `wrong`, and says so."""

    wrong = None

    @property
    def is_full(self):
        return self.wrong is not None

    @is_full.setter
    def is_full(self, is_full):
        self.wrong = FULL if is_full else None

    def append_all(self, entries):
        self._need_room()
        return super().append_all(entries)

    def remember(self, name, value):
        self._need_room()
        super().remember(name, value)

    def _need_room(self):
        if self.wrong is not None:
            raise self.wrong
