"""Games written by other programs: read into our events, and written back. One file, one format."""
