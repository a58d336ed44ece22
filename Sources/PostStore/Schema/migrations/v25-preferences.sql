-- What a user has chosen for the page in which to write.

CREATE TABLE preference (
  user   INTEGER NOT NULL REFERENCES user ON DELETE CASCADE,
  name   TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 40),
  choice TEXT NOT NULL CHECK (length(choice) BETWEEN 1 AND 40),
  PRIMARY KEY (user, name)
) STRICT, WITHOUT ROWID;
