"""One file, one kind of camera, found by its file name."""
