"""Several looks taken together: when the table is calm, and what lasts from look to look."""
