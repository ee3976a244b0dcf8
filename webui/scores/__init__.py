"""The scores: games, players and seasons in one book, a game's points, and what people say at its end."""
