-- Tournaments: who plays, where everybody sits, what it came to.
CREATE TABLE tournaments (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name text NOT NULL UNIQUE,
  rules text NOT NULL,
  rounds integer NOT NULL CHECK (rounds BETWEEN 1 AND 60),
  minutes integer NOT NULL DEFAULT 90,
  shown_rounds integer,
  made timestamptz NOT NULL DEFAULT now()
);
CREATE TABLE entrants (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  tournament_id integer NOT NULL REFERENCES tournaments (id),
  name text NOT NULL,
  team text NOT NULL DEFAULT '',
  country text NOT NULL DEFAULT '',
  number text NOT NULL DEFAULT '',
  left_after integer,
  replaces integer REFERENCES entrants (id),
  UNIQUE (tournament_id, name)
);
-- seats: entrants, East first. A result lies in the same row; nobody plays twice in a round.
CREATE TABLE sittings (
  tournament_id integer NOT NULL REFERENCES tournaments (id),
  round integer NOT NULL,
  place integer NOT NULL,
  seats integer[] NOT NULL CHECK (cardinality(seats) = 4),
  assignment integer REFERENCES seats_sent (number),
  points integer[] CHECK (cardinality(points) = 4),
  source text NOT NULL DEFAULT '',
  PRIMARY KEY (tournament_id, round, place)
);
CREATE TABLE rounds_begun (
  tournament_id integer NOT NULL REFERENCES tournaments (id),
  round integer NOT NULL,
  ends timestamptz NOT NULL,
  PRIMARY KEY (tournament_id, round)
);
CREATE TABLE penalties (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  tournament_id integer NOT NULL REFERENCES tournaments (id),
  entrant_id integer NOT NULL REFERENCES entrants (id),
  round integer NOT NULL,
  points double precision NOT NULL CHECK (points > 0),
  reason text NOT NULL DEFAULT '',
  is_cancelled boolean NOT NULL DEFAULT false
);
