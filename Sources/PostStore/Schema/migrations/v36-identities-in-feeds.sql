-- Readers of feeds know posts by ids, which stay when a site moves.

CREATE TABLE feedId (
  text TEXT PRIMARY KEY CHECK (length(text) BETWEEN 1 AND 1000),   -- that of the post in the feed of its old site
  post INTEGER NOT NULL UNIQUE REFERENCES post ON DELETE RESTRICT
) STRICT, WITHOUT ROWID;

CREATE TABLE siteAuthority (
  target    TEXT PRIMARY KEY,
  authority TEXT NOT NULL CHECK (length(authority) BETWEEN 1 AND 1000)   -- of the tag URIs in its feeds, since its first edition
) STRICT, WITHOUT ROWID;
