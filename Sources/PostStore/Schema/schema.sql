-- The whole schema of a store, as the migrations beside this file leave it (`SchemaTests` holds the two equal).
-- Galley builds a file from the migrations; the tables on PostgreSQL are derived from this by rules (`Dialect`), and
-- `postgres.sql` has those that only PostgreSQL needs.
--
-- Tables are STRICT. Instants are µs since 1970, UTC. A column named `is…` or `has…` holds 0 or 1. `number` is a row's key inside
-- the store; `id` is the name that people see.

-- Users, and what identifies them ------------------------------------------------------------------------------------

CREATE TABLE member (
  number          INTEGER PRIMARY KEY,
  name            TEXT NOT NULL UNIQUE CHECK (length(name) BETWEEN 1 AND 100),
  createdAt       INTEGER NOT NULL,
  uid             INTEGER CHECK (uid BETWEEN 1 AND 4294967294),   -- the user's number in the operating system
  isAdministrator INTEGER NOT NULL DEFAULT 0 CHECK (isAdministrator IN (0, 1)),
  removedAt       INTEGER                                         -- the row stays, because posts name it
) STRICT;
CREATE UNIQUE INDEX userByUID ON member (uid) WHERE uid IS NOT NULL;

CREATE TABLE token (
  number     INTEGER PRIMARY KEY,
  name       TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 100),
  member     INTEGER NOT NULL REFERENCES member ON DELETE RESTRICT,
  hash       BLOB NOT NULL UNIQUE CHECK (length(hash) = 32),   -- SHA-256; the token itself is not stored
  scopes     TEXT NOT NULL CHECK (length(scopes) > 0),         -- words with a space between them
  createdAt  INTEGER NOT NULL,
  expiresAt  INTEGER,
  lastUsedAt INTEGER,
  UNIQUE (member, name)
) STRICT;

-- A key signs a browser in once; the session that it opens is known by a cookie.
CREATE TABLE signInKey (
  hash      BLOB PRIMARY KEY CHECK (length(hash) = 32),        -- SHA-256; the key itself is not stored
  member    INTEGER NOT NULL REFERENCES member ON DELETE CASCADE,
  expiresAt INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE session (
  number     INTEGER PRIMARY KEY AUTOINCREMENT,                -- never used again after the session ended
  member     INTEGER NOT NULL REFERENCES member ON DELETE CASCADE,
  hash       BLOB NOT NULL UNIQUE CHECK (length(hash) = 32),   -- SHA-256 of the cookie
  label      TEXT NOT NULL CHECK (length(label) BETWEEN 1 AND 100),
  createdAt  INTEGER NOT NULL,
  lastSeenAt INTEGER NOT NULL
) STRICT;
CREATE INDEX sessionOfUser ON session (member);

-- What a user has chosen for the page in which to write. A name that is missing has its default.
CREATE TABLE preference (
  member INTEGER NOT NULL REFERENCES member ON DELETE CASCADE,
  name   TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 40),
  choice TEXT NOT NULL CHECK (length(choice) BETWEEN 1 AND 40),
  PRIMARY KEY (member, name)
) STRICT, WITHOUT ROWID;

-- A text that a user keeps by its name: put into posts, searched for, or the key of a command.
CREATE TABLE namedText (
  member INTEGER NOT NULL REFERENCES member ON DELETE CASCADE,
  kind   TEXT NOT NULL CHECK (length(kind) BETWEEN 1 AND 20),  -- snippet, search, key
  name   TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 40),
  text   TEXT NOT NULL CHECK (length(text) BETWEEN 1 AND 20000),
  PRIMARY KEY (member, kind, name)
) STRICT, WITHOUT ROWID;

