"""`python -m models.fit_follow`."""

from models.fit_follow import main

main()
