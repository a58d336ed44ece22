import FoundationEssentials
import JSONTree
import Pictures
import Posts

/// What was learnt of a server that speaks Mastodon's API. Read from the server, never assumed: limits are set by
/// whoever runs it, and software of many names answers to the same addresses.
struct MastodonFacts: Codable, Hashable, Sendable {
    /// The software's own name in lower case, from NodeInfo; empty when the server does not tell.
    var software: String
    var version: String
    var charactersMax: Int
    /// What each address counts, whatever its length; nil when the server does not say.
    var charactersPerURL: Int?
    /// Of the account; nil when the token may not read it. Without it a lost answer cannot be looked up.
    var accountID: String?
    var accountName: String?
    /// µs since 1970.
    var fetchedAt: Int64
    /// Of pictures: how many a post may have, how large each may be, and how long what is said of it.
    var picturesMax: Int?
    var pictureBytesMax: Int?
    var picturePixelsMax: Int?
    var pictureTypes: [String]?
    var wordsMax: Int?

    /// How long facts are trusted.
    static let lifetime = Span.hours(24)

    /// What a server that was never asked is taken for: an untouched Mastodon. Before anything is sent it will be
    /// asked.
    static let assumed: MastodonFacts = {
        var facts = MastodonFacts(
            software: "mastodon", version: "", charactersMax: 500, charactersPerURL: 23, accountID: nil,
            accountName: nil, fetchedAt: 0)
        (facts.pictureBytesMax, facts.picturePixelsMax) = (16_777_216, 33_177_600)
        return facts
    }()

    /// Where a server does not say how many: as many as everywhere.
    var picturesAtOnce: Int { picturesMax ?? 4 }

    /// Such as `4, each up to 16.8 MB and 33 million pixels`.
    var picturesText: String {
        let sizes = [
            pictureBytesMax.map { ByteCount($0).text }, picturePixelsMax.map { "\($0 / 1_000_000) million pixels" },
        ].compactMap(\.self)
        return "\(picturesAtOnce)" + (sizes.isEmpty ? "" : ", each up to \(sizes.joined(separator: " and "))")
    }

    var pictureLimits: PictureLimits {
        PictureLimits(bytesMax: pictureBytesMax, pixelsMax: picturePixelsMax, types: pictureTypes)
    }

    init(
        software: String, version: String, charactersMax: Int, charactersPerURL: Int?, accountID: String?,
        accountName: String?, fetchedAt: Int64
    ) {
        self.software = software
        self.version = version
        self.charactersMax = charactersMax
        self.charactersPerURL = charactersPerURL
        self.accountID = accountID
        self.accountName = accountName
        self.fetchedAt = fetchedAt
    }

    init?(encoded bytes: [UInt8]?) {
        guard let bytes, let facts = try? JSONCoding.decode(MastodonFacts.self, from: bytes) else {
            return nil
        }
        self = facts
    }

    var encoded: [UInt8]? { try? JSONCoding.encode(self) }

    func isFresh(at now: Instant) -> Bool {
        let age = now - Instant(microseconds: fetchedAt)
        return age >= .zero && age < MastodonFacts.lifetime
    }

    /// Mastodon and its forks keep the answer under a key for an hour, Pleroma and Akkoma for six. GoToSocial, snac,
    /// Takahē ignore the key; of what is unknown nothing is assumed.
    var idempotency: IdempotencyClass {
        switch software {
        case "mastodon", "glitch", "glitch-soc", "glitchsoc", "hometown", "fedibird": .windowed(.hours(1))
        case "pleroma", "akkoma": .windowed(.hours(6))
        default: .searchable
        }
    }

    /// Mastodon's model knows the four; snac makes “only those mentioned” of each word that it does not know.
    var visibilities: [Visibility] {
        software == "snac" ? [.public, .unlisted, .private] : Visibility.allCases
    }

