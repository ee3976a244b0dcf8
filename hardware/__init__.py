"""Cameras, the speaker, buttons and the health of the machine."""
