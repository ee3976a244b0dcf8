"""Scores of the Chinese official rules (MCR)."""
