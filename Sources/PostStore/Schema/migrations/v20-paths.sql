-- A post may have a path of its own on sites, and keeps its former ones whole.

ALTER TABLE post ADD COLUMN path TEXT CHECK (length(path) > 0);
CREATE UNIQUE INDEX postByPath ON post (path) WHERE path IS NOT NULL;

CREATE TABLE formerPath (
  text      TEXT PRIMARY KEY CHECK (length(text) > 0),
  post      INTEGER NOT NULL REFERENCES post ON DELETE RESTRICT,
  retiredAt INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX formerPathOfPost ON formerPath (post, retiredAt);
