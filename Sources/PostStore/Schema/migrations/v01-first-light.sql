-- Posts, their revisions and deliveries, the event log.

CREATE TABLE user (
  number    INTEGER PRIMARY KEY,
  name      TEXT NOT NULL UNIQUE CHECK (length(name) BETWEEN 1 AND 100),
  createdAt INTEGER NOT NULL   -- µs since 1970, UTC, like every other instant
) STRICT;

CREATE TABLE post (
  number           INTEGER PRIMARY KEY,   -- for indexes and paging; never shown
  id               TEXT NOT NULL UNIQUE CHECK (length(id) = 12),
  revision         INTEGER NOT NULL CHECK (revision >= 1),
  owner            INTEGER NOT NULL REFERENCES user ON DELETE RESTRICT,
  kind             TEXT NOT NULL CHECK (kind IN ('post', 'page')),
  isSlugChosen     INTEGER NOT NULL CHECK (isSlugChosen IN (0, 1)),
  title            TEXT,
  excerpt          TEXT NOT NULL,          -- the beginning of the text, for lists
  summary          TEXT,
  language         TEXT,
  wall             TEXT,                   -- 2026-12-01T09:00, by the clocks of `zone`
  zone             TEXT,
  dateAt           INTEGER,                -- what that comes to by today's zone rules
  canonicalAddress TEXT,
  author           TEXT,
  overrides        TEXT,                   -- JSON: {target: {text, warning, visibility, language}}
  publication      TEXT NOT NULL CHECK (publication IN ('none', 'wanted', 'withdrawn')),
  publishedAt      INTEGER,                -- first said so; from then on a derived slug stays
  state            TEXT NOT NULL CHECK (state IN ('draft', 'scheduled', 'published', 'unpublished', 'deleted')),
  createdAt        INTEGER NOT NULL,
  changedAt        INTEGER NOT NULL,
  deletedAt        INTEGER,
  forgottenAt      INTEGER,                -- the words are gone, what was sent stays
  sortAt           INTEGER NOT NULL GENERATED ALWAYS AS (coalesce(dateAt, createdAt)) VIRTUAL,
  docId            INTEGER UNIQUE,         -- its row in `search`; larger for newer dates
  indexedRevision  INTEGER,                -- whose words are in `search`
  isIndexStale     INTEGER NOT NULL CHECK (isIndexStale IN (0, 1)),
  CHECK ((wall IS NULL) = (zone IS NULL) AND (wall IS NULL) = (dateAt IS NULL)),
  CHECK ((state = 'deleted') = (deletedAt IS NOT NULL)),
  CHECK (publication = 'none' OR publishedAt IS NOT NULL),
  CHECK (forgottenAt IS NULL OR (deletedAt IS NOT NULL AND title IS NULL AND excerpt = '')),
  CHECK ((docId IS NULL) = (indexedRevision IS NULL))
) STRICT;
CREATE INDEX postByDate ON post (sortAt) WHERE deletedAt IS NULL;
CREATE INDEX postByState ON post (state, sortAt);
CREATE INDEX postByOwner ON post (owner, sortAt) WHERE deletedAt IS NULL;
CREATE INDEX postPages ON post (sortAt) WHERE kind = 'page';   -- few among many posts
CREATE INDEX postToCome ON post (dateAt) WHERE dateAt IS NOT NULL;
CREATE INDEX postToIndex ON post (number) WHERE isIndexStale;
CREATE INDEX postToForget ON post (deletedAt) WHERE deletedAt IS NOT NULL AND forgottenAt IS NULL;

CREATE TABLE postBody (
  post  INTEGER PRIMARY KEY REFERENCES post ON DELETE RESTRICT,
  bytes BLOB NOT NULL                      -- UTF-8, as typed; a BLOB, since text may not hold U+0000
) STRICT;

