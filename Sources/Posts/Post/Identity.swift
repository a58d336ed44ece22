/// Twelve characters of Crockford's base 32 in lower case. Its 60 random bits let a short prefix identify one post.
package struct PostID: Hashable, Comparable, Sendable, CustomStringConvertible {
    package static let length = 12
    private static let alphabet = Array("0123456789abcdefghjkmnpqrstvwxyz".utf8)

    package let text: String
    package var description: String { text }

    package init?(_ text: String) {
        guard text.utf8.count == Self.length, PostID.isStart(text) else { return nil }
        self.text = text
    }

    /// - Parameter bits: random; only the lower 60 are used.
    package init(bits: UInt64) {
        let digits = (0..<UInt64(Self.length)).map { Self.alphabet[Int(bits >> ($0 * 5) & 31)] }
        text = String(decoding: digits, as: UTF8.self)
    }

    /// Whether `text` could be the prefix of an id. It works on bytes, because every row read passes here.
    package static func isStart(_ text: String) -> Bool {
        !text.isEmpty && text.utf8.count <= length && text.utf8.allSatisfy(isDigit)
    }

    private static func isDigit(_ byte: UInt8) -> Bool {
        switch UnicodeScalar(byte) {
        case "0"..."9", "a"..."h", "j", "k", "m", "n", "p"..."t", "v"..."z": true
        default: false
        }
    }

    package static func < (one: PostID, other: PostID) -> Bool { one.text < other.text }
}

/// The number of saves of one post, counted from 1. It is the post's `ETag`.
package struct Revision: Hashable, Comparable, Sendable {
    package let number: Int64
    package init(_ number: Int64) { self.number = number }
    package static func < (one: Revision, other: Revision) -> Bool { one.number < other.number }
}

package struct UserID: Hashable, Sendable {
    package let number: Int64
    package init(_ number: Int64) { self.number = number }
}

package struct DeliveryID: Hashable, Comparable, Sendable {
    package let number: Int64
    package init(_ number: Int64) { self.number = number }
    package static func < (one: DeliveryID, other: DeliveryID) -> Bool { one.number < other.number }
}

/// One run of the daemon. A different boot marks the unfinished work of an earlier run.
package struct BootID: Hashable, Sendable {
    package let text: String
    package init(_ text: String) { self.text = text }
}

/// The name of a target in the configuration: 1–40 of the characters `a–z`, `0–9` and `-`.
package struct TargetName: Hashable, Comparable, Sendable, CustomStringConvertible {
    package let text: String
    package var description: String { text }

    package init(_ text: String) throws(TargetNameError) {
        guard (1...40).contains(text.count) else { throw .badLength(text.count) }
        // Bytes first, because every row read passes here.
        if !text.utf8.allSatisfy({ Self.allowed.utf8.contains($0) }),
            let found = text.first(where: { !Self.allowed.contains($0) })
        {
            throw .badCharacter(found)
        }
        self.text = text
    }

    private static let allowed = "abcdefghijklmnopqrstuvwxyz0123456789-"

    package static func < (one: TargetName, other: TargetName) -> Bool { one.text < other.text }
}

extension TargetName: Codable, CodingKeyRepresentable {
    /// A name that is kept already. An earlier version may have had other rules.
    package init(kept text: String) { self.text = text }

    package init(from decoder: any Decoder) throws {
        self.init(kept: try decoder.singleValueContainer().decode(String.self))
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(text)
    }

    package init?(codingKey: some CodingKey) { self.init(kept: codingKey.stringValue) }
    package var codingKey: any CodingKey { text.codingKey }
}

package enum TargetNameError: Error, Equatable, CustomStringConvertible {
    case badLength(Int)
    case badCharacter(Character)
    package var description: String {
        switch self {
        case .badLength(let length): "The name of the target has \(length) characters. It needs 1 to 40."
        case .badCharacter(let found): "The name of the target contains “\(found)”. Use a–z, 0–9 and “-”."
        }
    }
}

/// A language tag in the form of BCP 47: subtags of 1–8 letters and digits, divided by “-”, the first of letters.
package struct Language: Hashable, Sendable {
    package let tag: String

    package init(_ tag: String) throws(LanguageError) {
        let subtags = tag.split(separator: "-", omittingEmptySubsequences: false)
        let isPlain = subtags.allSatisfy { part in
            (1...8).contains(part.count) && part.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }
        }
        guard tag.count <= 35, isPlain, let first = subtags.first, first.count >= 2, first.allSatisfy(\.isLetter) else {
            throw LanguageError(found: tag)
        }
        self.tag = tag
    }

    package static let english = Language(known: "en")
    private init(known tag: String) { self.tag = tag }

    /// The first subtag in lower case (`pt` of `pt-BR`); some services accept only that.
    package var primary: String { tag.prefix { $0 != "-" }.lowercased() }
}

extension Language: Codable {
    /// The rule is a standard's, and no earlier version had another.
    package init(from decoder: any Decoder) throws {
        let text = try decoder.singleValueContainer().decode(String.self)
        do throws(LanguageError) { try self.init(text) } catch {
            throw DecodingError.dataCorrupted(
                .init(codingPath: decoder.codingPath, debugDescription: error.description))
        }
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(tag)
    }
}

package struct LanguageError: Error, Equatable, CustomStringConvertible {
    package let found: String
    package var description: String { "“\(found)” is not a language tag. Write one such as “en”, “de” or “pt-BR”." }
}

/// One permission of a caller. No permission includes another: `write` does not allow reading.
package enum Scope: String, Hashable, Sendable, CaseIterable {
    /// See posts, deliveries, targets, panels and events.
    case read
    /// Change drafts, windows and panels.
    case write
    /// Change what Galley publishes now or later.
    case publish
    /// Manage users and all tokens and sessions, and thereby access every user's posts.
    case admin
}

extension Set<Scope> {
    /// The permissions of an author.
    package static let author: Set<Scope> = [.read, .write, .publish]
    package static let all = Set(Scope.allCases)

    /// In the order of declaration.
    package var words: [String] { Scope.allCases.filter(contains).map(\.rawValue) }
}
