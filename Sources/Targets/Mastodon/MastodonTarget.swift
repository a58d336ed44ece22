package import HTTPValues
import JSONTree
package import Posts

/// A Mastodon server or other software with its API.
///
/// - SeeAlso: https://docs.joinmastodon.org/methods/statuses/ and https://docs.joinmastodon.org/methods/instance/
package struct MastodonTarget: TargetKind {
    /// Scheme, host and port, without a trailing `/`.
    let origin: String
    let token: Secret
    /// The author's template for the text; nil for the default.
    let template: MarkedTemplate?
    let visibility: Visibility
    let warning: String?
    let language: Language?

    package var place: String { origin }
    var service: Service { Service(name: origin.hostText, secrets: [token]) }

    package func idempotency(facts: [UInt8]?) -> IdempotencyClass {
        MastodonFacts(encoded: facts)?.idempotency ?? .searchable
    }

    package func freeze(
        _ manuscript: Manuscript, as kind: DeliveryKind, facts: [UInt8]?, key: String
    ) throws(FreezeError) -> Frozen {
        switch kind {
        case .create: try frozenPost(manuscript, isEdit: false, facts: facts, key: key)
        case .edit: try frozenPost(manuscript, isEdit: true, facts: facts, key: key)
        case .delete: try frozenDeletion(key: key)
        }
    }

    /// - Parameter isEdit: an edit omits the visibility, because servers cannot change it.
    private func frozenPost(
        _ manuscript: Manuscript, isEdit: Bool, facts: [UInt8]?, key: String
    ) throws(FreezeError) -> Frozen {
        let known = MastodonFacts(encoded: facts)
        let facts = known ?? .assumed
        let override = manuscript.override
        let visibility = isEdit ? nil : override?.visibility ?? visibility
        if let visibility, let problem = problem(with: visibility, facts) { throw FreezeError(problem) }
        if isEdit, let problem = facts.editProblem(at: service.name) { throw FreezeError(problem) }
        let warning = (override?.warning ?? warning).flatMap { $0.trimmed.isEmpty ? nil : $0 }
        let tree = try manuscript.tree()
        let shown = try manuscript.pictures(in: tree)
        let pictured = shown.withoutDrawings
        let attached = Array(pictured.prefix(facts.picturesAtOnce))
        let pictures = attached.map(ParcelPicture.init)
        for picture in pictures {
            if let problem = problem(with: picture, facts, canFit: manuscript.canFit) { throw FreezeError(problem) }
        }
        let social = try SocialText(
            of: manuscript, tree: tree.without(shown), template: template, warning: warning,
            rule: facts.countingRule, hasPictures: !pictures.isEmpty)
        let language = override?.language ?? manuscript.language ?? self.language
        let parcel = Parcel(
            method: isEdit ? "PUT" : "POST",
            url: origin + "/api/v1/statuses" + (isEdit ? "/\(Parcel.copyPlaceholder)" : ""),
            headers: [
                HTTPHeader("Content-Type", "application/json"), HTTPHeader("Accept", "application/json"),
                HTTPHeader("Idempotency-Key", key),
            ],
            body: body(social, pictures, warning: warning, visibility: visibility, language: language, facts), key: key,
            identity: identity(pictures, visibility, facts))
        var preview = Preview(
            of: parcel, credentials: [HTTPHeader("Authorization", "Bearer (token)")], text: social.text)
        (preview.count, preview.limit, preview.rule) = (social.count, facts.charactersMax, social.rule)
        (preview.losses, preview.warnings) = (
            social.losses + leftBehind(pictured, facts) + shown.drawingLosses(at: service.name),
            social.warnings + attached.silenceWarnings
        )
        preview.pictures = pictures.map { fate(of: $0, facts) }
        preview.warnings += facts.markdownWarnings(social.text, at: service.name)
        if known == nil {
            preview.warnings.append(
                "The limits of \(service.name) have not been read yet; those of an ordinary Mastodon are assumed.")
        }
        return Frozen(payload: try parcel.frozenBytes(), preview: preview)
    }

    package func request(_ parcel: Parcel, body: [UInt8], at instant: Instant) -> HTTPRequest {
        HTTPRequest(
            parcel.method, parcel.url, headers: parcel.headers + [authorization], body: body, isMutation: true,
            carriesCredentials: true)
    }

    var authorization: HTTPHeader { HTTPHeader("Authorization", "Bearer \(token.text)") }

    /// Why the server does not support `visibility`; nil if it does.
    func problem(with visibility: Visibility, _ facts: MastodonFacts) -> String? {
        guard !facts.visibilities.contains(visibility) else { return nil }
        let allowed = facts.visibilities.map(\.rawValue).joined(separator: ", ")
        return "\(service.name) runs \(facts.software), which does not know the visibility “\(visibility.rawValue)”. "
            + "Use one of \(allowed)."
    }

    /// A warning that names the pictures over the server's limit, whatever text is sent.
    private func leftBehind(_ shown: [ShownPicture], _ facts: MastodonFacts) -> [String] {
        let left = shown.dropFirst(facts.picturesAtOnce).map(\.name)
        guard !left.isEmpty else { return [] }
        let names = left.prefix(3).joined(separator: ", ") + (left.count > 3 ? " and \(left.count - 3) more" : "")
        return ["\(names): not sent, because \(service.name) takes \(facts.picturesAtOnce) pictures with a post."]
    }

    /// Names in alphabetical order. Unset fields are omitted, because some servers reject null.
    private func body(
        _ social: SocialText, _ pictures: [ParcelPicture], warning: String?, visibility: Visibility?,
        language: Language?, _ facts: MastodonFacts
    ) -> [Parcel.Fragment] {
        var start = facts.takesContentType ? "{\"content_type\":\"text/plain\"," : "{"
        // Services know languages; few know their regions.
        if let language { start += "\"language\":\(JSON.quoted(language.primary))," }
        var fragments: [Parcel.Fragment] = []
        if !pictures.isEmpty {
            let names = pictures.map { JSON.quoted($0.address) }.joined(separator: ",")
            fragments = [
                .text(start + "\"media_ids\":["),
                .hole(Parcel.Hole(name: Parcel.picturesHole, encoding: .verbatim, predicted: names)),
            ]
            start = "],"
        }
        if let warning { start += "\"sensitive\":true,\"spoiler_text\":\(JSON.quoted(warning))," }
        start += "\"status\":\""
        let end = visibility.map { "\",\"visibility\":\(JSON.quoted($0.rawValue))}" } ?? "\"}"
        return fragments + [.text(start)]
            + social.fragments(encoding: .jsonString, isGuarded: facts.alwaysReadsMarkdown) + [.text(end)]
    }

    private func identity(
        _ pictures: [ParcelPicture], _ visibility: Visibility?, _ facts: MastodonFacts
    ) -> [String: String] {
        var identity = pictures.identity
        identity["visibility"] = visibility?.rawValue
        if facts.alwaysReadsMarkdown { identity[Parcel.guardedIdentity] = "references" }
        return identity
    }
}

extension String {
    /// Host and port of a URL, for messages.
    var hostText: String {
        var rest = self[...]
        if let scheme = rest.firstRange(of: "://") { rest = rest[scheme.upperBound...] }
        return String(rest.prefix { !"/?#".contains($0) })
    }
}

extension Parcel {
    func frozenBytes() throws(FreezeError) -> [UInt8] {
        do { return try encoded() } catch { throw FreezeError("The post cannot be written as JSON.") }
    }
}

extension Preview {
    /// - Parameter credentials: the headers that `TargetKind.request` adds, with placeholders in brackets as values.
    init(of parcel: Parcel, credentials: [HTTPHeader], text: String) {
        self.init(
            method: parcel.method, url: parcel.url, headers: parcel.headers + credentials, body: parcel.predictedBody,
            text: text)
    }
}

extension MastodonFacts {
    /// Warnings about plain text that a Markdown-only server will change in spite of the escapes.
    func markdownWarnings(_ text: String, at name: String) -> [String] {
        guard alwaysReadsMarkdown else { return [] }
        var warnings: [String] = []
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
