-- Lists of posts by title follow an index. `foldedTitle` is `TitleKey`: a change of it has to fill the column again.

ALTER TABLE post ADD COLUMN titleKey TEXT NOT NULL DEFAULT '';
UPDATE post SET titleKey = foldedTitle(title, excerpt);
CREATE INDEX postByTitle ON post (titleKey) WHERE deletedAt IS NULL;
CREATE INDEX postByStateTitle ON post (state, titleKey);
CREATE INDEX postByOwnerTitle ON post (owner, titleKey) WHERE deletedAt IS NULL;
