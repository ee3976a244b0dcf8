"""Dice of every kind, drawn with light and shade, and the networks taught to find and to read them."""
