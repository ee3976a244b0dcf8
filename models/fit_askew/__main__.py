"""`python -m models.fit_askew`."""

from models.command import run
from models.fit_askew import main

run(main)
