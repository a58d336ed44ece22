import JSONTree
import Posts

/// The facts about a server and an account there, which Galley reads from the server and stores.
protocol ServerFacts: Codable, Hashable, Sendable {
    /// The settings that the facts belong to. For others they say nothing.
    var owner: String { get }
    /// µs since 1970.
    var fetchedAt: Int64 { get }
}

extension ServerFacts {
    /// - Returns: nil for facts of another owner, and for those of earlier versions, which named none.
    init?(encoded bytes: [UInt8]?, of owner: String) {
        self.init(encodedByAny: bytes)
        if self.owner != owner { return nil }
    }

    /// The facts of whichever owner.
    init?(encodedByAny bytes: [UInt8]?) {
        guard let bytes, let facts = try? JSONCoding.decode(Self.self, from: bytes) else { return nil }
        self = facts
    }

    /// The stored facts, unless they are older than a day or from a clock that was ahead.
    init?(freshIn briefing: Briefing, of owner: String) {
        self.init(encoded: briefing.facts, of: owner)
        let age = briefing.now - Instant(microseconds: fetchedAt)
        if age < .zero || age >= .hours(24) { return nil }
    }

    var encoded: [UInt8]? { try? JSONCoding.encode(self) }
}
