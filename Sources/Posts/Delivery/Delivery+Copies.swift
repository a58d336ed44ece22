/// Decides what follows from reading a copy at its target: before an edit is sent, and when an edit is in doubt.
///
/// Sending an edit again never settles it. Servers reject an edit that changes nothing, give an edited post another id,
/// and notify all followers each time. The copy itself shows whether the edit arrived.
package struct CopyMemory: Hashable, Sendable {
    /// The copy after our last accepted write; nil for deliveries by versions that did not store it.
    package let baseline: Standing?
    /// The copy that the author saw before choosing “retry”; Galley may overwrite it.
    package let shown: Standing?
    /// The contents of our earlier requests: the accepted ones and those that the server may still carry out.
    package let sent: [Standing]

    package init(baseline: Standing? = nil, shown: Standing? = nil, sent: [Standing] = []) {
        self.baseline = baseline
        self.shown = shown
        self.sent = sent
    }
}

/// The result of reading a copy.
package enum CopyReading: Hashable, Sendable {
    case there(Standing)
    /// The target reports that the copy no longer exists.
    case gone(String)
    /// The copy could not be read this time.
    case failed(Outcome)
    /// This kind of target cannot be read.
    case unreadable
}

/// The decision about an edit after reading the copy.
package enum EditVerdict: Hashable, Sendable {
    /// Send the edit. The remark is recorded when it is delivered.
    case send(remark: String?)
    /// The copy already has the wanted content.
    case isThere
    /// Another person changed the copy. The author decides.
    case diverged(String)
}

extension CopyMemory {
    /// - Parameter wanted: the content after the edit; nil if it is not fully known before sending.
    package func verdict(on there: Standing, wanted: Standing?, sending: Standing?) -> EditVerdict {
        if let wanted, there.differences(from: wanted).isEmpty { return .isThere }
        if isAsItWas(there) || isOurs(there) { return .send(remark: nil) }
        guard let known = baseline ?? (there.isInAnotherState(than: sending) ? sending : nil) else {
            return .send(
                remark: "Galley could not determine whether the copy had been changed there before this edit. It said: "
                    + "\(there.quotedText).")
        }
        return .diverged(words(for: there, known: known, sending: sending))
    }

    /// The outcome of an edit whose answer was lost, from reading the copy.
    package func finding(on there: Standing, of sent: Standing?, _ record: RemotePost) -> LookUpResult {
        guard let sent else { return .unclear("Galley does not know what was sent. Look there yourself.") }
        if there.differences(from: sent).isEmpty { return .found(record) }
        if isAsItWas(there) { return .absent }
        if there.saysTheSame(as: sent) { return .found(record) }
        if isOurs(there) { return .absent }
        guard let known = baseline ?? self.sent.last else {
            return .unclear("Galley cannot tell whether the copy says what was sent.")
        }
        return .diverged(there, words(for: there, known: known, sending: sent))
    }

    /// How the delivered copy differs from what was wanted; nil if it does not.
    package static func remark(on there: Standing, sent: Standing?) -> String? {
        sent.flatMap { remark(on: there, wanted: $0, "It arrived changed.", "Galley sent") }
    }

    /// - Parameters:
    ///   - change: says that the copy is another one.
    ///   - origin: of what was wanted.
    private static func remark(on there: Standing, wanted: Standing, _ change: String, _ origin: String) -> String? {
        let exposure = there.exposure(than: wanted)
        let others = there.allDifferences(from: wanted).filter { exposure == nil || $0 != .visibility }
        let sentences = [
            exposure.map { "\(exposureWords) It is \($0.there.rawValue), and was to be \($0.wanted.rawValue)." },
            others.isEmpty ? nil : "\(change) \(there.contrast(with: wanted, in: others, origin))",
        ].compactMap(\.self)
        return sentences.isEmpty ? nil : sentences.joined(separator: " ")
    }

    /// How the copy that was found after a restore differs from the text in the backup; nil if it does not.
    /// - Parameter there: nil if the copy cannot be read.
    package static func remarkAfterRestore(on there: Standing?, restored: Standing?) -> String? {
        guard let there, let restored else {
            return "It was there when the store was restored, perhaps with a later text."
        }
        let change = "It was there when the store was restored, with another text, perhaps a later one."
        return remark(on: there, wanted: restored, change, "The backup has")
    }

    /// A remark on a copy begins with this sentence if private words went out; see `Delivery.isExposed`.
    static let exposureWords = "More people can see it there than you wanted."

    /// Whether the copy is as Galley left it, or as the author saw it before choosing “retry”.
    private func isAsItWas(_ there: Standing) -> Bool {
        [baseline, shown].contains { $0.map { there.differences(from: $0).isEmpty } ?? false }
    }

    /// Whether the content comes from one of our earlier requests.
    private func isOurs(_ there: Standing) -> Bool {
        sent.contains { there.differences(from: $0).isEmpty || there.saysTheSame(as: $0) }
    }

    private func words(for there: Standing, known: Standing, sending: Standing?) -> String {
        let change = there.contrast(with: known, "Galley left")
        let next = sending.flatMap { $0.text.isEmpty ? nil : " Galley would send: \($0.quotedText)." } ?? ""
        return
            "The copy was changed there. \(change)\(next) “retry” sends it anyway; “cancel” leaves the copy as "
            + "it is."
    }
}

extension Standing {
    /// As its author wrote it, as far as it is known.
    fileprivate var text: String { parts[.source] ?? parts[.text] ?? "" }

    fileprivate var quotedText: String { "“\(text.prefix(160))\(text.count > 160 ? "…" : "")”" }

    /// For example, a post that was published and is now a draft.
    fileprivate func isInAnotherState(than other: Standing?) -> Bool {
        guard let mine = parts[.state], let theirs = other?.parts[.state] else { return false }
        return mine != theirs
    }
}
