"""`python -m models.fit_own_set`."""

from models.fit_own_set import main

main()