    /// Whether a status may say that it is plain text. Some accounts are set to Markdown, which changes `*`, `_`, `#`, `<…>`.
    var takesContentType: Bool {
        ["gotosocial", "pleroma", "akkoma", "glitch", "glitch-soc", "glitchsoc"].contains(software)
    }

    /// Whether every text is read as Markdown there, whatever was meant.
    var alwaysReadsMarkdown: Bool { software == "snac" }

    var softwareText: String {
        let name = software.isEmpty ? "unknown software" : software
        return version.isEmpty ? name : "\(name) \(version)"
    }
}

// MARK: - From the server's answers

extension MastodonFacts {
    /// - Parameter instance: the answer of `/api/v2/instance` or `/api/v1/instance`; nil if it is neither.
    init?(instance: JSON, at instant: Instant) {
        guard case .object = instance else { return nil }
        let statuses = instance.at("configuration", "statuses")
        // Pleroma and older forks name the limit at the top.
        let limit = statuses?["max_characters"]?.integer ?? instance["max_toot_chars"]?.integer
        let version = instance["version"]?.text
        guard limit != nil || version != nil else { return nil }
        let limits = 1...10_000_000
        let perURL = statuses?["characters_reserved_per_url"]?.integer
        self.init(
            software: "", version: String((version ?? "").filter { !$0.isControl }.prefix(100)),
            charactersMax: limit.flatMap { limits.contains($0) ? $0 : nil } ?? MastodonFacts.assumed.charactersMax,
            charactersPerURL: perURL.flatMap { (1...2000).contains($0) ? $0 : nil }, accountID: nil, accountName: nil,
            fetchedAt: instant.microseconds)
        let media = instance.at("configuration", "media_attachments")
        picturesMax = statuses?["max_media_attachments"]?.count(in: 0...100)
        pictureBytesMax = media?["image_size_limit"]?.count(in: 1...1_000_000_000)
        picturePixelsMax = media?["image_matrix_limit"]?.count(in: 1...1_000_000_000)
        wordsMax = media?["description_limit"]?.count(in: 1...100_000)
        let types = media?["supported_mime_types"]?.elements?.compactMap(\.text).filter { $0.hasPrefix("image/") }
        pictureTypes = types.map { $0.prefix(20).map { String($0.prefix(60)) } }
    }

    /// The name that a version such as `2.7.2 (compatible; Pleroma 2.5.0)` betrays, for servers without NodeInfo.
    var softwareInVersion: String {
        let lower = version.lowercased()
        return ["pleroma", "akkoma", "gotosocial", "snac", "takahe", "pixelfed"].first { lower.contains($0) } ?? ""
    }

    mutating func learn(account: JSON) {
        accountID = account["id"]?.identifier
        accountName = (account["acct"] ?? account["username"])?.text.map {
            String($0.filter { !$0.isControl }.prefix(200))
        }
    }

    /// The address of the NodeInfo document in the answer of `/.well-known/nodeinfo`, if it is on the same server.
    static func nodeInfoAddress(in json: JSON?, at origin: String) -> String? {
        let links = json?["links"]?.elements ?? []
        let addresses = links.prefix(20).filter { link in
            link["rel"]?.text?.hasPrefix("http://nodeinfo.diaspora.software/ns/schema/") == true
        }.compactMap { $0["href"]?.text }
        return addresses.last { $0.hasPrefix(origin + "/") && $0.isPlainAddress }
    }

    static func softwareName(in json: JSON?) -> String? {
        let name = json?.at("software", "name")?.text?.lowercased() ?? ""
        let isName =
            !name.isEmpty && name.utf8.count <= 60
            && name.utf8.allSatisfy { (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || $0 == 0x2D }
        return isName ? name : nil
    }
}

extension JSON {
    fileprivate func count(in range: ClosedRange<Int>) -> Int? { integer.flatMap { range.contains($0) ? $0 : nil } }
}

extension String {
    /// Whether nothing in it could end a header line or a request line.
    var isPlainAddress: Bool {
        utf8.count <= 2000 && utf8.allSatisfy { (0x21...0x7E).contains($0) }
    }
}
