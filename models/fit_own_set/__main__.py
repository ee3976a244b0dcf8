"""`python -m models.fit_own_set`."""

from models.command import run
from models.fit_own_set import main

run(main)
