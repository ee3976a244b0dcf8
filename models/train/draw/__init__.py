"""Faces drawn from rules, as no font has them: bamboos, dots, flowers, signs."""
