"""The simulated table drawn as the camera would see it."""