-- A request that creates something carries a key, so that a repetition of it creates nothing.
CREATE TABLE request (
  owner     INTEGER NOT NULL REFERENCES member ON DELETE RESTRICT,
  key       TEXT NOT NULL,
  made      TEXT NOT NULL,                                     -- the kind of thing that it created
  subject   TEXT NOT NULL,                                     -- the id of that thing
  digest    BLOB NOT NULL CHECK (length(digest) = 32),         -- SHA-256 of the request
  createdAt INTEGER NOT NULL,
  PRIMARY KEY (owner, key)
) STRICT, WITHOUT ROWID;
CREATE INDEX requestByAge ON request (createdAt);

-- Posts --------------------------------------------------------------------------------------------------------------

CREATE TABLE post (
  number           INTEGER PRIMARY KEY,
  id               TEXT NOT NULL UNIQUE CHECK (length(id) = 12),
  revision         INTEGER NOT NULL CHECK (revision >= 1),
  owner            INTEGER NOT NULL REFERENCES member ON DELETE RESTRICT,
  kind             TEXT NOT NULL CHECK (kind IN ('post', 'page')),
  isSlugChosen     INTEGER NOT NULL CHECK (isSlugChosen IN (0, 1)),   -- 0: the slug is derived from the title
  title            TEXT,
  excerpt          TEXT NOT NULL,          -- the beginning of the text, for lists
  summary          TEXT,
  language         TEXT,
  wall             TEXT,                   -- 2026-12-01T09:00, by the clocks of `zone`
  zone             TEXT,
  dateAt           INTEGER,                -- the instant of `wall` by the zone rules that held at the last save
  canonicalAddress TEXT,
  author           TEXT,
  overrides        TEXT,                   -- JSON: {target: {text, warning, visibility, language}}
  publication      TEXT NOT NULL CHECK (publication IN ('none', 'wanted', 'withdrawn')),
  publishedAt      INTEGER,                -- of the first publishing; from then on a derived slug stays
  state            TEXT NOT NULL CHECK (state IN ('draft', 'scheduled', 'published', 'unpublished', 'deleted')),
  createdAt        INTEGER NOT NULL,
  changedAt        INTEGER NOT NULL,
  deletedAt        INTEGER,
  forgottenAt      INTEGER,                -- the text is erased; records of what was sent stay
  sortAt           INTEGER NOT NULL GENERATED ALWAYS AS (coalesce(dateAt, createdAt)) VIRTUAL,
  docId            INTEGER UNIQUE,         -- its row in `search`; larger for newer dates
  indexedRevision  INTEGER,                -- the revision whose words are in `search`
  isIndexStale     INTEGER NOT NULL CHECK (isIndexStale IN (0, 1)),
  path             TEXT CHECK (length(path) > 0),   -- of its page on sites, if the author chose one
  privateNotes     TEXT,
  titleKey         TEXT NOT NULL DEFAULT '',   -- by which lists are ordered: `TitleKey` makes it of title or excerpt
  CHECK ((wall IS NULL) = (zone IS NULL) AND (wall IS NULL) = (dateAt IS NULL)),
  CHECK ((state = 'deleted') = (deletedAt IS NOT NULL)),
  CHECK (publication = 'none' OR publishedAt IS NOT NULL),
  CHECK (forgottenAt IS NULL OR (deletedAt IS NOT NULL AND title IS NULL AND excerpt = '')),
  CHECK ((docId IS NULL) = (indexedRevision IS NULL))
) STRICT;
CREATE INDEX postByDate ON post (sortAt) WHERE deletedAt IS NULL;
CREATE INDEX postByState ON post (state, sortAt);
CREATE INDEX postByOwner ON post (owner, sortAt) WHERE deletedAt IS NULL;
CREATE INDEX postByEdit ON post (changedAt) WHERE deletedAt IS NULL;
CREATE INDEX postByStateEdit ON post (state, changedAt);
CREATE INDEX postByOwnerEdit ON post (owner, changedAt) WHERE deletedAt IS NULL;
CREATE INDEX postByTitle ON post (titleKey) WHERE deletedAt IS NULL;
CREATE INDEX postByStateTitle ON post (state, titleKey);
CREATE INDEX postByOwnerTitle ON post (owner, titleKey) WHERE deletedAt IS NULL;
CREATE INDEX postPages ON post (sortAt) WHERE kind = 'page';   -- few among many posts
CREATE INDEX postToCome ON post (dateAt) WHERE dateAt IS NOT NULL;
CREATE INDEX postToIndex ON post (number) WHERE isIndexStale;
CREATE UNIQUE INDEX postByPath ON post (path) WHERE path IS NOT NULL;
CREATE INDEX postToForget ON post (deletedAt) WHERE deletedAt IS NOT NULL AND forgottenAt IS NULL;

