"""Photoreal scenes by Blender, to train and to measure on; a tool beside the product, never needed by it."""
