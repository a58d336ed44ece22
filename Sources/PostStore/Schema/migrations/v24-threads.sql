-- Threads at services that take one post per request: one delivery has many parts. `part` was always 1 before.

CREATE TABLE threadedDelivery (
  id           INTEGER PRIMARY KEY,
  postId       TEXT NOT NULL REFERENCES post (id) ON DELETE RESTRICT,   -- records of what was sent are never deleted
  target       TEXT NOT NULL CHECK (length(target) BETWEEN 1 AND 40),
  kind         TEXT NOT NULL DEFAULT 'create' CHECK (kind = 'create' OR kind = 'edit' OR kind = 'delete'),
  occurrence   INTEGER NOT NULL DEFAULT 1 CHECK (occurrence >= 1),      -- of a recurring post
  part         INTEGER NOT NULL DEFAULT 1 CHECK (part >= 1 AND part <= parts),   -- of a thread: the one that goes next
  parts        INTEGER NOT NULL DEFAULT 1 CHECK (parts <= 100),         -- of the payload
  generation   INTEGER NOT NULL CHECK (generation >= 1),                -- of the frozen payload
  key          TEXT NOT NULL,                                           -- the idempotency key
  dueAt        INTEGER NOT NULL,
  parent       TEXT,                                                    -- the target that has to have the post first
  delay        INTEGER NOT NULL,                                        -- µs after the parent's arrival
  state        TEXT NOT NULL CHECK (isOver OR state = 'scheduled' OR state = 'due' OR state = 'preparing'
                 OR state = 'armed' OR state = 'retrying' OR state = 'blocked' OR state = 'uncertain'
                 OR state = 'reconciling'),
  isOver       INTEGER NOT NULL CHECK (isOver = (state = 'delivered' OR state = 'failed' OR state = 'missed'
                 OR state = 'cancelled' OR state = 'superseded')),
  at           INTEGER,                                                 -- of the next try, or of the end
  since        INTEGER,                                                 -- since when the result is in doubt
  settleAt     INTEGER,                                                 -- when to look for the copy
  boot         TEXT,                                                    -- the run of the daemon that works on it
  block        TEXT CHECK (block = 'auth' OR block = 'budget' OR block = 'blackout' OR block = 'parent'
                 OR block = 'paused' OR block = 'late' OR block = 'target' OR block = 'content'),
  reason       TEXT,                                                    -- why it is in this state, for people
  recordId     TEXT,                                                    -- the copy, or the first part of a thread
  recordUrl    TEXT,
  attempts     INTEGER NOT NULL CHECK (attempts >= 0),                  -- requests that may have left
  tries        INTEGER NOT NULL CHECK (tries >= 0),                     -- failures since the author last intervened
  deadlineAt   INTEGER,
  firstSentAt  INTEGER,
  isInDoubt    INTEGER NOT NULL CHECK (isInDoubt IN (0, 1)),
  absences     INTEGER NOT NULL CHECK (absences >= 0),                  -- look-ups in a row that found no copy
  absentAt     INTEGER,                                                 -- of the last such look-up
  isResent     INTEGER NOT NULL CHECK (isResent IN (0, 1)),
  createdAt    INTEGER NOT NULL,
  changedAt    INTEGER NOT NULL,
  takenBackAt  INTEGER CHECK (takenBackAt IS NULL OR state = 'delivered' OR part > 1),   -- when the copy was deleted
  restoredFrom INTEGER,                                                 -- when the restored backup was made
  remark       TEXT,                                                    -- such as how the copy differs from the post
  askAt        INTEGER CHECK (askAt IS NULL OR state = 'blocked'),      -- when a blocked one is tried again
  wakeAt       INTEGER GENERATED ALWAYS AS (CASE state WHEN 'scheduled' THEN dueAt WHEN 'due' THEN at
                 WHEN 'retrying' THEN at WHEN 'uncertain' THEN settleAt WHEN 'blocked' THEN askAt END) VIRTUAL,
  UNIQUE (postId, target, kind, occurrence, generation),
  CHECK ((at IS NOT NULL) = (isOver OR state = 'due' OR state = 'retrying')),
  CHECK ((since IS NOT NULL) = (state = 'uncertain' OR state = 'reconciling')),
  CHECK (settleAt IS NULL OR state = 'uncertain'),
  CHECK ((boot IS NOT NULL) = (state = 'preparing' OR state = 'armed' OR state = 'reconciling')),
  CHECK ((block IS NOT NULL) = (state = 'blocked')),
  CHECK ((reason IS NOT NULL) = (state = 'retrying' OR state = 'blocked' OR state = 'uncertain'
    OR state = 'reconciling' OR state = 'failed' OR state = 'missed' OR state = 'cancelled')),
  CHECK (state = 'delivered' OR part > 1 OR (recordId IS NULL AND recordUrl IS NULL)),
  CHECK (state <> 'armed' OR attempts >= 1)
) STRICT;
INSERT INTO threadedDelivery (id, postId, target, kind, occurrence, part, generation, key, dueAt, parent, delay, state,
  isOver, at, since, settleAt, boot, block, reason, recordId, recordUrl, attempts, tries, deadlineAt, firstSentAt, isInDoubt,
  absences, absentAt, isResent, createdAt, changedAt, takenBackAt, restoredFrom, remark, askAt)
  SELECT id, postId, target, kind, occurrence, part, generation, key, dueAt, parent, delay, state, isOver, at, since,
    settleAt, boot, block, reason, recordId, recordUrl, attempts, tries, deadlineAt, firstSentAt, isInDoubt,
    absences, absentAt, isResent, createdAt, changedAt, takenBackAt, restoredFrom, remark, askAt
  FROM delivery;
