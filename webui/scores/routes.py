"""All routes of the score pages, on one blueprint."""

from __future__ import annotations

from webui.scores import acts, board, framing, hands, keeping, lists, pages, rematch, seen

scores = framing.scores
PARTS = (pages, board, lists, acts, keeping, rematch, seen, hands)
"""What puts its routes on it."""
