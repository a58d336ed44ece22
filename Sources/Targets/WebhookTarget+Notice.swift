package import HTTPValues
package import Posts

extension Target {
    /// A request with a body that is no post's, signed and with the headers of every request to this webhook.
    /// - Parameter key: the same for a repetition of the same.
    /// - Returns: nil for any other kind of target.
    package func request(
        carrying body: [UInt8], of contentType: String, key: String, at now: Instant
    ) -> HTTPRequest? {
        guard case .http(let kind) = kind, let webhook = kind as? WebhookTarget else { return nil }
        let headers =
            [HTTPHeader("Content-Type", contentType)] + webhook.headers + [HTTPHeader("Idempotency-Key", key)]
        let parcel = Parcel(
            method: webhook.method, url: webhook.url, headers: headers, body: [], key: key, identity: [:])
        return webhook.request(parcel, body: body, at: now)
    }
}
