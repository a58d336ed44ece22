import Copyfitting
package import HTTPValues
package import Posts

/// A Mastodon server or other software with its API.
///
/// - SeeAlso: https://docs.joinmastodon.org/methods/statuses/ and https://docs.joinmastodon.org/methods/instance/
package struct MastodonTarget: TargetKind, TargetCopies {
    /// Scheme, host and port, without a trailing `/`.
    let origin: String
    let token: Secret
    /// The author's template for the text; nil for the default.
    let template: MarkedTemplate?
    let visibility: Visibility
    let warning: String?
    let language: Language?
    let isLongAsThread: Bool
    /// Whether the parts of a thread end with their numbers.
    let isNumbered: Bool
    /// Who sees the parts after the first, if that is not more than see the first.
    let threadVisibility: Visibility
    /// The server and the account that stored facts must belong to. The token stands for the account.
    let owner: String

    package var place: ServicePlace { ServicePlace(origin) }
    var service: Service { Service(name: origin.hostText, secrets: [token]) }

    package func traits(_ facts: [UInt8]?) -> TargetTraits {
        let facts = self.facts(facts)
        return TargetTraits(
            facts?.idempotency ?? .searchable, isServerKnown: facts != nil,
            account: facts?.accountID.map { "\($0) at \(service.name)" },
            fitsAnyText: template == nil && !isLongAsThread, editProblem: facts?.editProblem(at: "The server"),
            wordsOnEdit: wordsOnEdit(facts))
    }

    /// Returns the stored facts; nil if there are none about this account at this server.
    func facts(_ encoded: [UInt8]?) -> MastodonFacts? { MastodonFacts(encoded: encoded, of: owner) }

    package func freeze(
        _ manuscript: Manuscript, as kind: DeliveryKind, facts: [UInt8]?, key: String
    ) throws(FreezeError) -> Frozen {
        switch kind {
        case .create: try frozenPost(manuscript, isEdit: false, facts: facts, key: key)
        case .edit: try frozenPost(manuscript, isEdit: true, facts: facts, key: key)
        case .delete:
            try Parcel.deletion(url: "\(origin)/api/v1/statuses/\(Parcel.copyPlaceholder)", key: key).frozenDeletion()
        }
    }

    package func request(_ parcel: Parcel, body: [UInt8], at instant: Instant) -> HTTPRequest {
        parcel.request(body, [authorization])
    }

    package var credentials: [HTTPHeader] { [HTTPHeader("Authorization", "Bearer (token)")] }

    var authorization: HTTPHeader { HTTPHeader("Authorization", "Bearer \(token.text)") }

    /// Why the server does not support `visibility`; nil if it does.
    func problem(with visibility: Visibility, _ facts: MastodonFacts) -> String? {
        guard !facts.visibilities.contains(visibility) else { return nil }
        let allowed = facts.visibilities.map(\.rawValue).joined(separator: ", ")
        return "\(service.name) runs \(facts.software), which does not know the visibility “\(visibility.rawValue)”. "
            + "Use one of \(allowed)."
    }
}

extension MastodonFacts {
    /// Warnings about plain text that the server will change in spite of the escapes, or may change.
    func escapingWarnings(_ text: String, at name: String) -> [String] {
        if readsEscapes == nil, TextEscaping.backslashes.escaped(text) != text {
            return [
                "\(name) runs \(softwareText). It may take away “\\” before punctuation, and resolve references such as “&amp;”."
            ]
        }
        guard alwaysReadsMarkdown else { return [] }
        var warnings: [String] = []
        let faces = TextEscaping.references.unprotected(in: text)
        if !faces.isEmpty {
            warnings.append(
                "\(name) runs \(software), which replaces a smiley in \(faces.listed(upTo: 3)) by an emoji, so that it leads "
                    + "nowhere.")
        }
        let lines = text.split(separator: "\n")
        if lines.contains(where: { $0.first?.isWhitespace == true }) {
            warnings.append("\(name) runs \(software), which takes the blanks at the beginning of a line away.")
        }
        let names = text.split { $0.isWhitespace }.filter {
            ($0.hasPrefix("@") || $0.hasPrefix("#")) && $0.contains("_")
        }
        if names.count > 1 || names.contains(where: { $0.filter { $0 == "_" }.count > 1 }) {
            warnings.append("\(name) runs \(software), which may read the “_” in mentions and hashtags as emphasis.")
        }
        return warnings
    }
}
