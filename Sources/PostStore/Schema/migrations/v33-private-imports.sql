-- Imports by earlier versions published posts whose front matter calls them private in words that those versions did not
-- know. Such posts are found once, and named until their authors have decided.

ALTER TABLE origin ADD COLUMN privacy TEXT NOT NULL DEFAULT 'unread'
  CHECK (privacy = 'unread' OR privacy = 'exposed' OR privacy = 'recalled' OR privacy = 'settled');
CREATE INDEX originToSettle ON origin (privacy, post) WHERE privacy <> 'settled';
