"""The table and what happens at it: the wall, the events, the state they fold to, and how it looks."""