CREATE TABLE slug (
  text      TEXT PRIMARY KEY,              -- current and former ones: unique over both
  post      INTEGER NOT NULL REFERENCES post ON DELETE RESTRICT,
  retiredAt INTEGER                        -- from then on it leads to the current one
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX slugCurrent ON slug (post) WHERE retiredAt IS NULL;
CREATE INDEX slugFormer ON slug (post, retiredAt) WHERE retiredAt IS NOT NULL;

CREATE TABLE postTag (
  post     INTEGER NOT NULL REFERENCES post ON DELETE RESTRICT,
  position INTEGER NOT NULL CHECK (position >= 0),
  tag      TEXT NOT NULL,                  -- as the author wrote it
  key      TEXT NOT NULL,                  -- the same for all spellings
  state    TEXT NOT NULL,                  -- the post's, and its `sortAt`, so that one index serves a list
  sortAt   INTEGER NOT NULL,
  PRIMARY KEY (post, position),
  UNIQUE (post, key)
) STRICT, WITHOUT ROWID;
CREATE INDEX tagByDate ON postTag (key, sortAt, post) WHERE state <> 'deleted';
CREATE INDEX tagByState ON postTag (key, state, sortAt, post);

CREATE TABLE idempotencyKey (
  owner     INTEGER NOT NULL REFERENCES user ON DELETE RESTRICT,
  key       TEXT NOT NULL,
  post      INTEGER NOT NULL REFERENCES post ON DELETE RESTRICT,
  digest    BLOB NOT NULL CHECK (length(digest) = 32),   -- SHA-256 of the draft
  createdAt INTEGER NOT NULL,
  PRIMARY KEY (owner, key)
) STRICT, WITHOUT ROWID;
CREATE INDEX idempotencyKeyByAge ON idempotencyKey (createdAt);
CREATE INDEX idempotencyKeyOfPost ON idempotencyKey (post);

CREATE VIRTUAL TABLE search USING fts5 (
  title, body, tags, content = '', prefix = '2 3', tokenize = "unicode61 remove_diacritics 2");

CREATE TABLE revision (
  post       INTEGER NOT NULL REFERENCES post ON DELETE RESTRICT,
  number     INTEGER NOT NULL CHECK (number >= 1),
  savedAt    INTEGER NOT NULL,
  savedBy    INTEGER NOT NULL REFERENCES user ON DELETE RESTRICT,
  characters INTEGER NOT NULL CHECK (characters >= 0),
  head       INTEGER CHECK (head >= 0),    -- so many bytes from the beginning of the next text,
  middle     BLOB,                         -- then these,
  tail       INTEGER CHECK (tail >= 0),    -- then so many from its end. Without head and tail: the whole text
  fields     TEXT,                         -- JSON of all but the text; NULL: as in the next revision
  PRIMARY KEY (post, number),
  CHECK ((head IS NULL) = (tail IS NULL)),
  CHECK (head IS NULL OR middle IS NOT NULL)
) STRICT, WITHOUT ROWID;

CREATE TABLE delivery (
  id         INTEGER PRIMARY KEY,
  postId     TEXT NOT NULL REFERENCES post (id) ON DELETE RESTRICT,   -- what was sent is never forgotten
  target     TEXT NOT NULL CHECK (length(target) BETWEEN 1 AND 40),
  kind       TEXT NOT NULL DEFAULT 'create' CHECK (kind IN ('create', 'edit', 'delete')),
  occurrence INTEGER NOT NULL DEFAULT 1 CHECK (occurrence >= 1),      -- of a recurring post
  part       INTEGER NOT NULL DEFAULT 1 CHECK (part >= 1),            -- of a thread
  generation INTEGER NOT NULL CHECK (generation >= 1),                -- of the frozen payload
  key        TEXT NOT NULL,
  dueAt      INTEGER NOT NULL,
  parent     TEXT,
  delay      INTEGER NOT NULL,                                        -- µs after the parent's arrival
  state      TEXT NOT NULL CHECK (state IN ('scheduled', 'due', 'preparing', 'armed', 'retrying', 'blocked',
               'uncertain', 'reconciling', 'delivered', 'failed', 'missed', 'cancelled', 'superseded')),
  at         INTEGER, since INTEGER, settleAt INTEGER,
  boot       TEXT,
  block      TEXT CHECK (block IN ('auth', 'budget', 'blackout', 'parent', 'paused', 'late', 'target',
               'content')),
  reason     TEXT,
  recordId   TEXT, recordUrl TEXT,
  attempts   INTEGER NOT NULL CHECK (attempts >= 0),
  tries      INTEGER NOT NULL CHECK (tries >= 0),
  deadlineAt INTEGER, firstSentAt INTEGER,
  isInDoubt  INTEGER NOT NULL CHECK (isInDoubt IN (0, 1)),
  absences   INTEGER NOT NULL CHECK (absences >= 0),
  absentAt   INTEGER,
  isResent   INTEGER NOT NULL CHECK (isResent IN (0, 1)),
  createdAt  INTEGER NOT NULL,
  changedAt  INTEGER NOT NULL,
  wakeAt     INTEGER GENERATED ALWAYS AS (CASE state WHEN 'scheduled' THEN dueAt WHEN 'due' THEN at
               WHEN 'retrying' THEN at WHEN 'uncertain' THEN settleAt END) VIRTUAL,
  UNIQUE (postId, target, kind, occurrence, part, generation),
  CHECK ((at IS NOT NULL) = (state IN ('due', 'retrying', 'delivered', 'failed', 'missed', 'cancelled',
    'superseded'))),
  CHECK ((since IS NOT NULL) = (state IN ('uncertain', 'reconciling'))),
  CHECK (settleAt IS NULL OR state = 'uncertain'),
  CHECK ((boot IS NOT NULL) = (state IN ('preparing', 'armed', 'reconciling'))),
  CHECK ((block IS NOT NULL) = (state = 'blocked')),
  CHECK ((reason IS NOT NULL) = (state IN ('retrying', 'blocked', 'uncertain', 'reconciling', 'failed',
    'missed', 'cancelled'))),
  CHECK (state = 'delivered' OR (recordId IS NULL AND recordUrl IS NULL)),
  CHECK (state <> 'armed' OR attempts >= 1)
) STRICT;
-- Two on their way to one place would arrive twice.
CREATE UNIQUE INDEX deliveryUnderWay ON delivery (postId, target, kind, occurrence, part)
  WHERE state NOT IN ('delivered', 'failed', 'missed', 'cancelled', 'superseded');
CREATE INDEX deliveryWake ON delivery (wakeAt, dueAt) WHERE wakeAt IS NOT NULL;
CREATE INDEX deliveryByDate ON delivery (dueAt);
CREATE INDEX deliveryByState ON delivery (state, dueAt);
CREATE INDEX deliveryByTarget ON delivery (target, state, dueAt);
CREATE INDEX deliveryOpen ON delivery (dueAt)
  WHERE state NOT IN ('delivered', 'failed', 'missed', 'cancelled', 'superseded');

CREATE TABLE payload (
  delivery INTEGER PRIMARY KEY REFERENCES delivery ON DELETE RESTRICT,
  bytes    BLOB NOT NULL
) STRICT;

-- Two tables and no update: what left the machine is written once, how it ended is added.
CREATE TABLE attempt (
  delivery    INTEGER NOT NULL REFERENCES delivery ON DELETE RESTRICT,
  number      INTEGER NOT NULL CHECK (number >= 1),
  startedAt   INTEGER NOT NULL,
  boot        TEXT NOT NULL,
  idempotency TEXT NOT NULL CHECK (idempotency IN ('A', 'B', 'C', 'D', 'E')),
  keyWindow   INTEGER CHECK ((keyWindow IS NOT NULL) = (idempotency = 'B')),   -- µs
  digest      TEXT NOT NULL CHECK (length(digest) = 64),
  request     BLOB NOT NULL,
  PRIMARY KEY (delivery, number)
) STRICT;
CREATE TABLE attemptEnd (
  delivery INTEGER NOT NULL,
  number   INTEGER NOT NULL,
  endedAt  INTEGER NOT NULL,
  outcome  TEXT NOT NULL CHECK (outcome IN ('accepted', 'refused', 'denied', 'busy', 'unsent', 'unknown')),
  reason   TEXT,
  PRIMARY KEY (delivery, number),
  FOREIGN KEY (delivery, number) REFERENCES attempt ON DELETE RESTRICT
) STRICT, WITHOUT ROWID;

CREATE TABLE pause (
  target TEXT PRIMARY KEY,                 -- '*' for all
  since  INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE lateSlot (
  target TEXT PRIMARY KEY,
  at     INTEGER NOT NULL                  -- the latest that was handed out
) STRICT, WITHOUT ROWID;

CREATE TABLE event (
  id      INTEGER PRIMARY KEY,             -- only grows: the newest row is never deleted
  at      INTEGER NOT NULL,
  kind    TEXT NOT NULL,
  subject TEXT NOT NULL
) STRICT;

CREATE TABLE token (
  number     INTEGER PRIMARY KEY,
  name       TEXT NOT NULL UNIQUE CHECK (length(name) BETWEEN 1 AND 100),
  user       INTEGER NOT NULL REFERENCES user ON DELETE RESTRICT,
  hash       BLOB NOT NULL UNIQUE CHECK (length(hash) = 32),   -- SHA-256; the token itself is not kept
  createdAt  INTEGER NOT NULL,
  lastUsedAt INTEGER
) STRICT;

CREATE TABLE targetFact (
  target TEXT PRIMARY KEY,
  at     INTEGER NOT NULL,
  bytes  BLOB NOT NULL                     -- what the courier learnt of the server; its own encoding
) STRICT, WITHOUT ROWID;

CREATE TABLE targetCheck (
  target     TEXT PRIMARY KEY,
  wantedAt   INTEGER NOT NULL,
  answeredAt INTEGER,
  bytes      BLOB,                         -- the courier's report; its own encoding
  CHECK ((answeredAt IS NULL) = (bytes IS NULL))
) STRICT, WITHOUT ROWID;

CREATE TABLE rehearsalArrival (
  id       INTEGER PRIMARY KEY,
  at       INTEGER NOT NULL,
  target   TEXT NOT NULL,
  key      TEXT,                           -- a repetition of it is not kept again
  method   TEXT NOT NULL,
  path     TEXT NOT NULL,
  headers  TEXT NOT NULL,                  -- JSON: [[name, value], …]
  body     BLOB NOT NULL,
  note     TEXT
) STRICT;
CREATE UNIQUE INDEX rehearsalArrivalOnce ON rehearsalArrival (target, key) WHERE key IS NOT NULL;

PRAGMA application_id = 1197567097;
