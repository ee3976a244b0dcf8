"""What a referee needs: faults with their evidence, rulings, penalties, amendments, and who changed what."""
