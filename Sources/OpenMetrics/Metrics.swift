/// All metrics of the running daemon. One value is passed to all modules, and each counts its own work.
package struct Metrics: Sendable {
    /// Durations of the store's commits.
    package let commits = Timings(bounds: [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5])
    /// Answered requests.
    package let requests = Counter<AnsweredRequest>()
    /// Ended attempts at targets.
    package let attempts = Counter<EndedAttempt>()
    /// Ended notifications, sent or failed.
    package let notifications = Counter<EndedNotification>()
    /// Open event streams.
    package let streams = Gauge()

    package init() {}
}

package struct AnsweredRequest: Hashable, Sendable {
    package let method: String
    /// The route's pattern, never the path: there are few patterns, and they contain no names.
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
