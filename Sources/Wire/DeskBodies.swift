package import Posts

/// `GET /v1/status`: the state of the desk, for people and for monitoring.
package struct StatusBody: Codable, Hashable, Sendable {
    package let version: String
    package let startedAt: String
    package let store: String
    /// `healthy`, `checking` (after an unclean end), `unchecked` or `damaged`.
    package let storeHealth: String
    /// What the check of the store found; absent when it is healthy.
    package var storeFinding: String?
    package let posts: [String: Int]
    package let deliveries: [String: Int]
    package let nextDelivery: DeliveryBody?
    package let pauses: [String]
    /// The most urgent first.
    package let warnings: [Warning]
    /// Site folders that the daemon may not write to when it runs as a service.
    package var closedFolders: [String]?
    /// The newest checked backup contains everything committed before this time; absent without a backup.
    package var lastBackupAt: String?
    /// A fault of the machine that prevents writes to the store; absent when there is none.
    package var fault: FaultBody?
    /// The next deliveries, the soonest first; at most five.
    package var upcoming: [DeliveryBody] = []
    package var targets: [TargetHealthBody] = []
    package var disk: DiskBody?
    package var uptimeSeconds: Int?
    /// The version of the system's time zone data.
    package var zoneData: String?
    /// Whether Galley turns pictures upright and shrinks them for targets with a limit.
    package var canFitPictures: Bool?
    /// How the picture program is confined; absent without one.
    package var pictureConfinement: ConfinementBody?
    /// Of a store on a database; absent for one in a file.
    package var database: DatabaseBody?

    package init(
        version: String, startedAt: String, store: String, storeHealth: String, posts: [String: Int],
        deliveries: [String: Int], nextDelivery: DeliveryBody?, pauses: [String], warnings: [Warning]
    ) {
        self.version = version
        self.startedAt = startedAt
        self.store = store
        self.storeHealth = storeHealth
        self.posts = posts
        self.deliveries = deliveries
        self.nextDelivery = nextDelivery
        self.pauses = pauses
        self.warnings = warnings
    }
}

/// The database of a store, and the daemons on it.
package struct DatabaseBody: Codable, Hashable, Sendable {
    /// Of PostgreSQL.
    package let version: String
    /// Whether a standby confirms each commit. Otherwise a failover may lose the last ones.
    package let hasStandby: Bool
    /// Whether what was committed outlives a power cut.
    package let isDurable: Bool
    /// Those seen within half a minute; the one that works comes first, the others wait.
    package let daemons: [SeenDaemonBody]

    package init(version: String, hasStandby: Bool, isDurable: Bool, daemons: [SeenDaemonBody]) {
        (self.version, self.hasStandby, self.isDurable, self.daemons) = (version, hasStandby, isDurable, daemons)
    }
}

/// A daemon on a store at a database.
package struct SeenDaemonBody: Codable, Hashable, Sendable {
    package let host: String
    package let version: String
    /// Whether it works with the store; the others wait.
    package let isWorking: Bool
    /// Whether its settings are those of the daemon that answers.
    package let hasSameSettings: Bool
    /// How many seconds its machine's clock was ahead of the database's.
    package let secondsAhead: Double
    package let seenAt: String

    package init(
        host: String, version: String, isWorking: Bool, hasSameSettings: Bool, secondsAhead: Double, seenAt: String
    ) {
        (self.host, self.version, self.isWorking) = (host, version, isWorking)
        (self.hasSameSettings, self.secondsAhead, self.seenAt) = (hasSameSettings, secondsAhead, seenAt)
    }
}

/// How far another program is confined.
package struct ConfinementBody: Codable, Hashable, Sendable {
    /// Whether it has neither the network nor other files.
    package let isWhole: Bool
    /// In one line for people.
    package let words: String

    package init(_ found: (isWhole: Bool, words: String)) { (isWhole, words) = found }
}

/// A fault that prevents the daemon from saving anything while it lasts.
package struct FaultBody: Codable, Hashable, Sendable {
    /// `disk-full`, `disk-read-only`, `disk-failed`, `files-exhausted` or `store-gone`.
    package let kind: String
    /// The fault as one sentence.
    package let words: String
    /// Its effect, and what to do.
    package let advice: String
    /// The next command.
    package let next: String

    package init(kind: String, words: String, advice: String, next: String) {
        self.kind = kind
        self.words = words
        self.advice = advice
        self.next = next
    }
}

