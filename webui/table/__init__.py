"""The table drawn as one SVG, which tablet, phone, wall screen, print and tests share."""
