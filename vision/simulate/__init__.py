"""The digital twin: a table that plays, drawn as the camera would see it, with the truth beside it."""
