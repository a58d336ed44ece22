import Copyfitting
import JSONTree
import Pictures
import Posts

/// The facts about a server that speaks Mastodon's API. Galley reads them from the server and never assumes them: each
/// administrator sets the limits, and many programs implement the API.
struct MastodonFacts: ServerFacts {
    /// `MastodonTarget.owner`.
    let owner: String
    /// The software's name in lower case, from NodeInfo; empty if the server does not report it.
    var software: String
    var version: String
    var charactersMax: Int
    /// How many characters each URL counts, whatever its length; nil if the server does not report it.
    var charactersPerURL: Int?
    /// The id of the account; nil if the token may not read it. Without it, Galley cannot look up a post whose answer
    /// was lost.
    var accountID: String?
    var accountName: String?
    var fetchedAt: Int64
    /// Limits of pictures: how many per post, bytes and pixels of each, and the length of a description.
    var picturesMax: Int?
    var pictureBytesMax: Int?
    var picturePixelsMax: Int?
    var pictureTypes: [String]?
    var wordsMax: Int?

    /// The facts assumed for a server that was never asked: those of an unmodified Mastodon. Galley asks the server
    /// before it sends anything.
    static let assumed = MastodonFacts(
        owner: "", software: "mastodon", version: "", charactersMax: 500, charactersPerURL: 23, fetchedAt: 0,
        pictureBytesMax: 16_777_216, picturePixelsMax: 33_177_600)

    /// If the server does not report the number: Mastodon's default.
    var picturesAtOnce: Int { picturesMax ?? 4 }

    /// The length of an alternative text in code points. If the server does not report it: Mastodon's.
    var altMax: Int { wordsMax ?? MediaNotes.altMax }

    /// For example `4, each up to 16.8 MB and 33 million pixels`.
    var picturesText: String {
        let sizes = [
            pictureBytesMax.map { ByteCount($0).text }, picturePixelsMax.map { "\($0 / 1_000_000) million pixels" },
        ].compactMap(\.self)
        return "\(picturesAtOnce)" + (sizes.isEmpty ? "" : ", each up to \(sizes.joined(separator: " and "))")
    }

    var pictureLimits: PictureLimits {
        PictureLimits(bytesMax: pictureBytesMax, pixelsMax: picturePixelsMax, types: pictureTypes)
    }

    /// Mastodon and its forks remember a key for one hour. GoToSocial, snac and Takahē ignore it. For unknown software
    /// Galley assumes nothing.
    var idempotency: IdempotencyClass { server.isMastodonFork ? .windowed(.hours(1)) : .searchable }

    /// Pleroma repeats its answer to a key for six hours, even that to a wrong token. Until it has answered, it carries out
    /// a second request with the same key. So a key would hold posts up and protect from no copy.
    var takesKey: Bool { !isPleroma }

    /// Whether it is Pleroma or a fork that handles keys and rights as Pleroma does.
    var isPleroma: Bool { ["pleroma", "akkoma", "rebased"].contains(software) }

    /// Takahē stores HTML and makes the source from it, without the custom emoji.
    var keepsSource: Bool { software != "takahe" }

    /// Whether the source is known to be the text that was sent, character by character.
    var keepsSourceExactly: Bool {
        server.isMastodonFork || isPleroma || ["gotosocial", "snac"].contains(software)
    }

    /// What a token needs for a look-up. Takahē shows the account only to a token with the whole right.
    var rightsToRead: String {
        software == "takahe" ? "the right read" : "the rights read:accounts and read:statuses"
    }

    /// Mastodon's API has four visibilities. snac treats each one that it does not know as “only people mentioned”.
    var visibilities: [Visibility] {
        software == "snac" ? [.public, .unlisted, .private] : Visibility.allCases
    }

    /// Whether a status may declare itself plain text. Otherwise an account set to Markdown changes `*`, `_`, `#` and
    /// `<…>`.
    var takesContentType: Bool {
        server.isGlitch || isPleroma || software == "gotosocial"
    }

