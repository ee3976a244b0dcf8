"""The networks, their card, and how they were made."""
