"""What is told of the histories, as entries of the journal, and what is told otherwise later."""
