-- Pictures, and the posts and deliveries that name them.

CREATE TABLE media (
  number     INTEGER PRIMARY KEY,
  owner      INTEGER NOT NULL REFERENCES user ON DELETE RESTRICT,
  id         TEXT NOT NULL CHECK (length(id) = 16),            -- the beginning of the digest
  digest     TEXT NOT NULL CHECK (length(digest) = 64 AND substr(digest, 1, 16) = id),
  revision   INTEGER NOT NULL CHECK (revision >= 1),
  kind       TEXT NOT NULL CHECK (kind IN ('jpeg', 'png', 'gif', 'webp')),
  bytes      INTEGER NOT NULL CHECK (bytes > 0),
  width      INTEGER NOT NULL CHECK (width > 0),               -- pixels, upright
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
CREATE INDEX mediaByDigest ON media (digest);

-- What a text names may not be there: a picture can be added after the text that shows it.
CREATE TABLE mediaUse (
  media     TEXT NOT NULL CHECK (length(media) = 16),
  post      INTEGER NOT NULL REFERENCES post ON DELETE RESTRICT,
  isPresent INTEGER NOT NULL CHECK (isPresent IN (0, 1)),      -- else only an older revision names it
  PRIMARY KEY (media, post)
) STRICT, WITHOUT ROWID;
CREATE INDEX mediaUseOfPost ON mediaUse (post);

CREATE TABLE mediaDelivery (
  media    TEXT NOT NULL CHECK (length(media) = 16),
  delivery INTEGER NOT NULL REFERENCES delivery ON DELETE RESTRICT,
  PRIMARY KEY (media, delivery)
) STRICT, WITHOUT ROWID;
