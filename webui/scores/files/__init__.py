"""Scores as files: exports, imports and their checks."""
