"""Any deal again, step by step, with the pictures that explain it."""
