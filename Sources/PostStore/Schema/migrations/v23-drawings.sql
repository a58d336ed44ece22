-- SVG drawings among the pictures.

CREATE TABLE drawnMedia (
  number     INTEGER PRIMARY KEY,
  owner      INTEGER NOT NULL REFERENCES user ON DELETE RESTRICT,
  id         TEXT NOT NULL CHECK (length(id) = 16),
  digest     TEXT NOT NULL CHECK (length(digest) = 64 AND substr(digest, 1, 16) = id),
  revision   INTEGER NOT NULL CHECK (revision >= 1),
  kind       TEXT NOT NULL CHECK (kind IN ('jpeg', 'png', 'gif', 'webp', 'svg')),
  bytes      INTEGER NOT NULL CHECK (bytes > 0),
  width      INTEGER NOT NULL CHECK (width > 0),
  height     INTEGER NOT NULL CHECK (height > 0),
  isTurned   INTEGER NOT NULL CHECK (isTurned IN (0, 1)),
  isAnimated INTEGER NOT NULL CHECK (isAnimated IN (0, 1)),
  name       TEXT NOT NULL CHECK (length(name) <= 200),
  alt        TEXT NOT NULL CHECK (length(alt) <= 1500),
  focusX     REAL CHECK (focusX BETWEEN -1 AND 1),
  focusY     REAL CHECK (focusY BETWEEN -1 AND 1),
  createdAt  INTEGER NOT NULL,
  UNIQUE (owner, id),
  CHECK ((focusX IS NULL) = (focusY IS NULL))
) STRICT;
INSERT INTO drawnMedia (number, owner, id, digest, revision, kind, bytes, width, height, isTurned, isAnimated, name, alt,
    focusX, focusY, createdAt)
  SELECT number, owner, id, digest, revision, kind, bytes, width, height, isTurned, isAnimated, name, alt, focusX, focusY,
    createdAt FROM media;
DROP TABLE media;
ALTER TABLE drawnMedia RENAME TO media;
CREATE INDEX mediaByDigest ON media (digest);
