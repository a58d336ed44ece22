-- Lists of posts by their last save.

CREATE INDEX postByEdit ON post (changedAt) WHERE deletedAt IS NULL;
CREATE INDEX postByStateEdit ON post (state, changedAt);
CREATE INDEX postByOwnerEdit ON post (owner, changedAt) WHERE deletedAt IS NULL;
