"""`python -m models.fit_dice`."""

from models.command import run
from models.fit_dice import main

run(main)
