-- A waiting delivery takes a change of its post and keeps its key, as long as no request of it can have left.

ALTER TABLE delivery ADD COLUMN edition INTEGER NOT NULL DEFAULT 1 CHECK (edition >= 1);
ALTER TABLE delivery ADD COLUMN hasLeft INTEGER NOT NULL DEFAULT 0 CHECK (hasLeft IN (0, 1));
ALTER TABLE delivery ADD COLUMN staleAt INTEGER;
ALTER TABLE attempt ADD COLUMN edition INTEGER NOT NULL DEFAULT 1 CHECK (edition >= 1);
CREATE INDEX deliveryStale ON delivery (staleAt) WHERE staleAt IS NOT NULL;

UPDATE delivery SET hasLeft = 1 WHERE attempts > 0 AND EXISTS (
  SELECT 1 FROM attempt LEFT JOIN attemptEnd USING (delivery, number)
  WHERE attempt.delivery = delivery.id AND outcome IS NOT 'unsent');

-- Nothing sends or shows what was replaced before it left. Each save of a waiting post made such a payload.
DELETE FROM payload WHERE delivery IN (SELECT id FROM delivery WHERE isOver AND state = 'superseded');

-- Nor what a later text has replaced, as on a site.
DELETE FROM payload WHERE delivery IN (
  SELECT earlier.id FROM delivery AS earlier JOIN delivery AS later ON later.postId = earlier.postId
    AND later.target = earlier.target AND later.kind = 'create' AND later.occurrence = earlier.occurrence
    AND later.generation > earlier.generation AND later.isOver AND later.state = 'delivered'
  WHERE earlier.isOver AND earlier.kind = 'create' AND earlier.state = 'delivered');

DELETE FROM mediaDelivery WHERE delivery NOT IN (SELECT delivery FROM payload);
