import Posts

/// Makes of a post the text that one service gets, and holds it to that service's limit.
package struct Fitting: Sendable {
    package let rule: CountingRule
    /// The content warning; empty for none. It takes part of the room.
    package let warning: String

    /// Whether a message without words is none: with a picture it is one.
    package let needsWords: Bool

    package init(rule: CountingRule, warning: String = "", needsWords: Bool = true) {
        self.rule = rule
        self.warning = warning
        self.needsWords = needsWords
    }

    /// What is sent when the author says nothing.
    ///
    /// A post without a title that fits goes whole. Otherwise title, summary and address go, without a summary the
    /// beginning of the text, each a paragraph of its own. What does not fit is cut: first the text, then the title;
    /// the address stays whole as long as it fits alone. Hashtags come last; where something has to be cut for want of
    /// room they take at most a fifth of it.
    /// - Complexity: linear in the size of the pieces.
    package func fit(_ pieces: Pieces) throws(FitError) -> Fitted {
        let warningCount = rule.count("", warning: warning)
        guard warningCount < rule.limit else {
            throw .warningTooLong(count: warningCount, limit: rule.limit, server: rule.name)
        }
        var draft = MessageDraft(pieces: pieces, fitting: self)
        guard draft.hasContent || !needsWords else { throw .nothingToSend }
        draft.fit()
        guard !draft.segments.isEmpty || !needsWords else { throw .nothingToSend }
        return fitted(draft.segments, address: pieces.address, losses: draft.losses, isCut: draft.isCut)
    }

    /// A text that the author wrote for this service, or that a template made. It is sent as it is or refused, never
    /// cut.
    package func check(
        _ segments: [Fitted.Segment], address: AddressPiece = .none, losses: [Loss] = []
    ) throws(FitError) -> Fitted {
        let fitted = fitted(segments, address: address, losses: losses, isCut: false)
        guard !needsWords || !fitted.text(address: address.standIn ?? "").trimmed.isEmpty else { throw .nothingToSend }
        guard fitted.count <= rule.limit else {
            let warningCount = rule.count("", warning: warning)
            throw .tooLong(count: fitted.count, limit: rule.limit, server: rule.name, warningCount: warningCount)
        }
        return fitted
    }

    package func check(explicit text: String) throws(FitError) -> Fitted {
        try check(text.isEmpty ? [] : [.text(text)])
    }

    private func fitted(_ segments: [Fitted.Segment], address: AddressPiece, losses: [Loss], isCut: Bool) -> Fitted {
        let count = rule.count(segments.text(address: address.standIn ?? ""), warning: warning)
        return Fitted(segments: segments, rule: rule, warning: warning, count: count, losses: losses, isCut: isCut)
    }
}
