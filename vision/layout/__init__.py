"""From tiles found on the table to a reading in game words."""
