/// What is made of a copy that was read at its target: before an edit leaves, and when an edit is in doubt.
///
/// An edit is never settled by sending it again. Servers refuse an edit that changes nothing, give an edited post another
/// id, and notify all followers each time. The copy itself says whether the edit arrived.
package struct CopyMemory: Hashable, Sendable {
    /// What stood there after our last accepted write; nil for arrivals of versions that did not keep it.
    package var baseline: Standing?
    /// What the author was shown before saying “retry”: that may be overwritten.
    package var shown: Standing?
    /// What earlier requests of ours said, the accepted ones and those that may still be carried out.
    package var sent: [Standing]

    package init(baseline: Standing? = nil, shown: Standing? = nil, sent: [Standing] = []) {
        self.baseline = baseline
        self.shown = shown
        self.sent = sent
    }
}

/// A copy, read.
package enum CopyReading: Hashable, Sendable {
    case there(Standing)
    /// Its target says that it is not there any more.
    case gone(String)
    /// The reading failed, for the time being.
    case failed(Outcome)
    /// A target of this kind cannot be read.
    case unreadable
}

/// What becomes of an edit, now that the copy was read.
package enum EditVerdict: Hashable, Sendable {
    /// It leaves. The remark goes with its arrival.
    case send(remark: String?)
    /// The copy says it already.
    case isThere
    /// Somebody changed the copy. The author decides.
    case diverged(String)
}

extension CopyMemory {
    /// - Parameter wanted: what the edit will say; nil where that cannot be told in full before it is sent.
    package func verdict(on there: Standing, wanted: Standing?, sending: Standing?) -> EditVerdict {
        if let wanted, there.differences(from: wanted).isEmpty { return .isThere }
        if [baseline, shown].contains(where: { $0.map { there.differences(from: $0).isEmpty } ?? false }) {
            return .send(remark: nil)
        }
        if isOurs(there) { return .send(remark: nil) }
        guard let known = baseline ?? (there.isInAnotherState(than: sending) ? sending : nil) else {
            let found = there.parts[.source] ?? there.parts[.text] ?? ""
            return .send(
                remark: "Galley could not determine whether the copy had been changed there before this edit. It said: "
                    + "“\(found.prefix(160))\(found.count > 160 ? "…" : "")”.")
        }
        return .diverged(words(for: there, known: known, sending: sending))
    }

    /// What a look at the copy says of an edit whose answer was lost.
    package func finding(on there: Standing, of sent: Standing?, _ record: Record) -> Finding {
        guard let sent else { return .unclear("Galley does not know what was sent. Look there yourself.") }
        if there.differences(from: sent).isEmpty { return .found(record) }
        if let baseline, there.differences(from: baseline).isEmpty { return .absent }
        if there.saysTheSame(as: sent) { return .found(record) }
        if isOurs(there) { return .absent }
        guard let known = baseline ?? self.sent.last else {
            return .unclear("Galley cannot tell whether the copy says what was sent.")
        }
        return .diverged(there, words(for: there, known: known, sending: sent))
    }

    /// What of an arrival is otherwise than it was sent; nil for nothing.
    package static func remark(on there: Standing, sent: Standing?) -> String? {
        guard let sent, !there.differences(from: sent).isEmpty else { return nil }
        return "It arrived changed. " + there.contrast(with: sent, "Galley sent")
    }

    /// Whether an earlier request of ours made it so.
    private func isOurs(_ there: Standing) -> Bool {
        sent.contains { there.differences(from: $0).isEmpty || there.saysTheSame(as: $0) }
    }

    private func words(for there: Standing, known: Standing, sending: Standing?) -> String {
        let change = there.contrast(with: known, "Galley left")
        let text = sending?.parts[.source] ?? sending?.parts[.text] ?? ""
        let next = text.isEmpty ? "" : " Galley would send: “\(text.prefix(160))\(text.count > 160 ? "…" : "")”."
        return
            "The copy was changed there. \(change)\(next) “retry” sends it anyway; “cancel” leaves the copy as "
            + "it is."
    }
}

extension Standing {
    /// Such as a post that was published and is a draft now.
    fileprivate func isInAnotherState(than other: Standing?) -> Bool {
        guard let mine = parts[.state], let theirs = other?.parts[.state] else { return false }
        return mine != theirs
    }
}
