-- How a window shows its arrangement, and what it reports of its screen.

ALTER TABLE window ADD COLUMN view TEXT NOT NULL DEFAULT '{}';     -- JSON
ALTER TABLE window ADD COLUMN screen TEXT NOT NULL DEFAULT '{}';   -- JSON
