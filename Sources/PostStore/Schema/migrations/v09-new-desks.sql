-- The arrangement with which new users begin.

CREATE TABLE newDesk (
  only     INTEGER PRIMARY KEY CHECK (only = 1),
  name     TEXT NOT NULL,
  document TEXT NOT NULL,   -- JSON, as in `arrangement`
  setAt    INTEGER NOT NULL
) STRICT;
