-- What each finished game came to, anew when it is corrected: spectators of a delayed broadcast see the older row until
-- `told` is on the air. A game that cannot be told has no names. assignment: the desk's number, 0 none.
CREATE TABLE games_played (
  journal_id bigint NOT NULL REFERENCES journals (id),
  number integer NOT NULL,
  digest text NOT NULL,
  told timestamptz NOT NULL,
  rules text NOT NULL,
  began text NOT NULL,
  assignment integer NOT NULL DEFAULT 0,
  names text[] NOT NULL,
  points integer[] NOT NULL,
  places integer[] NOT NULL,
  results double precision[] NOT NULL,
  PRIMARY KEY (journal_id, number, digest)
);
CREATE TABLE leagues (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name text NOT NULL UNIQUE,
  rules text NOT NULL,
  first_day date NOT NULL,
  last_day date,
  sites text[] NOT NULL DEFAULT '{}',
  least integer NOT NULL DEFAULT 1 CHECK (least BETWEEN 1 AND 1000),
  by_average boolean NOT NULL DEFAULT false
);
