-- PostgreSQL wants the columns of a conflict by name, and of two counts the table. SQLite takes both forms.

DROP TRIGGER postAdded;
DROP TRIGGER postMoved;
DROP TRIGGER deliveryAdded;
DROP TRIGGER deliveryMoved;

CREATE TRIGGER postAdded AFTER INSERT ON post WHEN NEW.forgottenAt IS NULL BEGIN
  INSERT INTO postCount VALUES (NEW.owner, NEW.state, 1)
    ON CONFLICT (owner, state) DO UPDATE SET count = postCount.count + 1;
END;
CREATE TRIGGER postMoved AFTER UPDATE OF state ON post WHEN NEW.state <> OLD.state AND NEW.forgottenAt IS NULL BEGIN
  UPDATE postCount SET count = count - 1 WHERE owner = OLD.owner AND state = OLD.state;
  INSERT INTO postCount VALUES (NEW.owner, NEW.state, 1)
    ON CONFLICT (owner, state) DO UPDATE SET count = postCount.count + 1;
END;

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
