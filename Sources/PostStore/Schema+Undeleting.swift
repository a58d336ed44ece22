/// Migration 16: what the deletion of a post cancelled, so that taking it back restores that and nothing else.
extension Schema {
    static let undeleting = """
        CREATE TABLE cancelledByDeletion (
          delivery INTEGER PRIMARY KEY REFERENCES delivery ON DELETE RESTRICT,
          post     INTEGER NOT NULL REFERENCES post ON DELETE RESTRICT,
          problem  TEXT                            -- what it waited for its author with; NULL for what waited for its time
        ) STRICT;
        CREATE INDEX cancelledByDeletionOfPost ON cancelledByDeletion (post);
        """
}
