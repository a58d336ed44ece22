-- Texts that users put into posts by a name.

CREATE TABLE snippet (
  user INTEGER NOT NULL REFERENCES user ON DELETE CASCADE,
  name TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 40),
  text TEXT NOT NULL CHECK (length(text) BETWEEN 1 AND 20000),
  PRIMARY KEY (user, name)
) STRICT, WITHOUT ROWID;
