"""Imagined pictures to learn from: bodies, boards, distractors, crops and whole scenes."""
