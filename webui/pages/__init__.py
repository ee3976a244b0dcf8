"""The table's own page and those beside it: corrections, health, backup."""
