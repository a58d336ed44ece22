-- The credential of a target may be replaced by that of another account, which sees and changes nothing of the first.

ALTER TABLE attempt ADD COLUMN account TEXT CHECK (length(account) BETWEEN 1 AND 3000);
