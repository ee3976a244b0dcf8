"""Commands that need a camera, a picture or a film of a table."""
