-- A blocked delivery is tried again at a time of its own.

DROP INDEX deliveryWake;
ALTER TABLE delivery DROP COLUMN wakeAt;
ALTER TABLE delivery ADD COLUMN askAt INTEGER CHECK (askAt IS NULL OR state = 'blocked');
ALTER TABLE delivery ADD COLUMN wakeAt INTEGER GENERATED ALWAYS AS (CASE state WHEN 'scheduled' THEN dueAt
  WHEN 'due' THEN at WHEN 'retrying' THEN at WHEN 'uncertain' THEN settleAt WHEN 'blocked' THEN askAt END) VIRTUAL;
CREATE INDEX deliveryWake ON delivery (wakeAt, dueAt) WHERE wakeAt IS NOT NULL;
