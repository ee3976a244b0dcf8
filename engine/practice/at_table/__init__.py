"""Practice at a whole table against three players of the program."""
