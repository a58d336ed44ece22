package import JSONTree

/// The fields that a request may have, level by level.
package indirect enum KnownFields: Sendable {
    /// A plain value, or a document that other code checks.
    case any
    case object([String: KnownFields])
    /// An object whose names the caller chooses.
    case map(KnownFields)
    case list(KnownFields)
}

extension JSONCoding {
    /// Decodes a request. A field that is not in `known` is an error, at any depth: it is usually a typing error, and its
    /// value would be lost silently.
    /// - Throws: `UnknownField`, or what `decode(_:from:)` throws.
    package static func decode<Value: Decodable>(
        _ type: Value.Type, from tree: JSON, known: KnownFields
    ) throws -> Value {
        try known.check(tree, tolerating: (type as? any EchoedFields.Type)?.echoed ?? [])
        return try decode(type, from: tree)
    }
}

/// A request body that may also contain further fields of the response, so that clients can change the response and
/// send it back.
package protocol EchoedFields {
    static var echoed: Set<String> { get }
}

/// A field of a request that its body does not have.
package struct UnknownField: Error {
    /// The path from the body inwards, such as `["viewport", "safeArea"]`. List indices count from 0, as in `["items",
    /// "[0]"]`.
    package let path: [String]
    /// The known fields at that place.
    package let known: Set<String>

    package var name: String { path.last ?? "" }

    /// Such as `items[0].title`.
    package var place: String {
        path.reduce("") { $0 + ($0.isEmpty || $1.hasPrefix("[") ? $1 : ".\($1)") }
    }
}

extension KnownFields {
    /// Skips a value of the wrong type; decoding it reports the error.
    fileprivate func check(_ value: JSON, tolerating tolerated: Set<String> = []) throws(UnknownField) {
        switch (self, value) {
        case (.object(let fields), .object(let members)):
            for (name, value) in members where !tolerated.contains(name) {
                guard let inner = fields[name] else { throw UnknownField(path: [name], known: Set(fields.keys)) }
                try inner.check(value, at: name)
            }
        case (.map(let inner), .object(let members)):
            for (name, value) in members { try inner.check(value, at: name) }
        case (.list(let inner), .list(let elements)):
            for (index, value) in elements.enumerated() { try inner.check(value, at: "[\(index)]") }
        case (.any, _), (.object, _), (.map, _), (.list, _): break
        }
    }

    private func check(_ value: JSON, at step: @autoclosure () -> String) throws(UnknownField) {
        do {
            try check(value)
        } catch {
            throw UnknownField(path: [step()] + error.path, known: error.known)
        }
    }
}
