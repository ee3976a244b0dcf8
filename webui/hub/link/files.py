"""What the link writes into a table's data folder for the table's own page."""

from __future__ import annotations

STATUS_FILE = "hub-link.json"
"""How the link is."""
SEATS_FILE = "hub-seats.json"
"""Who plays next, as the hub said and signed."""
