"""What a hand is worth: thin adapters over the scoring libraries, ours where none exists."""
