"""Rule sets shown and asked for: their titles, tables, sentences, and the form of house rules."""
