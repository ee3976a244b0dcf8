"""From a camera to readings of the table, as the child process makes them."""
