"""The page, the command line, storage and the loop that ties the rooms together."""
