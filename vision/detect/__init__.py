"""Tiles in a picture: found by one network, read by another, judged by what lies beside them."""
