"""Phones that join a seat: calling for a tile, how long that counts, and whether the camera agrees."""
