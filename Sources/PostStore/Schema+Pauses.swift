/// Who paused, since it decides who may resume.
extension Schema {
    static let pausers = """
        ALTER TABLE pause ADD COLUMN user INTEGER;            -- NULL: before this was kept
        ALTER TABLE pause ADD COLUMN isAdministrator INTEGER NOT NULL DEFAULT 0 CHECK (isAdministrator IN (0, 1));
        """
}
