-- Sessions of browsers.

CREATE TABLE signInKey (
  hash      BLOB PRIMARY KEY CHECK (length(hash) = 32),        -- SHA-256; the key itself is not kept
  user      INTEGER NOT NULL REFERENCES user ON DELETE CASCADE,
  expiresAt INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE session (
  number     INTEGER PRIMARY KEY AUTOINCREMENT,   -- an ended one's number never means another
  user       INTEGER NOT NULL REFERENCES user ON DELETE CASCADE,
  hash       BLOB NOT NULL UNIQUE CHECK (length(hash) = 32),   -- SHA-256 of the cookie
  label      TEXT NOT NULL CHECK (length(label) BETWEEN 1 AND 100),
  createdAt  INTEGER NOT NULL,
  lastSeenAt INTEGER NOT NULL
) STRICT;
