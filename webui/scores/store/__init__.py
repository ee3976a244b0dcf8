"""The club's scores as they are kept: the book, its tables, ranking and standings."""
