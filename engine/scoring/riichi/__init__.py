"""Scores of Japanese rules: the hand by the library, fu and payments by our own tables."""
