-- What a store on PostgreSQL has beside the tables of `schema.sql`, in the same dialect.

-- One row. Each write transaction changes it first, which keeps all others waiting, and fails when it names another daemon.
CREATE TABLE turn (
  one           INTEGER PRIMARY KEY CHECK (one = 1),
  schema        INTEGER NOT NULL,             -- the number of migrations
  holder        TEXT,                         -- the boot of the daemon that works here; NULL: any may take over
  commits       INTEGER NOT NULL,             -- tells whether a commit took place whose answer was lost
  until         INTEGER NOT NULL,             -- when the holder's lease ends, for people; daemons measure by their own clocks
  lineage       TEXT NOT NULL,                -- another one after a failover or a restored dump; '': none yet
  isSynchronous INTEGER NOT NULL CHECK (isSynchronous IN (0, 1)) -- whether a standby had to confirm the last turn
) STRICT;

-- The daemons on this store, for people.
CREATE TABLE daemon (
  boot     TEXT PRIMARY KEY,
  host     TEXT NOT NULL,
  version  TEXT NOT NULL,
  settings TEXT NOT NULL,                     -- a digest of those that have to agree
  ahead    INTEGER NOT NULL,                  -- how many µs its machine's clock is ahead of the database's
  seenAt   INTEGER NOT NULL
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

INSERT INTO turn VALUES (1, 0, NULL, 0, 0, '', FALSE);
