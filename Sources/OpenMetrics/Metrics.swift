/// Everything that is counted while the daemon runs. One value goes to all rooms; each counts what it does.
package struct Metrics: Sendable {
    /// Durable commits of the store, by how long they took.
    package let commits = Timings(bounds: [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5])
    /// Requests that were answered.
    package let requests = Counter<AnsweredRequest>()
    /// Attempts at targets that ended.
    package let attempts = Counter<EndedAttempt>()
    /// Notifications that were sent, or were not.
    package let notifications = Counter<EndedNotification>()
    /// Open event streams.
    package let streams = Gauge()

    package init() {}
}

package struct AnsweredRequest: Hashable, Sendable {
    package let method: String
    /// The pattern, never the path: there are few of them, and they name nothing.
    package let route: String
    package let status: Int

    package init(method: String, route: String, status: Int) {
        self.method = method
        self.route = route
        self.status = status
    }
}

package struct EndedAttempt: Hashable, Sendable {
    package let target: String
    /// `accepted`, `refused`, `denied`, `busy`, `unsent` or `unknown`.
    package let outcome: String

    package init(target: String, outcome: String) {
        self.target = target
        self.outcome = outcome
    }
}

package struct EndedNotification: Hashable, Sendable {
    /// `command` or `webhook`.
    package let means: String
    /// `told`, `failed` or `unknown`.
    package let outcome: String

    package init(means: String, outcome: String) {
        self.means = means
        self.outcome = outcome
    }
}
