-- What a store on PostgreSQL has beside the tables of `schema.sql`, in the same dialect.

-- Facts about the store by name. schema: the number of its migrations.
CREATE TABLE storeFact (
  name TEXT PRIMARY KEY,
  fact TEXT NOT NULL
) STRICT;

-- Every write transaction locks it first, so that one daemon writes at a time.
CREATE TABLE turn (
  one INTEGER PRIMARY KEY CHECK (one = 1)
) STRICT;

-- The daemons. Each write transaction counts itself in the row of its daemon.
CREATE TABLE daemon (
  boot    TEXT PRIMARY KEY,
  commits INTEGER NOT NULL,                -- tells whether a commit took place whose answer was lost
  seenAt  INTEGER NOT NULL
) STRICT;

-- The words of posts as `VectorIndex` uses them. The texts are cut into words, with a blank between two, and at both ends.
CREATE TABLE search (
  docId INTEGER PRIMARY KEY,
  words TSVECTOR NOT NULL,
  title TEXT NOT NULL,
  tags  TEXT NOT NULL,
  body  TEXT NOT NULL
) STRICT;
CREATE INDEX searchWords ON search USING gin (words);

INSERT INTO turn VALUES (1);
