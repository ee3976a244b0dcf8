"""A case and a score as JSON values, both ways, and whether what was kept is one."""
