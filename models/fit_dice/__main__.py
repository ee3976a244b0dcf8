"""`python -m models.fit_dice`."""

from models.fit_dice import main

main()