    /// Whether the server parses every text as Markdown, whatever the request declares.
    var alwaysReadsMarkdown: Bool { software == "snac" }

    /// How a text is sent so that readers see it as it was written. Only for the versions seen to need it: what others make
    /// of escapes is not known.
    var escaping: TextEscaping? {
        if alwaysReadsMarkdown { return .references }
        return readsEscapes == true ? .backslashes : nil
    }

    /// Whether backslashes and character references in plain text have a meaning there; nil if that is not known. GoToSocial
    /// passes plain text through a parser of Markdown since 0.7.
    var readsEscapes: Bool? {
        guard software == "gotosocial" else { return false }
        let numbers = version.split { $0 == "." || $0 == "+" || $0 == "-" || $0 == " " }.prefix(2).map { Int($0) }
        guard numbers.first == 0, let minor = numbers.last ?? nil, (7...20).contains(minor) else { return nil }
        return true
    }

    var countingRule: CountingRule {
        CountingRule(
            software: software, limit: charactersMax, reservedPerURL: charactersPerURL, escaping: escaping)
    }

    var server: ServerSoftware { ServerSoftware(software, version: version) }

    var softwareText: String {
        let name = software.isEmpty ? "unknown software" : software
        return version.isEmpty ? name : "\(name) \(version)"
    }
}

// MARK: - From the server's answers

extension MastodonFacts {
    /// - Parameter instance: the answer of `/api/v2/instance` or `/api/v1/instance`; nil if it is neither.
    init?(instance: JSON, of owner: String, at instant: Instant) {
        guard case .object = instance else { return nil }
        let statuses = instance.at("configuration", "statuses")
        // Pleroma and older forks have the limit at the top level.
        let limit = statuses?["max_characters"]?.integer ?? instance["max_toot_chars"]?.integer
        let version = instance["version"]?.text
        guard limit != nil || version != nil else { return nil }
        let limits = 1...10_000_000
        let perURL = statuses?["characters_reserved_per_url"]?.integer
        self.init(
            owner: owner, software: "", version: String((version ?? "").filter { !$0.isControl }.prefix(100)),
            charactersMax: limit.flatMap { limits.contains($0) ? $0 : nil } ?? MastodonFacts.assumed.charactersMax,
            charactersPerURL: perURL.flatMap { (1...2000).contains($0) ? $0 : nil },
            fetchedAt: instant.microseconds)
        let media = instance.at("configuration", "media_attachments")
        // Pleroma's default is 1000.
        picturesMax = statuses?["max_media_attachments"]?.integer.map { min(max($0, 0), 100) }
        pictureBytesMax = media?["image_size_limit"]?.count(in: 1...1_000_000_000)
        picturePixelsMax = media?["image_matrix_limit"]?.count(in: 1...1_000_000_000)
        wordsMax = media?["description_limit"]?.count(in: 1...100_000)
        let types = media?["supported_mime_types"]?.elements?.compactMap(\.text).filter { $0.hasPrefix("image/") }
        pictureTypes = types.map { $0.prefix(20).map { String($0.prefix(60)) } }
    }

    /// The software's name found in a version such as `2.7.2 (compatible; Pleroma 2.5.0)`, for servers without
    /// NodeInfo.
    var softwareInVersion: String {
        let lower = version.lowercased()
        return ["rebased", "pleroma", "akkoma", "gotosocial", "snac", "takahe", "pixelfed"].first { lower.contains($0) }
            ?? ""
    }

    mutating func learn(account: JSON) {
        accountID = account["id"]?.identifier
        accountName = (account["acct"] ?? account["username"])?.text.map {
            String($0.filter { !$0.isControl }.prefix(200))
        }
    }

    /// The URL of the NodeInfo document in the answer of `/.well-known/nodeinfo`, if it is on the same server.
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
