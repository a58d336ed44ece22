/// `POST /v1/reload`: the changes that the reload applied.
package struct ReloadBody: Codable, Hashable, Sendable {
    /// Settings in force from now on, by their names in `galley config show`, without those of targets.
    package let settings: [String]
    package let targetsAdded: [String]
    package let targetsChanged: [String]
    package let targetsRemoved: [String]
    /// Changed settings that need a restart of the daemon.
    package let waiting: [String]
    /// The command that restarts it, if any setting needs that.
    package let next: String?
    /// What does not go on with the new settings, each with the next command: deliveries to targets that they lack, or that
    /// have no secret, and sites that could not be written.
    package var troubles: [String]?
    /// The sites whose pages follow other settings now; absent if there are none.
    package var rebuilt: [SiteRebuildBody]?
    /// The targets at which copies stay as they were sent, although new ones would differ; absent if there are none.
    package var unchangedCopies: [String]?

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

    /// Sentences for people, one per line.
    package var sentences: [String] {
        var sentences: [String] = []
        let lists = [
            ("New targets", targetsAdded), ("Changed targets", targetsChanged), ("Removed targets", targetsRemoved),
            ("Changed settings", settings),
        ]
        for (subject, names) in lists where !names.isEmpty {
            sentences.append("\(subject): \(names.joined(separator: ", ")).")
        }
        if sentences.isEmpty, waiting.isEmpty { sentences.append("Nothing has changed.") }
        sentences += [restart].compactMap(\.self) + (rebuilt ?? []).flatMap { $0.sentences() }
        if let unchangedCopies {
            sentences.append("Copies that were sent to \(unchangedCopies.joined(separator: ", ")) stay as they are.")
        }
        return sentences + (troubles ?? [])
    }

    /// What only a restart changes, with the command; nil if there is nothing.
    package var restart: String? {
        guard !waiting.isEmpty else { return nil }
        return "These settings need a restart: \(waiting.joined(separator: ", ")). Next: \(next ?? "restart galleyd")"
    }
}
