"""Commands about rules, scores, recorded games and lessons; they need no camera."""
