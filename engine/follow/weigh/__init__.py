"""Histories of the table side by side: what each look costs them, and which are kept."""
