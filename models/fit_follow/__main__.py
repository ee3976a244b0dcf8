"""`python -m models.fit_follow`."""

from models.command import run
from models.fit_follow import main

run(main)
