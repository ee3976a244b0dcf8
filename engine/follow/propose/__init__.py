"""What may have happened, as what is seen suggests it."""
