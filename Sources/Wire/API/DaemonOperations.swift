package import JSONTree

// The daemon itself: its state, its settings, and the care for its store.
extension API {
    package static let showStatus = Operation(.get, "/v1/status", .read, "Reports the state of the daemon.")
        .returns(StatusBody.self)
    package static let listSettings = Operation(
        .get, "/v1/settings", .read, "Lists the settings in effect, without secrets."
    ).returnsPage(SettingBody.self)
    package static let reload = Operation(
        .post, "/v1/reload", .admin, "Reads the configuration again: all of it, or nothing."
    ).returns(ReloadBody.self).needsNoKey("a repetition reads it once more.")
    package static let planReload = Operation(
        .get, "/v1/reload", .admin, "Reports what a reload of the configuration would do; changes nothing."
    ).returns(ReloadPlanBody.self)
    package static let rebuild = Operation(
        .post, "/v1/rebuild", .admin,
        "Reads the configuration again, and makes the pages of sites from the delivered texts and its settings."
    ).takes(RebuildRequestBody.self).returns(RebuildBody.self)
        .needsNoKey("a repetition finds no page that would change.")
    package static let checkHealth = Operation(.get, "/healthz", .everyoneHere, "Reports the daemon's health.")
        .returns("text/plain", "Healthy.")
    package static let exportMetrics = Operation(
        .get, "/metrics", .monitors,
        "Exports metrics: as Prometheus text 0.0.4, or as OpenMetrics 1.0 if Accept names it."
    ).returns("text/plain", "One of the two text formats.")
        .orReturns("application/openmetrics-text", "One of the two text formats.")
    package static let describe = Operation(.get, "/v1/openapi.json", .everyone, "Describes the API as OpenAPI 3.1.")
        .returns(JSON.self)
    package static let streamEvents = Operation(.get, "/v1/events", .read, "Streams events as they happen.")
        .query(EventsQuery.self).header(.lastEventID, "Continues after this event.")
        .returns("text/event-stream", "Server-sent events.")
}

extension API {
    package static let listBackups = Operation(
        .get, "/v1/backups", .admin, "Lists the last hundred backups, the newest first."
    ).returnsPage(BackupBody.self)
    package static let makeBackup = Operation(
        .post, "/v1/backups", .admin, "Makes a backup of all posts, deliveries and pictures, and gives it."
    ).returns(
        "application/x-tar",
        "The backup. It ends with the file SHA256SUMS; without it the backup is incomplete. Record with PUT where it is kept."
    ).returns(BackupBody.self).takesKey(
        "Until the location of the backup is recorded, Galley makes it again under the same number; then the "
            + "answer describes it instead.")
    package static let keepBackup = Operation(
        .put, "/v1/backups/:number", .admin, "Records that a backup was read back and verified."
    ).takes(BackupKeptBody.self).returns(BackupBody.self)
    package static let listRepairs = Operation(
        .get, "/v1/repairs", .admin, "Lists the possible repairs, and which are needed."
    ).returnsPage(RepairBody.self)
    package static let repair = Operation(
        .post, "/v1/repairs", .admin, "Runs the needed repairs and reports them."
    ).returns(PageBody<RepairBody>.self).needsNoKey("a repetition finds nothing to repair.")
    package static let listNotifications = Operation(
        .get, "/v1/notifications", .admin, "Lists the notifications to the operator, sent and failed."
    ).returnsPage(NotificationBody.self)
    package static let tryNotification = Operation(
        .post, "/v1/notifications/trial", .admin, "Sends a test notification."
    ).returns(PageBody<NotificationBody>.self).mayTakeLonger
        .takesKey("one notification is sent, and the answer reports it.")
}

// MARK: - Parameters

package struct EventsQuery: Query {
    package var after: Int64?
    package var user: String?
    package var beats: Bool?

    package static let words = [
        "after": "The same.",
        "user": "Refused when another user is signed in; for pages, whose streams carry no headers.",
        "beats": "Sends an event `beat` when nothing else was sent for a while; otherwise a comment, which a browser "
            + "does not pass on to its page.",
    ]
}
