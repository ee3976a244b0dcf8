"""All routes of the score pages, on one blueprint."""

from __future__ import annotations

from webui.scores import acts, keeping, pages

scores = pages.scores
PARTS = (pages, acts, keeping)
"""What puts its routes on it."""
