"""The hub's pages: all tables, one table, the referee's queue, the set-up."""
