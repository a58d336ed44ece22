-- Idempotency keys for requests that create anything, not posts alone.

CREATE TABLE request (
  owner     INTEGER NOT NULL REFERENCES user ON DELETE RESTRICT,   -- who asked
  key       TEXT NOT NULL,
  made      TEXT NOT NULL,                                         -- a kind of thing, and
  subject   TEXT NOT NULL,                                         -- which one
  digest    BLOB NOT NULL CHECK (length(digest) = 32),             -- SHA-256 of what was asked
  createdAt INTEGER NOT NULL,
  PRIMARY KEY (owner, key)
) STRICT, WITHOUT ROWID;
CREATE INDEX requestByAge ON request (createdAt);
INSERT INTO request SELECT idempotencyKey.owner, key, 'post', post.id, digest, idempotencyKey.createdAt
  FROM idempotencyKey JOIN post ON post.number = idempotencyKey.post;
DROP TABLE idempotencyKey;
