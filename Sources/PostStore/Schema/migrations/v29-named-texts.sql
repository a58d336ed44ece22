-- Besides snippets, users keep searches and keys by their names.

CREATE TABLE namedText (
  user INTEGER NOT NULL REFERENCES user ON DELETE CASCADE,
  kind TEXT NOT NULL CHECK (length(kind) BETWEEN 1 AND 20),
  name TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 40),
  text TEXT NOT NULL CHECK (length(text) BETWEEN 1 AND 20000),
  PRIMARY KEY (user, kind, name)
) STRICT, WITHOUT ROWID;

INSERT INTO namedText SELECT user, 'snippet', name, text FROM snippet;

DROP TABLE snippet;
