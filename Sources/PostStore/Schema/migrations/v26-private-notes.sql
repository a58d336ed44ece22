-- What an author notes for himself, beside a post.

ALTER TABLE post ADD COLUMN privateNotes TEXT;
