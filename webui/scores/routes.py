"""All routes of the score pages, on one blueprint."""

from __future__ import annotations

from webui.scores import acts, board, framing, keeping, lists, pages, rematch, seen

scores = framing.scores
PARTS = (pages, board, lists, acts, keeping, rematch, seen)
"""What puts its routes on it."""