-- How many posts of each user are in each state, without the forgotten ones.
CREATE TABLE postCount (
  owner INTEGER NOT NULL REFERENCES member ON DELETE RESTRICT,
  state TEXT NOT NULL,
  count INTEGER NOT NULL,
  PRIMARY KEY (owner, state)
) STRICT, WITHOUT ROWID;

CREATE TRIGGER postAdded AFTER INSERT ON post WHEN NEW.forgottenAt IS NULL BEGIN
  INSERT INTO postCount VALUES (NEW.owner, NEW.state, 1)
    ON CONFLICT (owner, state) DO UPDATE SET count = postCount.count + 1;
END;
CREATE TRIGGER postMoved AFTER UPDATE OF state ON post WHEN NEW.state <> OLD.state AND NEW.forgottenAt IS NULL BEGIN
  UPDATE postCount SET count = count - 1 WHERE owner = OLD.owner AND state = OLD.state;
  INSERT INTO postCount VALUES (NEW.owner, NEW.state, 1)
    ON CONFLICT (owner, state) DO UPDATE SET count = postCount.count + 1;
END;
CREATE TRIGGER postForgotten AFTER UPDATE OF forgottenAt ON post
WHEN NEW.forgottenAt IS NOT NULL AND OLD.forgottenAt IS NULL BEGIN
  UPDATE postCount SET count = count - 1 WHERE owner = OLD.owner AND state = OLD.state;
END;

CREATE TABLE postBody (
  post  INTEGER PRIMARY KEY REFERENCES post ON DELETE RESTRICT,
  bytes BLOB NOT NULL                      -- UTF-8, as typed; a BLOB, since TEXT may not hold U+0000
) STRICT;

