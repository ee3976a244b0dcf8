"""`python -m models.fit_askew`."""

from models.fit_askew import main

main()
