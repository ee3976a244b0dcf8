"""Practice with real tiles: what a learner shows, what is told of it, and what is kept of it."""
