"""All routes of the score pages, on one blueprint."""

from __future__ import annotations

from webui.scores import acts, framing, keeping, lists, pages

scores = framing.scores
PARTS = (pages, lists, acts, keeping)
"""What puts its routes on it."""
