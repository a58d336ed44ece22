-- Edits and deletions of copies. A narrower table for deliveries: three steps cost 34 µs of CPU instead of 96. SQLite
-- builds a small tree for every `IN` with more than two words each time it evaluates a CHECK, hence the chains of `OR`.
-- It rewrites each index that mentions a column which an UPDATE names, hence `isOver`: most steps do not change it.

CREATE TABLE leanDelivery (
  id         INTEGER PRIMARY KEY,
  postId     TEXT NOT NULL REFERENCES post (id) ON DELETE RESTRICT,   -- what was sent is never forgotten
  target     TEXT NOT NULL CHECK (length(target) BETWEEN 1 AND 40),
  kind       TEXT NOT NULL DEFAULT 'create' CHECK (kind = 'create' OR kind = 'edit' OR kind = 'delete'),
  occurrence INTEGER NOT NULL DEFAULT 1 CHECK (occurrence >= 1),      -- of a recurring post
  part       INTEGER NOT NULL DEFAULT 1 CHECK (part >= 1),            -- of a thread
  generation INTEGER NOT NULL CHECK (generation >= 1),                -- of the frozen payload
  key        TEXT NOT NULL,
  dueAt      INTEGER NOT NULL,
  parent     TEXT,
  delay      INTEGER NOT NULL,                                        -- µs after the parent's arrival
  state      TEXT NOT NULL CHECK (isOver OR state = 'scheduled' OR state = 'due' OR state = 'preparing'
               OR state = 'armed' OR state = 'retrying' OR state = 'blocked' OR state = 'uncertain'
               OR state = 'reconciling'),
  isOver     INTEGER NOT NULL CHECK (isOver = (state = 'delivered' OR state = 'failed' OR state = 'missed'
               OR state = 'cancelled' OR state = 'superseded')),
  at         INTEGER, since INTEGER, settleAt INTEGER,
  boot       TEXT,
  block      TEXT CHECK (block = 'auth' OR block = 'budget' OR block = 'blackout' OR block = 'parent'
               OR block = 'paused' OR block = 'late' OR block = 'target' OR block = 'content'),
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
  takenBackAt INTEGER CHECK (takenBackAt IS NULL OR state = 'delivered'),   -- by a deletion, once it had arrived
  wakeAt     INTEGER GENERATED ALWAYS AS (CASE state WHEN 'scheduled' THEN dueAt WHEN 'due' THEN at
               WHEN 'retrying' THEN at WHEN 'uncertain' THEN settleAt END) VIRTUAL,
  UNIQUE (postId, target, kind, occurrence, part, generation),
  CHECK ((at IS NOT NULL) = (isOver OR state = 'due' OR state = 'retrying')),
  CHECK ((since IS NOT NULL) = (state = 'uncertain' OR state = 'reconciling')),
  CHECK (settleAt IS NULL OR state = 'uncertain'),
  CHECK ((boot IS NOT NULL) = (state = 'preparing' OR state = 'armed' OR state = 'reconciling')),
  CHECK ((block IS NOT NULL) = (state = 'blocked')),
  CHECK ((reason IS NOT NULL) = (state = 'retrying' OR state = 'blocked' OR state = 'uncertain'
    OR state = 'reconciling' OR state = 'failed' OR state = 'missed' OR state = 'cancelled')),
  CHECK (state = 'delivered' OR (recordId IS NULL AND recordUrl IS NULL)),
  CHECK (state <> 'armed' OR attempts >= 1)
) STRICT;

INSERT INTO leanDelivery (id, postId, target, kind, occurrence, part, generation, key, dueAt, parent, delay,
  state, isOver, at, since, settleAt, boot, block, reason, recordId, recordUrl, attempts, tries, deadlineAt,
  firstSentAt, isInDoubt, absences, absentAt, isResent, createdAt, changedAt)
SELECT id, postId, target, kind, occurrence, part, generation, key, dueAt, parent, delay,
  state, state IN ('delivered', 'failed', 'missed', 'cancelled', 'superseded'), at, since, settleAt, boot, block,
  reason, recordId, recordUrl, attempts, tries, deadlineAt, firstSentAt, isInDoubt, absences, absentAt, isResent,
  createdAt, changedAt
FROM delivery;
DROP TABLE delivery;
ALTER TABLE leanDelivery RENAME TO delivery;

-- Two on their way to one place would arrive twice. An edit may wait while the one before it is under way.
CREATE UNIQUE INDEX deliveryUnderWay ON delivery (postId, target, occurrence, part)
  WHERE kind = 'create' AND NOT isOver;
CREATE INDEX deliveryChanging ON delivery (postId) WHERE kind <> 'create' AND NOT isOver;
CREATE INDEX deliveryWake ON delivery (wakeAt, dueAt) WHERE wakeAt IS NOT NULL;
CREATE INDEX deliveryByDate ON delivery (dueAt);
CREATE INDEX deliveryByState ON delivery (state, dueAt);
CREATE INDEX deliveryByTarget ON delivery (target, state, dueAt);
CREATE INDEX deliveryOpen ON delivery (dueAt) WHERE NOT isOver;
