"""Deals played out for the camera, with the mistakes people make."""
