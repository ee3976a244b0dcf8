"""Dice: a small network of their own finds them and reads their pips; nothing that is a tile is a die."""
