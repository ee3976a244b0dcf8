"""Made-up situations to learn from and to test with: pure functions of a seed or a reading."""
