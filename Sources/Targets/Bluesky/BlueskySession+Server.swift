import HTTPValues
import JSONTree
import Posts

// Finds the server that holds an account.

extension BlueskySession {
    /// Finds the server: from the handle to the DID, from the DID to its document, from the document to the server.
    /// Each step must confirm the one before it, because the password goes where they lead.
    /// - Parameter remembered: the DID that the handle led to before.
    /// - SeeAlso: https://atproto.com/specs/handle and https://atproto.com/specs/did
    func server(of remembered: String?, _ dialogue: inout Dialogue) throws(Interruption) -> String {
        if let origin { return origin }
        if let did = account.hasPrefix("did:") ? account : remembered, let server = try server(holding: did, &dialogue)
        {
            return server
        }
        guard let did = try resolve(account, &dialogue) else {
            throw .ended(
                .denied(
                    "The handle \(account) leads to no account: neither its domain's DNS nor "
                        + "https://\(account)/.well-known/atproto-did names one. Is `account` right?"))
        }
        guard let server = try server(holding: did, &dialogue) else {
            throw .ended(.denied("The account \(did) does not confirm that its handle is \(account)."))
        }
        return server
    }

    /// - Returns: nil if the account does not confirm the handle.
    private func server(holding did: String, _ dialogue: inout Dialogue) throws(Interruption) -> String? {
        guard let address = BlueskySession.document(of: did) else {
            throw .ended(.denied("“\(did.shortened(to: 100))” is no account that can be found. Write its handle."))
        }
        let exchange = try dialogue.ask(HTTPRequest("GET", address, headers: [.acceptsJSON]))
        guard exchange.status == 200, let document = exchange.answer?.json else {
            if exchange.status == 404 || exchange.status == 410 {
                throw .ended(.denied("\(address) does not know the account \(did)."))
            }
            if case .failure(let failure) = exchange { throw .ended(.unsent(failure.words)) }
            throw .ended(.unsent("\(address) gave no document of the account \(did)."))
        }
        let names = document["alsoKnownAs"]?.elements?.compactMap(\.text) ?? []
        guard document["id"]?.text == did, account == did || names.contains("at://\(account.lowercased())") else {
            return nil
        }
        guard let found = document.accountServer?.text, found.hasPrefix("https://"), found.isPlainAddress,
            !found.contains("?"), !found.contains("#")
        else { throw .ended(.denied("The document of \(did) names no server.")) }
        return found.withoutTrailing("/")
    }

    /// - Returns: nil if both say that the handle leads nowhere. An answer that did not come says nothing.
    private func resolve(_ handle: String, _ dialogue: inout Dialogue) throws(Interruption) -> String? {
        let known = try dialogue.ask(
            HTTPRequest(
                "GET", "\(BlueskySession.directory)/xrpc/com.atproto.identity.resolveHandle?handle=\(handle)",
                headers: [.acceptsJSON]))
        if known.status == 200, let did = known.answer?.json?["did"]?.text { return did }
        let page = try dialogue.ask(HTTPRequest("GET", "https://\(handle)/.well-known/atproto-did"))
        let did = String(decoding: page.answer?.body.prefix(2000) ?? [], as: UTF8.self).trimmed
        if page.status == 200, did.hasPrefix("did:") { return did }
        if known.isNoToHandle, page.isNoToHandle { return nil }
        let unanswered = known.isNoToHandle ? page : known
        let place = known.isNoToHandle ? handle : BlueskySession.directory.hostText
        throw .ended(
            .unsent(
                "The handle \(handle) could not be looked up, because \(place) did not say whether it leads to an account: "
                    + "\(unanswered.shortWords) Is `account` right?"))
    }

    /// It reads the DNS record of a handle, which libcurl cannot do.
    private static let directory = "https://public.api.bsky.app"

    /// The address of the document of a DID; nil for a DID of an unknown method.
    private static func document(of did: String) -> String? {
        let parts = did.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 3, parts[0] == "did", (1...253).contains(parts[2].utf8.count) else { return nil }
        let allowed = parts[2].utf8.allSatisfy {
            (0x30...0x39).contains($0) || (0x41...0x5A).contains($0) || (0x61...0x7A).contains($0) || $0 == 0x2D
                || $0 == 0x2E
        }
        guard allowed else { return nil }
        return switch parts[1] {
        case "plc": "https://plc.directory/\(did)"
        case "web": "https://\(parts[2])/.well-known/did.json"
        default: nil
        }
    }

    /// The answer to the request that needs a session, if the server of the account was not found.
    func standIn(for outcome: Outcome, _ now: Instant) -> Exchange {
        guard case .denied(let words) = outcome else {
            return .failure(HTTPFailure(reached: .nothing, words: outcome.words))
        }
        let body = JSON.object(["error": .text("AccountNotFound"), "message": .text(words)])
        return .success(HTTPAnswer(status: 401, headers: [], body: Array(body.written.utf8), receivedAt: now))
    }
}

extension Exchange {
    /// Whether it says that a handle leads to no account.
    fileprivate var isNoToHandle: Bool {
        guard let status else { return false }
        return (200..<300).contains(status)
            || ((400..<500).contains(status) && ![401, 403, 408, 425, 429].contains(status))
    }

    fileprivate var shortWords: String {
        switch self {
        case .success(let answer): "it answered \(answer.status)."
        case .failure(let failure): failure.words
        }
    }
}
