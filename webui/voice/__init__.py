"""The voice that ships: recorded pieces of every announcement, put together into what is to be said."""
