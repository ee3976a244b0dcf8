"""What the camera or a photo shows of an exercise: clear enough or not, and what lies there."""
