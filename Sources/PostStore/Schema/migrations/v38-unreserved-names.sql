-- PostgreSQL reserves the former names. SQLite renames them in indexes and references as well.

ALTER TABLE user RENAME TO member;
ALTER TABLE token RENAME COLUMN user TO member;
ALTER TABLE signInKey RENAME COLUMN user TO member;
ALTER TABLE session RENAME COLUMN user TO member;
ALTER TABLE preference RENAME COLUMN user TO member;
ALTER TABLE namedText RENAME COLUMN user TO member;
ALTER TABLE pause RENAME COLUMN user TO member;
ALTER TABLE window RENAME TO pageWindow;
ALTER TABLE arrangement RENAME COLUMN window TO pageWindow;
ALTER TABLE newDesk RENAME COLUMN only TO one;
