import HTTPTypes

extension HTTPField.Name {
    /// - Parameter name: a valid header field name.
    private static func known(_ name: String) -> HTTPField.Name {
        guard let name = HTTPField.Name(name) else { preconditionFailure("“\(name)” is not a header field name.") }
        return name
    }

    static let secFetchSite = known("Sec-Fetch-Site")
    static let secFetchMode = known("Sec-Fetch-Mode")
    static let secFetchDest = known("Sec-Fetch-Dest")
    static let severalHosts = known(ConnectionWatch.severalHosts)
    static let secPurpose = known("Sec-Purpose")
    /// The edition of the page in an answer with its index.
    static let galleyEdition = known("Galley-Edition")
    static let openerPolicy = known("Cross-Origin-Opener-Policy")
    /// The user for whom a page was loaded, percent-encoded. All pages of a browser share one cookie, and another user
    /// may have signed in since.
    static let galleyUser = known("Galley-User")
    static let idempotencyKey = known("Idempotency-Key")
    static let lastEventID = known("Last-Event-ID")
    static let referrerPolicy = known("Referrer-Policy")
    static let resourcePolicy = known("Cross-Origin-Resource-Policy")
    /// Asks nginx not to buffer the response.
    static let xAccelBuffering = known("X-Accel-Buffering")
    static let xForwardedFor = known("X-Forwarded-For")
    static let rehearsalPass = known("Galley-Rehearsal")
    static let rehearsedURL = known("Galley-Rehearsed-URL")
}
