/// Migration 14: the steps of a delivery leave the indexes by state and by target alone.
///
/// A delivery takes three steps within a second, and each was written into both. Now they hold only what is over; what is
/// under way, which is little beside it, is found by `deliveryOpen`.
extension Schema {
    static let endedDeliveries = """
        DROP INDEX deliveryByState;
        DROP INDEX deliveryByTarget;
        CREATE INDEX deliveryEnded ON delivery (state, dueAt) WHERE isOver;
        CREATE INDEX deliveryEndedByTarget ON delivery (target, state, dueAt) WHERE isOver;
        """
}
