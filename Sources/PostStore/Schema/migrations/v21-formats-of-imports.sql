-- Imports from Atom, RSS and Ghost.

CREATE TABLE wideOrigin (
  source      TEXT NOT NULL CHECK (length(source) BETWEEN 1 AND 1000),
  post        INTEGER NOT NULL REFERENCES post ON DELETE RESTRICT,
  format      TEXT NOT NULL CHECK (format IN ('markdown', 'wordpress', 'jsonfeed', 'atom', 'rss', 'ghost')),
  fingerprint TEXT NOT NULL CHECK (length(fingerprint) BETWEEN 1 AND 100),
  draftDigest BLOB NOT NULL CHECK (length(draftDigest) = 32),
  isSettled   INTEGER NOT NULL CHECK (isSettled IN (0, 1)),
  path        TEXT NOT NULL CHECK (length(path) <= 1000),
  kept        BLOB,
  pictures    TEXT NOT NULL,
  takenAt     INTEGER NOT NULL,
  PRIMARY KEY (source, post)
) STRICT, WITHOUT ROWID;
INSERT INTO wideOrigin (source, post, format, fingerprint, draftDigest, isSettled, path, kept, pictures, takenAt)
  SELECT source, post, format, fingerprint, draftDigest, isSettled, path, kept, pictures, takenAt FROM origin;
DROP TABLE origin;
ALTER TABLE wideOrigin RENAME TO origin;
CREATE INDEX originOfPost ON origin (post, takenAt);
