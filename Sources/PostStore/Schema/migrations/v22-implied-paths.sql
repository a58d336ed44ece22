-- The old site's configuration implies some former paths of a post: its file does not name them.

ALTER TABLE formerPath ADD COLUMN isImplied INTEGER NOT NULL DEFAULT 0 CHECK (isImplied IN (0, 1));
