"""The networks, their card, and how they were made."""

from pathlib import Path

HERE = Path(__file__).parent
"""Where the networks lie."""
