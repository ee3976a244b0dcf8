"""What the rules say of the table: what may be done, what was wrong, and what follows from it."""
