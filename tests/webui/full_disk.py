"""A journal whose disk is full now and then."""

from webui.journal import CannotKeep, Journal


class FullJournal(Journal):
    """Takes nothing in while `is_full`, and says so as SQLite does."""

    is_full = False

    def append(self, entry):
        return self.append_all((entry,))[0]

    def append_all(self, entries):
        if self.is_full:
            raise CannotKeep(f"cannot write the journal {self.path}: database or disk is full", is_full=True)
        return super().append_all(entries)
