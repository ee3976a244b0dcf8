-- The hub's own identity, the tables it knows, their journals, and what is wrong with any of them.
CREATE TABLE hub (
  id text PRIMARY KEY,
  made timestamptz NOT NULL DEFAULT now()
);
CREATE TABLE tables (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  site text NOT NULL,
  name text NOT NULL,
  secret text NOT NULL,
  made timestamptz NOT NULL DEFAULT now(),
  heard timestamptz,
  instance text NOT NULL DEFAULT '',
  is_gone boolean NOT NULL DEFAULT true,
  health text NOT NULL DEFAULT '',
  UNIQUE (site, name)
);
-- An epoch is one journal as it was at first: a replaced one is another epoch.
CREATE TABLE journals (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  table_id integer NOT NULL REFERENCES tables (id),
  journal text NOT NULL,
  generation integer NOT NULL,
  number integer NOT NULL DEFAULT 0,
  chain text NOT NULL,
  game text NOT NULL,
  game_digest text NOT NULL,
  began timestamptz NOT NULL DEFAULT now(),
  heard timestamptz NOT NULL DEFAULT now(),
  UNIQUE (table_id, journal, generation)
);
CREATE TABLE entries (
  journal_id bigint NOT NULL REFERENCES journals (id),
  number integer NOT NULL,
  line text NOT NULL,
  PRIMARY KEY (journal_id, number)
);
-- What is not as it should be, one row a table and kind; is_over: it was, and is told for a while.
CREATE TABLE conditions (
  table_name text NOT NULL,
  kind text NOT NULL,
  since timestamptz NOT NULL DEFAULT now(),
  seen timestamptz NOT NULL DEFAULT now(),
  times integer NOT NULL DEFAULT 1,
  detail text NOT NULL DEFAULT '',
  is_over boolean NOT NULL DEFAULT false,
  PRIMARY KEY (table_name, kind)
);
-- Who plays next at a table; the newest row of a table is what it is told.
CREATE TABLE seats_sent (
  number integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  table_id integer NOT NULL REFERENCES tables (id),
  told text NOT NULL,
  made timestamptz NOT NULL DEFAULT now()
);
-- The referee's queue: who took a call. A call is an entry of a journal.
CREATE TABLE calls_taken (
  journal_id bigint NOT NULL REFERENCES journals (id),
  number integer NOT NULL,
  referee text NOT NULL,
  taken timestamptz NOT NULL DEFAULT now(),
  ruling text NOT NULL DEFAULT '',
  ruled timestamptz,
  PRIMARY KEY (journal_id, number)
);
