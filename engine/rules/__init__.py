"""One file, one rule set, found by its file name."""
