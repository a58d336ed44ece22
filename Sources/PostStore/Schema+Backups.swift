/// Backups that were made of the store, and what restoring one leaves open.
extension Schema {
    /// Migration 10.
    static let backups = """
        CREATE TABLE backup (
          number INTEGER PRIMARY KEY,
          madeAt INTEGER NOT NULL,                 -- what was committed by then is in it
          bytes  INTEGER NOT NULL CHECK (bytes > 0),
          keptAt INTEGER,                          -- since when a checked copy lies at `place`; NULL: nobody said so
          place  TEXT CHECK (length(place) BETWEEN 1 AND 1000),
          CHECK ((keptAt IS NULL) = (place IS NULL))
        ) STRICT;
        """

    /// Migration 12: what a restore leaves open.
    static let restores = """
        ALTER TABLE delivery ADD COLUMN restoredFrom INTEGER;   -- when the backup was made; it may have been sent since
        """
}
