-- `status` and metrics read how many posts and deliveries there are, and count none.

CREATE TABLE postCount (
  owner INTEGER NOT NULL REFERENCES user ON DELETE RESTRICT,
  state TEXT NOT NULL,
  count INTEGER NOT NULL,
  PRIMARY KEY (owner, state)
) STRICT, WITHOUT ROWID;
INSERT INTO postCount SELECT owner, state, count(*) FROM post WHERE forgottenAt IS NULL GROUP BY owner, state;

CREATE TRIGGER postAdded AFTER INSERT ON post WHEN NEW.forgottenAt IS NULL BEGIN
  INSERT INTO postCount VALUES (NEW.owner, NEW.state, 1) ON CONFLICT DO UPDATE SET count = count + 1;
END;
CREATE TRIGGER postMoved AFTER UPDATE OF state ON post WHEN NEW.state <> OLD.state AND NEW.forgottenAt IS NULL BEGIN
  UPDATE postCount SET count = count - 1 WHERE owner = OLD.owner AND state = OLD.state;
  INSERT INTO postCount VALUES (NEW.owner, NEW.state, 1) ON CONFLICT DO UPDATE SET count = count + 1;
END;
CREATE TRIGGER postForgotten AFTER UPDATE OF forgottenAt ON post
WHEN NEW.forgottenAt IS NOT NULL AND OLD.forgottenAt IS NULL BEGIN
  UPDATE postCount SET count = count - 1 WHERE owner = OLD.owner AND state = OLD.state;
END;

CREATE TABLE deliveryCount (
  owner  INTEGER NOT NULL REFERENCES user ON DELETE RESTRICT,
  target TEXT NOT NULL,
  state  TEXT NOT NULL,
  count  INTEGER NOT NULL,
  PRIMARY KEY (owner, target, state)
) STRICT, WITHOUT ROWID;
INSERT INTO deliveryCount SELECT owner, target, delivery.state, count(*)
  FROM delivery JOIN post ON post.id = delivery.postId GROUP BY owner, target, delivery.state;

CREATE TRIGGER deliveryAdded AFTER INSERT ON delivery BEGIN
  INSERT INTO deliveryCount SELECT owner, NEW.target, NEW.state, 1 FROM post WHERE id = NEW.postId
    ON CONFLICT DO UPDATE SET count = count + 1;
END;
CREATE TRIGGER deliveryMoved AFTER UPDATE OF state ON delivery WHEN NEW.state <> OLD.state BEGIN
  UPDATE deliveryCount SET count = count - 1
    WHERE owner = (SELECT owner FROM post WHERE id = OLD.postId) AND target = OLD.target AND state = OLD.state;
  INSERT INTO deliveryCount SELECT owner, NEW.target, NEW.state, 1 FROM post WHERE id = NEW.postId
    ON CONFLICT DO UPDATE SET count = count + 1;
END;

-- Of all deliveries that are not over, few wait for their author.
CREATE INDEX deliveryHeld ON delivery (state, dueAt) WHERE state = 'uncertain' OR state = 'blocked';

-- The sessions of a user are listed page by page.
CREATE INDEX sessionOfUser ON session (user);
