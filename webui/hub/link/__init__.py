"""A table's side: its journals, what of them the hub still lacks, and the program that sends it."""
