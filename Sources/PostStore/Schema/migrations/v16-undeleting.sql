-- Deliveries that the deletion of a post cancelled, so that undeleting restores these and no others.

CREATE TABLE cancelledByDeletion (
  delivery INTEGER PRIMARY KEY REFERENCES delivery ON DELETE RESTRICT,
  post     INTEGER NOT NULL REFERENCES post ON DELETE RESTRICT,
  problem  TEXT                            -- what it waited for its author with; NULL for what waited for its time
) STRICT;
CREATE INDEX cancelledByDeletionOfPost ON cancelledByDeletion (post);
