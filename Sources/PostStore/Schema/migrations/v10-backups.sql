-- Backups that were made of the store.

CREATE TABLE backup (
  number INTEGER PRIMARY KEY,
  madeAt INTEGER NOT NULL,                 -- what was committed by then is in it
  bytes  INTEGER NOT NULL CHECK (bytes > 0),
  keptAt INTEGER,                          -- since when a checked copy lies at `place`; NULL: nobody said so
  place  TEXT CHECK (length(place) BETWEEN 1 AND 1000),
  CHECK ((keptAt IS NULL) = (place IS NULL))
) STRICT;