/// A notification to the operator by one means.
package struct NotificationBody: Codable, Hashable, Sendable {
    package let id: Int64
    package let at: String
    /// `command` or `webhook`.
    package let means: String
    /// Absent for a trial.
    package let delivery: Int64?
    package let about: String
    /// `told`; `failed`: certainly not delivered; `unknown`: perhaps delivered, so Galley does not repeat it; or
    /// `settled`: obsolete before it was sent. Absent while it is in progress.
    package let outcome: String?
    package let endedAt: String?
    package let tries: Int
    /// The time of the next try.
    package let nextAt: String?
    /// Why the last try failed.
    package let reason: String?

    package init(
        id: Int64, at: String, means: String, delivery: Int64?, about: String, outcome: String?, endedAt: String?,
        tries: Int, nextAt: String?, reason: String?
    ) {
        self.id = id
        self.at = at
        self.means = means
        self.delivery = delivery
        self.about = about
        self.outcome = outcome
        self.endedAt = endedAt
        self.tries = tries
        self.nextAt = nextAt
        self.reason = reason
    }
}

/// A repair that changes neither texts nor deliveries.
package struct RepairBody: Codable, Hashable, Sendable {
    /// `search-index`, `dates`, `leftovers`, or `pictures`, `rows` and `pages`, which Galley cannot repair by itself.
    package let kind: String
    /// The finding as a sentence.
    package let found: String
    package let isNeeded: Bool
    /// What the repair did; absent when it did nothing.
    package let done: String?

    package init(kind: String, found: String, isNeeded: Bool = false, done: String? = nil) {
        self.kind = kind
        self.found = found
        self.isNeeded = isNeeded
        self.done = done
    }
}

/// The state of a target.
package struct TargetHealthBody: Codable, Hashable, Sendable {
    package let name: String
    package let kind: String
    /// The result of the last check; absent without one.
    package let isWell: Bool?
    package let checkedAt: String?
    /// The first sentence of the last check.
    package let words: String?
    package let isPaused: Bool
    /// The number of unfinished deliveries to the target.
    package let open: Int

    package init(
        name: String, kind: String, isWell: Bool?, checkedAt: String?, words: String?, isPaused: Bool, open: Int
    ) {
        self.name = name
        self.kind = kind
        self.isWell = isWell
        self.checkedAt = checkedAt
        self.words = words
        self.isPaused = isPaused
        self.open = open
    }
}

/// The store's size and the free space on its disk.
package struct DiskBody: Codable, Hashable, Sendable {
    package let storeBytes: Int
    /// The size of the WAL, which is not yet in the store's file.
    package let logBytes: Int
    package let freeBytes: Int

    package init(storeBytes: Int, logBytes: Int, freeBytes: Int) {
        self.storeBytes = storeBytes
        self.logBytes = logBytes
        self.freeBytes = freeBytes
    }
}

/// A row of the event log, sent as one message of `/v1/events`.
package struct EventBody: Codable, Hashable, Sendable {
    package let id: Int64
    package let at: String
    package let kind: String
    package let subject: String
    // Only in `arrangement-changed`:
    /// The name of the arrangement; absent for a window's own.
    package var name: String?
    /// The window to which the arrangement belongs.
    package var window: String?
    /// Absent when the window now shows another arrangement. Then read the window again, whatever revision was seen.
    package var revision: Int64?
    /// The window that made the change; absent when no window did.
    package var origin: String?
    package var announcement: String?

    package init(id: Int64, at: String, kind: String, subject: String) {
        self.id = id
        self.at = at
        self.kind = kind
        self.subject = subject
    }
}

/// The body of a `reset` message in `/v1/events`. To receive the stored events, resume after `oldest` - 1.
package struct ResetBody: Codable, Hashable, Sendable {
    package let oldest: Int64

    package init(oldest: Int64) { self.oldest = oldest }
}

/// A request that arrived in the rehearsal inbox.
package struct ArrivalBody: Codable, Hashable, Sendable {
    package let id: Int64
    package let at: String
    package let target: String
    /// The request that would have been sent, such as `POST https://…`.
    package let request: String
    /// As received, without secrets.
    package let headers: [String]
    package let body: String
    /// The result of the checks, such as “signature right” or “key seen before”.
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

/// One setting of the effective configuration, without secrets.
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
