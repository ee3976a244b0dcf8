"""Entries of the journal: one JSON line each, what amends them, and what changes with an amendment."""
