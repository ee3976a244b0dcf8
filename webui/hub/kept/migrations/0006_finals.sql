-- Finals: who plays on after a round, and how much of his result he takes along (percent). `rounds`: how many were added.
CREATE TABLE cuts (
  tournament_id integer NOT NULL REFERENCES tournaments (id),
  after_round integer NOT NULL,
  carry integer NOT NULL CHECK (carry BETWEEN 0 AND 100),
  rounds integer NOT NULL CHECK (rounds BETWEEN 1 AND 60),
  entrants integer[] NOT NULL,
  PRIMARY KEY (tournament_id, after_round)
);
