/// `GET /v1/status`: how the desk is, for a person and for a monitor.
package struct StatusBody: Codable, Hashable, Sendable {
    package let version: String
    package let startedAt: String
    package let store: String
    /// `well`, or what is wrong with the store.
    package let storeHealth: String
    package let posts: [String: Int]
    package let deliveries: [String: Int]
    package let nextDelivery: DeliveryBody?
    package let pauses: [String]
    /// What the author should look at, the most urgent first, each with the next command.
    package let concerns: [String]
    /// Folders of sites that the daemon may not write, where it is a service.
    package var closedFolders: [String]?
    /// What was committed by then is in the newest backup that was checked; absent while there is none.
    package var lastBackupAt: String?

    package init(
        version: String, startedAt: String, store: String, storeHealth: String, posts: [String: Int],
        deliveries: [String: Int], nextDelivery: DeliveryBody?, pauses: [String], concerns: [String]
    ) {
        self.version = version
        self.startedAt = startedAt
        self.store = store
        self.storeHealth = storeHealth
        self.posts = posts
        self.deliveries = deliveries
        self.nextDelivery = nextDelivery
        self.pauses = pauses
        self.concerns = concerns
    }
}

/// A line of the event log, and one message of `/v1/events`.
package struct EventBody: Codable, Hashable, Sendable {
    package let id: Int64
    package let at: String
    package let kind: String
    package let subject: String
    // Of `arrangement-changed` alone:
    /// The arrangement, unless it is a window's own.
    package var name: String?
    /// The window whose own arrangement it is.
    package var window: String?
    /// Absent when the window shows another arrangement from now on: look anew, whatever was seen.
    package var revision: Int64?
    /// The window in which it was done; absent when it was none.
    package var origin: String?
    package var announcement: String?

    package init(id: Int64, at: String, kind: String, subject: String) {
        self.id = id
        self.at = at
        self.kind = kind
        self.subject = subject
    }
}

/// What arrived in the rehearsal inbox.
package struct ArrivalBody: Codable, Hashable, Sendable {
    package let id: Int64
    package let at: String
    package let target: String
    /// `POST https://…`: where it would have gone.
    package let request: String
    /// As received, but for secrets.
    package let headers: [String]
    package let body: String
    /// What was verified: “signature right”, “key seen before”.
    package let verdict: String

    package init(
        id: Int64, at: String, target: String, request: String, headers: [String], body: String, verdict: String
    ) {
        self.id = id
        self.at = at
        self.target = target
        self.request = request
        self.headers = headers
        self.body = body
        self.verdict = verdict
    }
}

/// The effective configuration, setting by setting, without secrets.
package struct SettingBody: Codable, Hashable, Sendable {
    package let name: String
    package let value: String
    /// The file that set it, or `default`.
    package let source: String

    package init(name: String, value: String, source: String) {
        self.name = name
        self.value = value
        self.source = source
    }
}
