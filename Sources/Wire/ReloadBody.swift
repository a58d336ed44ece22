/// `POST /v1/reload`: what the configuration, read again, has changed.
package struct ReloadBody: Codable, Hashable, Sendable {
    /// Settings that are in force from now on, as `galley config show` calls them. Those of targets are not among them.
    package let settings: [String]
    package let targetsAdded: [String]
    package let targetsChanged: [String]
    package let targetsRemoved: [String]
    /// Settings that have changed in the files, and are in force once the daemon is restarted.
    package let waiting: [String]
    /// How to restart it, when something waits for that.
    package let next: String?

    package init(
        settings: [String], targetsAdded: [String], targetsChanged: [String], targetsRemoved: [String],
        waiting: [String], next: String? = nil
    ) {
        self.settings = settings
        self.targetsAdded = targetsAdded
        self.targetsChanged = targetsChanged
        self.targetsRemoved = targetsRemoved
        self.waiting = waiting
        self.next = next
    }

    package static let nothing = ReloadBody(
        settings: [], targetsAdded: [], targetsChanged: [], targetsRemoved: [], waiting: [])

    /// Sentences for people, each on a line of its own.
    package var sentences: [String] {
        var sentences: [String] = []
        let told = [
            ("New targets", targetsAdded), ("Changed targets", targetsChanged), ("Removed targets", targetsRemoved),
            ("Changed settings", settings),
        ]
        for (subject, names) in told where !names.isEmpty {
            sentences.append("\(subject): \(names.joined(separator: ", ")).")
        }
        if sentences.isEmpty, waiting.isEmpty { sentences.append("Nothing has changed.") }
        if !waiting.isEmpty {
            let next = next ?? "restart galleyd"
            sentences.append("For a restart wait: \(waiting.joined(separator: ", ")). Next: \(next)")
        }
        return sentences
    }
}
