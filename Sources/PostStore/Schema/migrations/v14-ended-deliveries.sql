-- The indexes by state and by target hold only deliveries that are over: a delivery takes three steps within a second,
-- and each was written into both. The few that are under way are found by `deliveryOpen`.

DROP INDEX deliveryByState;
DROP INDEX deliveryByTarget;
CREATE INDEX deliveryEnded ON delivery (state, dueAt) WHERE isOver;
CREATE INDEX deliveryEndedByTarget ON delivery (target, state, dueAt) WHERE isOver;
