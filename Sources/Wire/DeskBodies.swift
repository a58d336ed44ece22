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
    /// What of the machine keeps the store from being written; absent when nothing does.
    package var fault: FaultBody?
    /// What goes out next, the soonest first; at most five.
    package var upcoming: [DeliveryBody] = []
    package var targets: [TargetHealthBody] = []
    package var disk: DiskBody?
    package var uptimeSeconds: Int?
    /// The version of the system's time zones.
    package var zoneData: String?
    /// Whether pictures are turned upright and made smaller where a target takes no larger ones.
    package var canFitPictures: Bool?
    /// How far the program that does so is kept from the network and from other files; absent where there is none.
    package var pictureConfinement: String?

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

/// What keeps the daemon from saving anything, for as long as it does.
package struct FaultBody: Codable, Hashable, Sendable {
    /// `disk-full`, `disk-read-only`, `disk-failed`, `files-exhausted` or `store-gone`.
    package let kind: String
    /// One sentence: what is wrong.
    package let words: String
    /// What it means, and what to do.
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

/// Something that the operator was told, or is to be told, by one means.
package struct NotificationBody: Codable, Hashable, Sendable {
    package let id: Int64
    package let at: String
    /// `command` or `webhook`.
    package let means: String
    /// Absent for a trial.
    package let delivery: Int64?
    package let about: String
    /// `told`, `failed` (certainly not told), `unknown` (perhaps told, so not told again) or `settled` (over before anybody
    /// was told); absent while it is not over.
    package let outcome: String?
    package let endedAt: String?
    package let tries: Int
    /// Of the next try.
    package let nextAt: String?
    /// Why the last try did not succeed.
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

/// Something that can be put right without touching a word or a delivery.
package struct RepairBody: Codable, Hashable, Sendable {
    /// `search-index`, `dates` or `leftovers`.
    package let kind: String
    /// What was found, in a sentence.
    package let found: String
    package let isNeeded: Bool
    /// What was done about it; absent when nothing was.
    package let done: String?

    package init(kind: String, found: String, isNeeded: Bool = false, done: String? = nil) {
        self.kind = kind
        self.found = found
        self.isNeeded = isNeeded
        self.done = done
    }
}

/// How a target is.
package struct TargetHealthBody: Codable, Hashable, Sendable {
    package let name: String
    package let kind: String
    /// What the last check found; absent when there was none.
    package let isWell: Bool?
    package let checkedAt: String?
    /// The first sentence of the last check.
    package let words: String?
    package let isPaused: Bool
    /// How many deliveries to it are not over.
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

/// What the store takes on its disk, and what is left there.
package struct DiskBody: Codable, Hashable, Sendable {
    package let storeBytes: Int
    /// Of what was written last and is not in the file yet.
    package let logBytes: Int
    package let freeBytes: Int

    package init(storeBytes: Int, logBytes: Int, freeBytes: Int) {
        self.storeBytes = storeBytes
        self.logBytes = logBytes
        self.freeBytes = freeBytes
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

/// What a `reset` among the messages of `/v1/events` says: whoever wants what is kept goes on after the one before `oldest`.
package struct ResetBody: Codable, Hashable, Sendable {
    package let oldest: Int64

    package init(oldest: Int64) { self.oldest = oldest }
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
