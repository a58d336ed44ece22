-- The search index takes letters of Chinese, Japanese, Thai and the like one by one (`SearchText`). An entry can be
-- removed only by the words that went in, and those differ now: the whole index is rebuilt, at the next search or by
-- upkeep.

INSERT INTO search (search) VALUES ('delete-all');
UPDATE post SET docId = NULL, indexedRevision = NULL, isIndexStale = (forgottenAt IS NULL);
