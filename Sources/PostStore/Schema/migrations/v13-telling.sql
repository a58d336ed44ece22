-- Notifications of the operator.

CREATE TABLE telling (
  number   INTEGER PRIMARY KEY,
  cause    TEXT NOT NULL,                  -- `TellingCause`, or a trial's own
  means    TEXT NOT NULL CHECK (means = 'command' OR means = 'webhook'),
  delivery INTEGER REFERENCES delivery ON DELETE RESTRICT,             -- NULL: a trial
  notedAt  INTEGER NOT NULL,
  tries    INTEGER NOT NULL CHECK (tries >= 0),
  nextAt   INTEGER,                        -- of the next try; NULL while one is under way, and at the end
  endedAt  INTEGER,
  outcome  TEXT CHECK (outcome = 'told' OR outcome = 'failed' OR outcome = 'unknown' OR outcome = 'settled'),
  reason   TEXT,                           -- why the last try did not succeed
  isPast   INTEGER NOT NULL DEFAULT 0 CHECK (isPast IN (0, 1)),        -- the cause is gone and may come again
  CHECK ((endedAt IS NULL) = (outcome IS NULL)),
  CHECK (endedAt IS NULL OR nextAt IS NULL)
) STRICT;
CREATE UNIQUE INDEX tellingOnce ON telling (cause, means) WHERE NOT isPast;
CREATE INDEX tellingNext ON telling (nextAt) WHERE nextAt IS NOT NULL;
CREATE INDEX tellingUnderWay ON telling (number) WHERE nextAt IS NULL AND endedAt IS NULL;

CREATE TABLE tellingPlace (
  one   INTEGER PRIMARY KEY CHECK (one = 1),
  event INTEGER NOT NULL                   -- up to which the log was read
) STRICT;
