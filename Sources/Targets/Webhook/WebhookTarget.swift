import Copyfitting
import Digests
package import HTTPValues
import Pictures
package import Posts
import Rendering

/// Any program that accepts a signed HTTP request: the author's own, or a service that Galley has no kind for.
///
/// `X-Signature` is `sha256=` and the hexadecimal HMAC-SHA256 of `X-Timestamp`, a dot and the body. With it, a receiver
/// can authenticate the sender and reject old requests. `Idempotency-Key` stays the same for all attempts.
/// - SeeAlso: https://datatracker.ietf.org/doc/draft-ietf-httpapi-idempotency-key-header/ and RFC 2104
package struct WebhookTarget: TargetKind, TargetCopies {
    let url: String
    let method: String
    let headers: [HTTPHeader]
    /// Headers whose values contain `{{secret}}`.
    let secretHeaders: [HTTPHeader]
    let contentType: String
    /// nil for the default document.
    let template: WebhookTemplate?
    let secret: Secret?
    /// Empty for every 2xx status.
    let success: Set<Int>
    let idPointer: JSONPointer?
    let urlPointer: JSONPointer?
    /// How long the receiver remembers a key; nil if it makes no promise.
    let idempotencyWindow: Span?
    /// The receiver's status for a key that it remembers.
    let alreadyDoneStatus: Int?
    let rawHTML: RawHTMLPolicy

    static let secretPlaceholder = "{{secret}}"

    /// Scheme and host only: the path of a webhook may be a secret.
    package var place: ServicePlace {
        ServicePlace(
            String(url[..<(url.withoutScheme.firstIndex { "/?#".contains($0) } ?? url.endIndex)]), hiding: .path)
    }
    var service: Service { Service(name: url.hostText, secrets: secret.map { [$0] } ?? []) }

    var idempotency: IdempotencyClass { idempotencyWindow.map(IdempotencyClass.windowed) ?? .blind }

    /// The receiver treats the keys of edits and deletions like those of posts.
    package func traits(_ facts: [UInt8]?) -> TargetTraits {
        TargetTraits(
            idempotency, edits: idempotency, deletions: idempotency, isServerKnown: facts != nil,
            wordsOnEdit:
                "Edits are sent as “edited”. Galley cannot see what the receiver keeps: changes made there are not "
                + "noticed.")
    }

    /// The field `event` says whether the post was published, edited or deleted.
    package func freeze(
        _ manuscript: Manuscript, as kind: DeliveryKind, facts: [UInt8]?, key: String
    ) throws(FreezeError) -> Frozen {
        let (fragments, warnings, losses) = try body(of: manuscript, as: kind, key: key)
        let parcel = Parcel(
            method: method, url: url,
            headers: [HTTPHeader("Content-Type", contentType)] + headers + [HTTPHeader("Idempotency-Key", key)],
            body: fragments, key: key, identity: [:])
        var preview = Preview(text: parcel.predictedBody)
        let named = MediaID.all(in: manuscript.body.utf8.span)
        let silence = "Pictures do not go along: where the text shows one, the receiver reads an address of this desk."
        preview.warnings = warnings + (named.isEmpty ? [] : [silence])
        preview.losses = losses
        return Frozen(payload: try parcel.frozenBytes(), preview: preview)
    }

    package var credentials: [HTTPHeader] {
        var shown = secretHeaders(with: "(secret)")
        if secret != nil {
            shown += [HTTPHeader("X-Timestamp", "(when it leaves)"), HTTPHeader("X-Signature", "sha256=(signature)")]
        }
        return shown
    }

    package func request(_ parcel: Parcel, body: [UInt8], at instant: Instant) -> HTTPRequest {
        var headers = parcel.headers
        if let secret {
            headers += secretHeaders(with: secret.text)
            let timestamp = "\(instant.seconds)"
            headers.append(HTTPHeader("X-Timestamp", timestamp))
            headers.append(HTTPHeader("X-Signature", secret.signature(of: body, timestamp: timestamp)))
        }
        // A signature may cross a network unencrypted; a secret in a header may not.
        return HTTPRequest(
            parcel.method, parcel.url, headers: headers, body: body, isMutation: true,
            carriesCredentials: !secretHeaders.isEmpty)
    }

    private func secretHeaders(with secret: String) -> [HTTPHeader] {
        secretHeaders.map { HTTPHeader($0.name, $0.value.replacing(Self.secretPlaceholder, with: secret)) }
    }

    func body(
        of manuscript: Manuscript, as kind: DeliveryKind = .create, key: String
    ) throws(FreezeError) -> (fragments: [Parcel.Fragment], warnings: [String], losses: [String]) {
        let html = try manuscript.html(RenderOptions(rawHTML: rawHTML))
        let tree = try manuscript.tree()
        let values = WebhookValues(
            manuscript: manuscript, html: html.text, text: manuscript.override?.text ?? PlainText(tree).text,
            summary: manuscript.spokenSummary(tree), key: key, delivery: kind)
        return (try template?.fragments(values) ?? values.document, html.warnings, html.losses)
    }
}

extension Secret {
    /// The value of `X-Signature`.
    package func signature(of body: [UInt8], timestamp: String) -> String {
        "sha256=" + HMACSHA256.code(Array("\(timestamp).".utf8) + body, key: Array(text.utf8)).hexadecimal
    }
}
