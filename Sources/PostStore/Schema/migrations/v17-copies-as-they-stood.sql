-- The copy as it stood at a target after our last accepted write, and a remark on how it arrived.

ALTER TABLE delivery ADD COLUMN remark TEXT;   -- such as what arrived otherwise than it was sent

-- Of a delivered one: the copy as the target showed it. Of a blocked edit: the copy as its author was shown it.
CREATE TABLE standing (
  delivery INTEGER PRIMARY KEY REFERENCES delivery ON DELETE CASCADE,
  parts    BLOB NOT NULL                       -- JSON: {part: text}
) STRICT;
