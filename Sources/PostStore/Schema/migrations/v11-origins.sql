-- The sources of imported posts.

CREATE TABLE origin (
  source      TEXT NOT NULL CHECK (length(source) BETWEEN 1 AND 1000),   -- the same whenever it is imported
  post        INTEGER NOT NULL REFERENCES post ON DELETE RESTRICT,
  format      TEXT NOT NULL CHECK (format IN ('markdown', 'wordpress', 'jsonfeed')),
  fingerprint TEXT NOT NULL CHECK (length(fingerprint) BETWEEN 1 AND 100),   -- changes when the source does
  draftDigest BLOB NOT NULL CHECK (length(draftDigest) = 32),   -- SHA-256 of the draft that was made of it
  isSettled   INTEGER NOT NULL CHECK (isSettled IN (0, 1)),     -- else the publishing is still to come
  path        TEXT NOT NULL CHECK (length(path) <= 1000),       -- of its file, below the folder
  kept        BLOB,                                             -- what it says beyond the post, for exports
  pictures    TEXT NOT NULL,                                    -- JSON: [{reference, media}]
  takenAt     INTEGER NOT NULL,
  PRIMARY KEY (source, post)
) STRICT, WITHOUT ROWID;
CREATE INDEX originOfPost ON origin (post, takenAt);
