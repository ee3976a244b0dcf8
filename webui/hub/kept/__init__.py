"""The hub's side: taking in, keeping in PostgreSQL, and folding each game."""
