-- The courier claims the deliveries of each target apart, so that one with many cannot hold up the others.

DROP INDEX deliveryWake;
CREATE INDEX deliveryWake ON delivery (target, wakeAt, dueAt) WHERE wakeAt IS NOT NULL;
