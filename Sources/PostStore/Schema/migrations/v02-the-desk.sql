-- Windows, the arrangements of their panels, and events that concern one user.

CREATE TABLE window (
  number      INTEGER PRIMARY KEY,
  id          TEXT NOT NULL UNIQUE CHECK (length(id) = 14),
  owner       INTEGER NOT NULL REFERENCES user ON DELETE RESTRICT,
  label       TEXT NOT NULL CHECK (length(label) <= 100),
  width       REAL NOT NULL CHECK (width BETWEEN 1 AND 100000),    -- CSS pixels, like all lengths here
  height      REAL NOT NULL CHECK (height BETWEEN 1 AND 100000),
  insetTop    REAL NOT NULL CHECK (insetTop BETWEEN 0 AND 100000),
  insetLeft   REAL NOT NULL CHECK (insetLeft BETWEEN 0 AND 100000),
  insetBottom REAL NOT NULL CHECK (insetBottom BETWEEN 0 AND 100000),
  insetRight  REAL NOT NULL CHECK (insetRight BETWEEN 0 AND 100000),
  class       TEXT NOT NULL CHECK (class IN ('compact', 'medium', 'wide')),   -- it depends on the one before
  createdAt   INTEGER NOT NULL,
  seenAt      INTEGER NOT NULL                                     -- to the minute
) STRICT;
CREATE INDEX windowByOwner ON window (owner, seenAt);
CREATE INDEX windowToForget ON window (seenAt);

CREATE TABLE arrangement (
  number    INTEGER PRIMARY KEY,
  owner     INTEGER NOT NULL REFERENCES user ON DELETE RESTRICT,
  name      TEXT CHECK (length(name) BETWEEN 1 AND 60),
  window    INTEGER UNIQUE REFERENCES window ON DELETE CASCADE,    -- whose own it is; others follow the desk
  revision  INTEGER NOT NULL CHECK (revision >= 1),
  document  TEXT NOT NULL,                 -- JSON, of any version
  position  INTEGER NOT NULL CHECK (position >= 0),
  updatedAt INTEGER NOT NULL,
  updatedBy TEXT,                          -- a window's id, which may be gone; NULL: no window
  CHECK ((name IS NULL) <> (window IS NULL))
) STRICT;
CREATE UNIQUE INDEX arrangementByName ON arrangement (owner, name) WHERE name IS NOT NULL;

CREATE TABLE arrangementStep (
  arrangement  INTEGER NOT NULL REFERENCES arrangement ON DELETE CASCADE,
  position     INTEGER NOT NULL CHECK (position >= 0),
  revision     INTEGER NOT NULL CHECK (revision >= 1),   -- under which its document was the present one
  document     TEXT NOT NULL,
  kind         TEXT NOT NULL,              -- what led from here to the next document, or back to the one before,
  panel        TEXT,                       -- and of which panel:
  author       TEXT NOT NULL,              -- what follows it at once and is alike joins it
  milliseconds INTEGER NOT NULL,           -- since 1970; the least there is when nothing may join it any more
  PRIMARY KEY (arrangement, position)
) STRICT, WITHOUT ROWID;

ALTER TABLE event ADD COLUMN owner INTEGER REFERENCES user ON DELETE RESTRICT;
ALTER TABLE event ADD COLUMN revision INTEGER;
ALTER TABLE event ADD COLUMN origin TEXT;
ALTER TABLE event ADD COLUMN announcement TEXT;
