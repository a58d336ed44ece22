import Posts
import Wire

extension Draft {
    /// `TextField` and `bodyBytesMax` have the bounds of the texts.
    static let tagsMax = 200
    /// As many targets as a publication can name.
    static let overridesMax = 100

    /// - Parameters:
    ///   - old: the stored draft. A text that is already too long may be saved if it does not grow, and what was written for
    ///     a target that the settings no longer have stays.
    ///   - targets: those of the settings.
    /// - Throws: a `Problem` that names the first field beyond its bound and both numbers, or a target that does not exist.
    func checkBounds(since old: Draft? = nil, targets: Set<TargetName>) throws(Problem) {
        for field in TextField.allCases {
            try Draft.check(self[field], since: old?[field], field.rawValue, field.words, max: field.charactersMax)
        }
        guard tags.count <= max(Draft.tagsMax, old?.tags.count ?? 0) else {
            throw Problem.badField(
                "tags", "The post has \(tags.count) tags. The limit is \(Draft.tagsMax). Remove some.")
        }
        try checkOverrides(since: old?.overrides ?? [:], targets: targets)
    }

    private func checkOverrides(since old: [TargetName: TargetOverride], targets: Set<TargetName>) throws(Problem) {
        for (name, said) in overrides.sorted(by: { $0.key.text < $1.key.text }) {
            try Draft.check(said, for: name, since: old[name], targets: targets)
        }
        guard overrides.count <= max(Draft.overridesMax, old.count) else {
            throw Problem.badField(
                "overrides",
                "\(overrides.count) targets have overrides. The limit is \(Draft.overridesMax). Remove some.")
        }
    }

    private static func check(
        _ said: TargetOverride, for name: TargetName, since old: TargetOverride?, targets: Set<TargetName>
    ) throws(Problem) {
        let field = "overrides.\(name)"
        guard targets.contains(name) || old != nil else {
            throw Problem.noSuchTarget(name.text, status: 422, field: field)
        }
        try check(said.text, since: old?.text, "\(field).text", "text for “\(name)”", max: TargetOverride.textMax)
        try check(
            said.warning, since: old?.warning, "\(field).warning", "warning for “\(name)”",
            max: TargetOverride.warningMax)
    }

    private static func check(
        _ text: String?, since old: String?, _ field: String, _ words: String, max: Int
    ) throws(Problem) {
        // A scalar has at least one byte, so the number of bytes suffices for nearly every text.
        guard let text, text.utf8.count > max else { return }
        let count = text.unicodeScalars.count
        guard count > max, count > old?.unicodeScalars.count ?? 0 else { return }
        throw Problem.badField(field, "The \(words) has \(count) characters. The limit is \(max). Shorten it.")
    }

    /// Shortens fields that are too long in an import. The rest of a title or summary moves to the beginning of the
    /// text, so that no word is lost. An author's name is cut, and tags beyond the maximum are dropped. So is what was
    /// written for targets that the desk does not have, and what is too long for one.
    /// - Parameter targets: those of the settings.
    /// - Returns: the changes, for the report.
    mutating func fit(targets: Set<TargetName>) -> [ImportNoteBody] {
        var notes: [ImportNoteBody] = []
        for field in [TextField.summary, .title] {
            guard let rest = self[field]?.takeRest(beyond: field.charactersMax) else { continue }
            body = rest + "\n\n" + body
            notes.append(.tooLong(field, "The rest now begins the text."))
        }
        for field in TextField.allCases where field.form == .words {
            guard self[field]?.takeRest(beyond: field.charactersMax) != nil else { continue }
            notes.append(.tooLong(field, "The rest was left out."))
        }
        if tags.count > Draft.tagsMax {
            let words = "There are \(tags.count) tags; the limit is \(Draft.tagsMax). The others were left out."
            notes.append(ImportNoteBody(what: "tags", words: words))
            tags = Array(tags.prefix(Draft.tagsMax))
        }
        return notes + fitOverrides(targets: targets)
    }

    private mutating func fitOverrides(targets: Set<TargetName>) -> [ImportNoteBody] {
        var notes: [ImportNoteBody] = []
        for (name, said) in overrides.sorted(by: { $0.key.text < $1.key.text }) {
            do {
                try Draft.check(said, for: name, since: nil, targets: targets)
            } catch {
                overrides[name] = nil
                let words = "\(error.body.title) It was left out."
                notes.append(ImportNoteBody(what: "the override for “\(name)”", words: words))
            }
        }
        return notes
    }
}

extension ImportNoteBody {
    fileprivate static func tooLong(_ field: TextField, _ then: String) -> ImportNoteBody {
        ImportNoteBody(
            what: "the \(field.name)", words: "It has more than \(field.charactersMax) characters, the limit. \(then)")
    }
}

extension String {
    /// Keeps as many whole characters as fit into `max` scalars.
    /// - Returns: the removed rest; nil when there is none.
    fileprivate mutating func takeRest(beyond max: Int) -> String? {
        guard utf8.count > max, unicodeScalars.count > max else { return nil }
        var (end, count) = (startIndex, 0)
        while end < endIndex {
            count += self[end].unicodeScalars.count
            guard count <= max else { break }
            end = index(after: end)
        }
        // One character may have thousands of combining marks. Then the cut is inside the character.
        if end == startIndex { end = unicodeScalars.index(startIndex, offsetBy: max) }
        let rest = String(self[end...])
        self = String(self[..<end])
        return rest
    }
}
