"""What every page stands on: its frame, its values, its files, what it is sent and what it refuses."""
