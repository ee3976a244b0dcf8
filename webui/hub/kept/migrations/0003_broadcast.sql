-- A broadcast's delay: what spectators see is decided by when a thing came here, for every kind of thing.
ALTER TABLE entries ADD COLUMN came timestamptz NOT NULL DEFAULT now();
-- A journal's header as it came each time it changed.
CREATE TABLE headers (
  journal_id bigint NOT NULL REFERENCES journals (id),
  came timestamptz NOT NULL DEFAULT now(),
  game text NOT NULL,
  PRIMARY KEY (journal_id, came)
);
INSERT INTO headers (journal_id, came, game) SELECT id, heard, game FROM journals;
-- aired_until: what came before it was on the air before the delay became longer, and stays there.
ALTER TABLE hub ADD COLUMN delay_s integer NOT NULL DEFAULT 0 CHECK (delay_s BETWEEN 0 AND 3600),
  ADD COLUMN aired_until timestamptz NOT NULL DEFAULT '-infinity';
ALTER TABLE sittings ADD COLUMN told timestamptz NOT NULL DEFAULT '-infinity';
ALTER TABLE penalties ADD COLUMN told timestamptz NOT NULL DEFAULT now();
