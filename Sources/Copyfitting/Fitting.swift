import Posts

/// Makes the text of a post for one service within the service's limit.
package struct Fitting: Sendable {
    package let rule: CountingRule
    /// The content warning; empty for none. It counts toward the limit.
    package let warning: String

    /// Whether a message without words is an error. With a picture it is not.
    package let needsWords: Bool

    package init(rule: CountingRule, warning: String = "", needsWords: Bool = true) {
        self.rule = rule
        self.warning = warning
        self.needsWords = needsWords
    }

    /// Makes the message when the author wrote none for this service.
    ///
    /// A post without a title is sent whole if it fits. Otherwise the message consists of title, summary (else the
    /// beginning of the text) and address, each in a separate paragraph. If it is too long, first the text is cut, then
    /// the title; the address is never cut and is left out only if it does not fit alone. Hashtags come last. If
    /// something has to be cut, they take at most a fifth of the limit.
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

    /// Checks a text that the author wrote for this service, or that a template made. It is either sent unchanged or
    /// refused, never cut.
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

    private func fitted(_ segments: [Fitted.Segment], address: AddressPiece, losses: [Loss], isCut: Bool) -> Fitted {
        let count = rule.count(segments.text(address: address.standIn ?? ""), warning: warning)
        return Fitted(segments: segments, count: count, losses: losses, isCut: isCut)
    }
}
