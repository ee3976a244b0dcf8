"""What happened at the table: tiles, events, state, rules. Pure: no clock, file, camera or chance."""
