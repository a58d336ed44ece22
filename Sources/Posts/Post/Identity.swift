/// Twelve characters of Crockford's base 32 in lower case: 60 random bits, so that a short start names one post.
package struct PostID: Hashable, Comparable, Sendable, CustomStringConvertible {
    package static let length = 12
    private static let alphabet = Array("0123456789abcdefghjkmnpqrstvwxyz".utf8)

    package let text: String
    package var description: String { text }

    package init?(_ text: String) {
        guard text.utf8.count == Self.length, PostID.isStart(text) else { return nil }
        self.text = text
    }

    /// - Parameter bits: random; the lower 60 count.
    package init(bits: UInt64) {
        let digits = (0..<UInt64(Self.length)).map { Self.alphabet[Int(bits >> ($0 * 5) & 31)] }
        text = String(decoding: digits, as: UTF8.self)
    }

    /// Whether `text` could be the beginning of an id. Byte by byte, since every row that is read passes here.
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

/// Counts the saves of one post from 1. It is the post's `ETag`.
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

/// One run of the daemon. What an earlier run left unfinished is known by its other boot.
package struct BootID: Hashable, Sendable {
    package let text: String
    package init(_ text: String) { self.text = text }
}

/// The name of a target, as the configuration gives it: 1–40 of the characters `a–z`, `0–9` and `-`.
package struct TargetName: Hashable, Comparable, Sendable, CustomStringConvertible {
    package let text: String
    package var description: String { text }

    package init(_ text: String) throws(TargetNameError) {
        guard (1...40).contains(text.count) else { throw .badLength(text.count) }
        // Bytes first, since every row that is read passes here.
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

/// A language tag of the shape BCP 47 gives: subtags of 1–8 letters and digits with “-” between them, the first of letters.
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

    /// The first subtag in lower case (`pt` of `pt-BR`), which is all that some services take.
    package var primary: String { tag.prefix { $0 != "-" }.lowercased() }
}

package struct LanguageError: Error, Equatable, CustomStringConvertible {
    package let found: String
    package var description: String { "“\(found)” is not a language tag. Write one such as “en”, “de” or “pt-BR”." }
}

/// One thing that a caller may do. Each word stands for itself alone: who may write may not read by that.
package enum Scope: String, Hashable, Sendable, CaseIterable {
    /// Seeing posts, deliveries, targets, panels and events.
    case read
    /// Changing drafts, windows and panels.
    case write
    /// Changing what leaves the machine, or shall leave it.
    case publish
    /// Users, everybody's tokens and sessions; and with it, every user's posts.
    case admin
}

extension Set<Scope> {
    /// What an author needs.
    package static let author: Set<Scope> = [.read, .write, .publish]
    package static let all = Set(Scope.allCases)

    /// In their own order.
    package var words: [String] { Scope.allCases.filter(contains).map(\.rawValue) }
}
