-- A site makes its pages again when settings change: from the text that was delivered, and not from a later save.

ALTER TABLE delivery ADD COLUMN revision INTEGER CHECK (revision >= 1);
