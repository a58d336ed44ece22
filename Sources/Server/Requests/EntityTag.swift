import HTTPTypes
import Posts

extension Revision {
    /// The `ETag` and `If-Match` of the revision: `"3"`.
    var entityTag: String { "\"\(number)\"" }

    /// Reads `If-Match`. A proxy that compresses responses makes the tag weak (`W/"3"`); the revision stays exact.
    init?(entityTag: some StringProtocol) {
        let text = entityTag.hasPrefix("W/") ? entityTag.dropFirst(2) : entityTag[...]
        guard text.count > 2, text.first == "\"", text.last == "\"", let number = Int64(text.dropFirst().dropLast()),
            number > 0
        else { return nil }
        self.init(number)
    }
}

/// The condition in `If-Match`.
enum RevisionCondition: Hashable, Sendable {
    case none
    /// `*`: any revision.
    case any
    case exactly(Revision)

    init(_ headers: HTTPFields) throws {
        guard let text = headers[.ifMatch]?.trimmed else {
            self = .none
            return
        }
        if text == "*" {
            self = .any
        } else if let revision = Revision(entityTag: text) {
            self = .exactly(revision)
        } else {
            throw Problem.badHeader(
                "If-Match", "found “\(text.prefix(40))”. Write one revision in quotes, such as \"3\".")
        }
    }

    var revision: Revision? {
        if case .exactly(let revision) = self { revision } else { nil }
    }
}

extension HTTPFields {
    /// Whether `If-None-Match` says that the caller has this version.
    func has(entityTag: String) -> Bool {
        guard let text = self[.ifNoneMatch] else { return false }
        return text.split(separator: ",").contains { part in
            let tag = part.trimmed
            return tag == "*" || tag == entityTag || tag == "W/" + entityTag
        }
    }
}
