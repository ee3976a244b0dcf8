"""The tournament desk: who plays, where everybody sits, what it came to."""
