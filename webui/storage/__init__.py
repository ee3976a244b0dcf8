"""How files are kept so that a damaged one stops nothing: copies, versions, and what is set aside."""
