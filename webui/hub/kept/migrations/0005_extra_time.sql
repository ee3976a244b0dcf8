-- Minutes that a table has beyond the round's clock: it began late, or a referee held it up.
ALTER TABLE sittings ADD COLUMN extra integer NOT NULL DEFAULT 0 CHECK (extra BETWEEN 0 AND 120);
