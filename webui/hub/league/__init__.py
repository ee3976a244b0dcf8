"""Leagues: the games of all tables over an evening or a season, added up, and how strong each player is."""
