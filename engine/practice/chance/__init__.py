"""Deals and hands made up by chance, for exercises."""
