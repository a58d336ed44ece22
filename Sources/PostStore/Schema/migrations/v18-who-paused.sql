-- Who paused a target, since that decides who may resume it.

ALTER TABLE pause ADD COLUMN user INTEGER;            -- NULL: before this was kept
ALTER TABLE pause ADD COLUMN isAdministrator INTEGER NOT NULL DEFAULT 0 CHECK (isAdministrator IN (0, 1));
