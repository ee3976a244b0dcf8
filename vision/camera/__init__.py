"""Where the camera hangs: calibration, the markers it may be done by, and the table seen from above."""