DROP TABLE delivery;
ALTER TABLE threadedDelivery RENAME TO delivery;
-- Two under way to one place would arrive twice. An edit may wait while the one before it is under way.
CREATE UNIQUE INDEX deliveryUnderWay ON delivery (postId, target, occurrence)
  WHERE kind = 'create' AND NOT isOver;
CREATE INDEX deliveryChanging ON delivery (postId) WHERE kind <> 'create' AND NOT isOver;
CREATE INDEX deliveryWake ON delivery (wakeAt, dueAt) WHERE wakeAt IS NOT NULL;
CREATE INDEX deliveryByDate ON delivery (dueAt);
CREATE INDEX deliveryOpen ON delivery (dueAt) WHERE NOT isOver;
CREATE INDEX deliveryEnded ON delivery (state, dueAt) WHERE isOver;
CREATE INDEX deliveryEndedByTarget ON delivery (target, state, dueAt) WHERE isOver;

-- The parts of threads that are at their targets.
CREATE TABLE arrival (
  delivery    INTEGER NOT NULL REFERENCES delivery ON DELETE RESTRICT,
  part        INTEGER NOT NULL CHECK (part >= 1),
  at          INTEGER NOT NULL,
  recordId    TEXT NOT NULL,
  recordUrl   TEXT,
  takenBackAt INTEGER,                     -- when a deletion removed it
  PRIMARY KEY (delivery, part)
) STRICT, WITHOUT ROWID;

ALTER TABLE attempt ADD COLUMN part INTEGER NOT NULL DEFAULT 1 CHECK (part >= 1);

CREATE TABLE partStanding (
  delivery INTEGER NOT NULL REFERENCES delivery ON DELETE CASCADE,
  part     INTEGER NOT NULL CHECK (part >= 1),   -- of a thread
  parts    BLOB NOT NULL,                        -- JSON: {part of the copy: text}
  PRIMARY KEY (delivery, part)
) STRICT;
INSERT INTO partStanding (delivery, part, parts) SELECT delivery, 1, parts FROM standing;
DROP TABLE standing;
ALTER TABLE partStanding RENAME TO standing;
