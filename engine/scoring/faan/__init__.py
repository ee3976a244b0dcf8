"""Scores of rules that count faan or doubles, from tables of patterns."""