CREATE TABLE slug (
  text      TEXT PRIMARY KEY,              -- current and former ones: unique over both
  post      INTEGER NOT NULL REFERENCES post ON DELETE RESTRICT,
  retiredAt INTEGER                        -- from then on it redirects to the current one
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX slugCurrent ON slug (post) WHERE retiredAt IS NULL;
CREATE INDEX slugFormer ON slug (post, retiredAt) WHERE retiredAt IS NOT NULL;

CREATE TABLE formerPath (
  text      TEXT PRIMARY KEY CHECK (length(text) > 0),   -- redirects to the post; never the path of another one
  post      INTEGER NOT NULL REFERENCES post ON DELETE RESTRICT,
  retiredAt INTEGER NOT NULL,
  isImplied INTEGER NOT NULL DEFAULT 0 CHECK (isImplied IN (0, 1))   -- 1: its file does not name it, and an export need not
) STRICT, WITHOUT ROWID;
CREATE INDEX formerPathOfPost ON formerPath (post, retiredAt);

-- Readers of feeds know posts by ids, which stay when a site moves.
CREATE TABLE feedId (
  text TEXT PRIMARY KEY CHECK (length(text) BETWEEN 1 AND 1000),   -- that of the post in the feed of its old site
  post INTEGER NOT NULL UNIQUE REFERENCES post ON DELETE RESTRICT
) STRICT, WITHOUT ROWID;

CREATE TABLE siteAuthority (
  target    TEXT PRIMARY KEY,
  authority TEXT NOT NULL CHECK (length(authority) BETWEEN 1 AND 1000)   -- of the tag URIs in its feeds, since its first edition
) STRICT, WITHOUT ROWID;

CREATE TABLE postTag (
  post     INTEGER NOT NULL REFERENCES post ON DELETE RESTRICT,
  position INTEGER NOT NULL CHECK (position >= 0),
  tag      TEXT NOT NULL,                  -- as the author wrote it
  key      TEXT NOT NULL,                  -- the same for all spellings
  state    TEXT NOT NULL,                  -- the post's, like `sortAt`, so that one index serves a list
  sortAt   INTEGER NOT NULL,
  PRIMARY KEY (post, position),
  UNIQUE (post, key)
) STRICT, WITHOUT ROWID;
CREATE INDEX tagByDate ON postTag (key, sortAt, post) WHERE state <> 'deleted';
CREATE INDEX tagByState ON postTag (key, state, sortAt, post);

-- A revision holds the way back to it from the next one; the newest is in `post` and `postBody`. Most saves change one
-- place, so that the way is short; every 64th revision is stored whole, so that it is never long.
CREATE TABLE revision (
  post       INTEGER NOT NULL REFERENCES post ON DELETE RESTRICT,
  number     INTEGER NOT NULL CHECK (number >= 1),
  savedAt    INTEGER NOT NULL,
  savedBy    INTEGER NOT NULL REFERENCES member ON DELETE RESTRICT,
  characters INTEGER NOT NULL CHECK (characters >= 0),
  head       INTEGER CHECK (head >= 0),    -- so many bytes from the beginning of the next text,
  middle     BLOB,                         -- then these,
  tail       INTEGER CHECK (tail >= 0),    -- then so many from its end. Without head and tail: the whole text
  fields     TEXT,                         -- JSON of all but the text; NULL: as in the next revision
  PRIMARY KEY (post, number),
  CHECK ((head IS NULL) = (tail IS NULL)),
  CHECK (head IS NULL OR middle IS NOT NULL)
) STRICT, WITHOUT ROWID;

-- The words of posts, without the texts themselves. Letters of scripts without blanks are words (`SearchText`).
CREATE VIRTUAL TABLE search USING fts5 (
  title, body, tags, content = '', prefix = '2 3', tokenize = "unicode61 remove_diacritics 2");

-- The sources of imported posts.
CREATE TABLE origin (
  source      TEXT NOT NULL CHECK (length(source) BETWEEN 1 AND 1000),   -- the same at each import
  post        INTEGER NOT NULL REFERENCES post ON DELETE RESTRICT,
  format      TEXT NOT NULL CHECK (format IN ('markdown', 'wordpress', 'jsonfeed', 'atom', 'rss', 'ghost')),
  fingerprint TEXT NOT NULL CHECK (length(fingerprint) BETWEEN 1 AND 100),   -- changes when the source does
  draftDigest BLOB NOT NULL CHECK (length(draftDigest) = 32),   -- SHA-256 of the draft that the import made
  isSettled   INTEGER NOT NULL CHECK (isSettled IN (0, 1)),     -- 0: the import has yet to publish it
  path        TEXT NOT NULL CHECK (length(path) <= 1000),       -- of its file, below the folder
  kept        BLOB,                                             -- what a post has no field for; exports write it back
  pictures    TEXT NOT NULL,                                    -- JSON: [{reference, media}]
  takenAt     INTEGER NOT NULL,
  -- unread: no version has judged it. exposed: the post is public although `kept` calls it private. recalled: an import
  -- took it back for that. settled: an import or the author has decided.
  privacy     TEXT NOT NULL DEFAULT 'unread'
    CHECK (privacy = 'unread' OR privacy = 'exposed' OR privacy = 'recalled' OR privacy = 'settled'),
  PRIMARY KEY (source, post)
) STRICT, WITHOUT ROWID;
CREATE INDEX originOfPost ON origin (post, takenAt);
CREATE INDEX originToSettle ON origin (privacy, post) WHERE privacy <> 'settled';

-- Pictures -----------------------------------------------------------------------------------------------------------

CREATE TABLE media (
  number     INTEGER PRIMARY KEY,
  owner      INTEGER NOT NULL REFERENCES member ON DELETE RESTRICT,
  id         TEXT NOT NULL CHECK (length(id) = 16),            -- the beginning of the digest
  digest     TEXT NOT NULL CHECK (length(digest) = 64 AND substr(digest, 1, 16) = id),
  revision   INTEGER NOT NULL CHECK (revision >= 1),
  kind       TEXT NOT NULL CHECK (kind IN ('jpeg', 'png', 'gif', 'webp', 'svg')),
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

-- `media` is no reference: a picture can be added after the text that shows it.
CREATE TABLE mediaUse (
  media     TEXT NOT NULL CHECK (length(media) = 16),
  post      INTEGER NOT NULL REFERENCES post ON DELETE RESTRICT,
  isPresent INTEGER NOT NULL CHECK (isPresent IN (0, 1)),      -- 0: only an older revision names it
  PRIMARY KEY (media, post)
) STRICT, WITHOUT ROWID;
CREATE INDEX mediaUseOfPost ON mediaUse (post);

-- Deliveries ---------------------------------------------------------------------------------------------------------

-- SQLite builds a small tree for every `IN` with more than two words each time it evaluates a CHECK, hence the chains
-- of `OR`. It rewrites each index that mentions a column which an UPDATE names, hence `isOver`: most steps leave it.
CREATE TABLE delivery (
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
  edition      INTEGER NOT NULL DEFAULT 1 CHECK (edition >= 1),         -- of the payload, which changes while it waits
  hasLeft      INTEGER NOT NULL DEFAULT 0 CHECK (hasLeft IN (0, 1)),    -- whether a request left, or may have left
  staleAt      INTEGER,                                                 -- since when the payload is older than the post
  revision     INTEGER CHECK (revision >= 1),                           -- of the post in the payload; NULL before Galley stored it
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
-- Two under way to one place would arrive twice. An edit may wait while the one before it is under way.
CREATE UNIQUE INDEX deliveryUnderWay ON delivery (postId, target, occurrence)
  WHERE kind = 'create' AND NOT isOver;
CREATE INDEX deliveryChanging ON delivery (postId) WHERE kind <> 'create' AND NOT isOver;
CREATE INDEX deliveryWake ON delivery (target, wakeAt, dueAt) WHERE wakeAt IS NOT NULL;
CREATE INDEX deliveryStale ON delivery (staleAt) WHERE staleAt IS NOT NULL;
CREATE INDEX deliveryByDate ON delivery (dueAt);
CREATE INDEX deliveryOpen ON delivery (dueAt) WHERE NOT isOver;
CREATE INDEX deliveryHeld ON delivery (state, dueAt) WHERE state = 'uncertain' OR state = 'blocked';
CREATE INDEX deliveryEnded ON delivery (state, dueAt) WHERE isOver;
CREATE INDEX deliveryEndedByTarget ON delivery (target, state, dueAt) WHERE isOver;

CREATE TABLE mediaDelivery (
  media    TEXT NOT NULL CHECK (length(media) = 16),
  delivery INTEGER NOT NULL REFERENCES delivery ON DELETE RESTRICT,
  PRIMARY KEY (media, delivery)
) STRICT, WITHOUT ROWID;

-- How many deliveries of each user's posts are in each state.
CREATE TABLE deliveryCount (
  owner  INTEGER NOT NULL REFERENCES member ON DELETE RESTRICT,
  target TEXT NOT NULL,
  state  TEXT NOT NULL,
  count  INTEGER NOT NULL,
  PRIMARY KEY (owner, target, state)
) STRICT, WITHOUT ROWID;

CREATE TRIGGER deliveryAdded AFTER INSERT ON delivery BEGIN
  INSERT INTO deliveryCount SELECT owner, NEW.target, NEW.state, 1 FROM post WHERE id = NEW.postId
    ON CONFLICT (owner, target, state) DO UPDATE SET count = deliveryCount.count + 1;
END;
CREATE TRIGGER deliveryMoved AFTER UPDATE OF state ON delivery WHEN NEW.state <> OLD.state BEGIN
  UPDATE deliveryCount SET count = count - 1
    WHERE owner = (SELECT owner FROM post WHERE id = OLD.postId) AND target = OLD.target AND state = OLD.state;
  INSERT INTO deliveryCount SELECT owner, NEW.target, NEW.state, 1 FROM post WHERE id = NEW.postId
    ON CONFLICT (owner, target, state) DO UPDATE SET count = deliveryCount.count + 1;
END;

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

CREATE TABLE payload (
  delivery INTEGER PRIMARY KEY REFERENCES delivery ON DELETE RESTRICT,
  bytes    BLOB NOT NULL
) STRICT;

-- Two tables and no update: a row is written before a request leaves, another when it ended.
CREATE TABLE attempt (
  delivery    INTEGER NOT NULL REFERENCES delivery ON DELETE RESTRICT,
  number      INTEGER NOT NULL CHECK (number >= 1),
  startedAt   INTEGER NOT NULL,
  boot        TEXT NOT NULL,
  idempotency TEXT NOT NULL CHECK (idempotency IN ('A', 'B', 'C', 'D', 'E')),
  keyWindow   INTEGER CHECK ((keyWindow IS NOT NULL) = (idempotency = 'B')),   -- µs
  digest      TEXT NOT NULL CHECK (length(digest) = 64),
  request     BLOB NOT NULL,
  part        INTEGER NOT NULL DEFAULT 1 CHECK (part >= 1),              -- of a thread
  account     TEXT CHECK (length(account) BETWEEN 1 AND 3000),           -- that sent it; NULL if Galley does not know it
  edition     INTEGER NOT NULL DEFAULT 1 CHECK (edition >= 1),           -- of the payload that it sent
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

-- Of a delivered one: the copy as the target showed it. Of a blocked edit: the copy as its author saw it.
CREATE TABLE standing (
  delivery INTEGER NOT NULL REFERENCES delivery ON DELETE CASCADE,
  part     INTEGER NOT NULL CHECK (part >= 1),   -- of a thread
  parts    BLOB NOT NULL,                        -- JSON: {part of the copy: text}
  PRIMARY KEY (delivery, part)
) STRICT;

-- Deliveries that the deletion of a post cancelled: undeleting restores these and no others.
CREATE TABLE cancelledByDeletion (
  delivery INTEGER PRIMARY KEY REFERENCES delivery ON DELETE RESTRICT,
  post     INTEGER NOT NULL REFERENCES post ON DELETE RESTRICT,
  problem  TEXT                            -- why it waited for its author; NULL if it waited for its time
) STRICT;
CREATE INDEX cancelledByDeletionOfPost ON cancelledByDeletion (post);

CREATE TABLE pause (
  target          TEXT PRIMARY KEY,        -- '*' for all
  since           INTEGER NOT NULL,
  member          INTEGER,                 -- NULL: paused before Galley stored this
  isAdministrator INTEGER NOT NULL DEFAULT 0 CHECK (isAdministrator IN (0, 1))
) STRICT, WITHOUT ROWID;

CREATE TABLE lateSlot (
  target TEXT PRIMARY KEY,
  at     INTEGER NOT NULL                  -- the latest one taken
) STRICT, WITHOUT ROWID;

-- Targets ------------------------------------------------------------------------------------------------------------

CREATE TABLE targetFact (
  target TEXT PRIMARY KEY,
  at     INTEGER NOT NULL,
  bytes  BLOB NOT NULL                     -- what the courier learnt of the server, in the courier's encoding
) STRICT, WITHOUT ROWID;

CREATE TABLE targetCheck (
  target     TEXT PRIMARY KEY,
  wantedAt   INTEGER NOT NULL,
  answeredAt INTEGER,
  bytes      BLOB,                         -- the courier's report, in the courier's encoding
  CHECK ((answeredAt IS NULL) = (bytes IS NULL))
) STRICT, WITHOUT ROWID;

CREATE TABLE rehearsalArrival (
  id       INTEGER PRIMARY KEY,
  at       INTEGER NOT NULL,
  target   TEXT NOT NULL,
  key      TEXT,                           -- a second request with this key is not stored
  method   TEXT NOT NULL,
  path     TEXT NOT NULL,
  headers  TEXT NOT NULL,                  -- JSON: [[name, value], …]
  body     BLOB NOT NULL,
  note     TEXT,
  owner    INTEGER REFERENCES member ON DELETE RESTRICT
) STRICT;
CREATE UNIQUE INDEX rehearsalArrivalOnce ON rehearsalArrival (target, key) WHERE key IS NOT NULL;

-- Windows and their arrangements -------------------------------------------------------------------------------------

CREATE TABLE pageWindow (
  number      INTEGER PRIMARY KEY,
  id          TEXT NOT NULL UNIQUE CHECK (length(id) = 14),
  owner       INTEGER NOT NULL REFERENCES member ON DELETE RESTRICT,
  label       TEXT NOT NULL CHECK (length(label) <= 100),
  width       REAL NOT NULL CHECK (width BETWEEN 1 AND 100000),    -- CSS pixels, like all lengths here
  height      REAL NOT NULL CHECK (height BETWEEN 1 AND 100000),
  insetTop    REAL NOT NULL CHECK (insetTop BETWEEN 0 AND 100000),
  insetLeft   REAL NOT NULL CHECK (insetLeft BETWEEN 0 AND 100000),
  insetBottom REAL NOT NULL CHECK (insetBottom BETWEEN 0 AND 100000),
  insetRight  REAL NOT NULL CHECK (insetRight BETWEEN 0 AND 100000),
  class       TEXT NOT NULL CHECK (class IN ('compact', 'medium', 'wide')),   -- depends on the previous class, too
  createdAt   INTEGER NOT NULL,
  seenAt      INTEGER NOT NULL,                                    -- to the minute
  view        TEXT NOT NULL DEFAULT '{}',                          -- JSON: how it shows its arrangement
  screen      TEXT NOT NULL DEFAULT '{}'                           -- JSON: what it reports of its screen
) STRICT;
CREATE INDEX windowByOwner ON pageWindow (owner, seenAt);
CREATE INDEX windowToForget ON pageWindow (seenAt);

-- The current document is in `arrangement`. `arrangementStep` holds the earlier ones and, after an undo, the later
-- ones, by position: undo and redo move by one and touch two rows.
CREATE TABLE arrangement (
  number     INTEGER PRIMARY KEY,
  owner      INTEGER NOT NULL REFERENCES member ON DELETE RESTRICT,
  name       TEXT CHECK (length(name) BETWEEN 1 AND 60),
  pageWindow INTEGER UNIQUE REFERENCES pageWindow ON DELETE CASCADE,   -- of a detached window; others follow the desk
  revision   INTEGER NOT NULL CHECK (revision >= 1),
  document   TEXT NOT NULL,                -- JSON, of any version
  position   INTEGER NOT NULL CHECK (position >= 0),
  updatedAt  INTEGER NOT NULL,
  updatedBy  TEXT,                         -- the id of a window, which may be gone; NULL: no window
  CHECK ((name IS NULL) <> (pageWindow IS NULL))
) STRICT;
CREATE UNIQUE INDEX arrangementByName ON arrangement (owner, name) WHERE name IS NOT NULL;

CREATE TABLE arrangementStep (
  arrangement  INTEGER NOT NULL REFERENCES arrangement ON DELETE CASCADE,
  position     INTEGER NOT NULL CHECK (position >= 0),
  revision     INTEGER NOT NULL CHECK (revision >= 1),   -- of the arrangement while this document was current
  document     TEXT NOT NULL,
  kind         TEXT NOT NULL,              -- of the step between this document and the next one
  panel        TEXT,                       -- the panel of that step
  author       TEXT NOT NULL,              -- a like step of this author soon after joins it
  milliseconds INTEGER NOT NULL,           -- since 1970; the least integer when no further step may join it
  PRIMARY KEY (arrangement, position)
) STRICT, WITHOUT ROWID;

-- The arrangement with which new users begin.
CREATE TABLE newDesk (
  one      INTEGER PRIMARY KEY CHECK (one = 1),
  name     TEXT NOT NULL,
  document TEXT NOT NULL,                  -- JSON, as in `arrangement`
  setAt    INTEGER NOT NULL
) STRICT;

-- Events, notifications, backups -------------------------------------------------------------------------------------

CREATE TABLE event (
  id           INTEGER PRIMARY KEY,        -- only grows: the newest row is never deleted
  at           INTEGER NOT NULL,
  kind         TEXT NOT NULL,
  subject      TEXT NOT NULL,
  owner        INTEGER REFERENCES member ON DELETE RESTRICT,   -- only this user sees it; NULL: all users do
  revision     INTEGER,                    -- these three tell a window whether it has to reload its arrangement
  origin       TEXT,
  announcement TEXT
) STRICT;

-- Notifications of the operator.
CREATE TABLE telling (
  number   INTEGER PRIMARY KEY,
  cause    TEXT NOT NULL,                  -- `TellingCause`, or the name of a trial
  means    TEXT NOT NULL CHECK (means = 'command' OR means = 'webhook'),
  delivery INTEGER REFERENCES delivery ON DELETE RESTRICT,      -- NULL: a trial
  notedAt  INTEGER NOT NULL,
  tries    INTEGER NOT NULL CHECK (tries >= 0),
  nextAt   INTEGER,                        -- of the next try; NULL while one is under way, and at the end
  endedAt  INTEGER,
  outcome  TEXT CHECK (outcome = 'told' OR outcome = 'failed' OR outcome = 'unknown' OR outcome = 'settled'),
  reason   TEXT,                           -- why the last try did not succeed
  isPast   INTEGER NOT NULL DEFAULT 0 CHECK (isPast IN (0, 1)),   -- the cause is gone and may come again
  CHECK ((endedAt IS NULL) = (outcome IS NULL)),
  CHECK (endedAt IS NULL OR nextAt IS NULL)
) STRICT;
CREATE UNIQUE INDEX tellingOnce ON telling (cause, means) WHERE NOT isPast;
CREATE INDEX tellingNext ON telling (nextAt) WHERE nextAt IS NOT NULL;
CREATE INDEX tellingUnderWay ON telling (number) WHERE nextAt IS NULL AND endedAt IS NULL;

CREATE TABLE tellingPlace (
  one   INTEGER PRIMARY KEY CHECK (one = 1),
  event INTEGER NOT NULL                   -- the last one read for notifications
) STRICT;

CREATE TABLE backup (
  number INTEGER PRIMARY KEY,
  madeAt INTEGER NOT NULL,                 -- it holds everything that was committed by then
  bytes  INTEGER NOT NULL CHECK (bytes > 0),
  keptAt INTEGER,                          -- since when a verified copy lies at `place`; NULL: not reported
  place  TEXT CHECK (length(place) BETWEEN 1 AND 1000),
  CHECK ((keptAt IS NULL) = (place IS NULL))
) STRICT;
