-- Which seats said on their own phones that a result is right, and whether one said that it is not.
ALTER TABLE sittings ADD COLUMN confirmed integer[] NOT NULL DEFAULT '{}',
  ADD COLUMN is_disputed boolean NOT NULL DEFAULT false;
