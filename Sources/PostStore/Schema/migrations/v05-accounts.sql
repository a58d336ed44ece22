-- Several users, and the scopes of their tokens.

ALTER TABLE user ADD COLUMN uid INTEGER CHECK (uid BETWEEN 1 AND 4294967294);   -- of the system
ALTER TABLE user ADD COLUMN isAdministrator INTEGER NOT NULL DEFAULT 0 CHECK (isAdministrator IN (0, 1));
ALTER TABLE user ADD COLUMN removedAt INTEGER;   -- the name stays beside what was written
CREATE UNIQUE INDEX userByUID ON user (uid) WHERE uid IS NOT NULL;
UPDATE user SET isAdministrator = 1 WHERE number = (SELECT min(number) FROM user);

CREATE TABLE tokenWithScopes (
  number     INTEGER PRIMARY KEY,
  name       TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 100),
  user       INTEGER NOT NULL REFERENCES user ON DELETE RESTRICT,
  hash       BLOB NOT NULL UNIQUE CHECK (length(hash) = 32),   -- SHA-256; the token itself is not kept
  scopes     TEXT NOT NULL CHECK (length(scopes) > 0),         -- words with a space between them
  createdAt  INTEGER NOT NULL,
  expiresAt  INTEGER,
  lastUsedAt INTEGER,
  UNIQUE (user, name)
) STRICT;
INSERT INTO tokenWithScopes (number, name, user, hash, scopes, createdAt, lastUsedAt)
  SELECT number, name, user, hash, 'read write publish', createdAt, lastUsedAt FROM token;
DROP TABLE token;
ALTER TABLE tokenWithScopes RENAME TO token;

ALTER TABLE rehearsalArrival ADD COLUMN owner INTEGER REFERENCES user ON DELETE RESTRICT;
UPDATE rehearsalArrival SET owner = (SELECT min(number) FROM user);
-- Until now there was one user, whose posts and deliveries these are about.
UPDATE event SET owner = (SELECT min(number) FROM user)
  WHERE owner IS NULL AND (kind LIKE 'post-%' OR kind LIKE 'delivery-%' OR kind LIKE 'rehearsal-%');
