"""What goes between a table and its hub: the messages, their chain and keys, and the way to the broker."""
