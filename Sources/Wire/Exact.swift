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
    /// Decodes a request. A field that is not in `known` is an error, at any depth.
    /// - Throws: `UnknownField`, `JSONTooDeep`, or Foundation's error.
    package static func decode<Value: Decodable>(
        _ type: Value.Type, from bytes: [UInt8], known: KnownFields
    ) throws -> Value {
        var userInfo: [CodingUserInfoKey: any Sendable] = [:]
        if let key = CodingUserInfoKey.knownFields { userInfo[key] = known }
        return try decode(Exact<Value>.self, from: bytes, userInfo: userInfo).body
    }
}

/// A request body without unknown fields. An unknown field is usually a typing error, and its value would be lost
/// silently.
struct Exact<Body: Decodable>: Decodable {
    let body: Body

    /// - Throws: `UnknownField` for a field that is not in the decoder's `knownFields`.
    init(from decoder: any Decoder) throws {
        if let known = decoder.knownFields {
            let echoed = (Body.self as? any EchoedFields.Type)?.echoed ?? []
            try decoder.refuse(othersThan: known, tolerating: echoed, at: [])
        }
        body = try Body(from: decoder)
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

extension Decoder {
    /// nil where unknown fields are allowed: in responses and stored documents, which may come from another version.
    fileprivate var knownFields: KnownFields? {
        CodingUserInfoKey.knownFields.flatMap { userInfo[$0] as? KnownFields }
    }

    /// Skips a value of the wrong type; decoding it reports the error.
    fileprivate func refuse(
        othersThan known: KnownFields, tolerating tolerated: Set<String>, at path: [String]
    ) throws {
        switch known {
        case .any: break
        case .object(let fields):
            guard let object = try? container(keyedBy: AnyKey.self) else { return }
            for key in object.allKeys where !tolerated.contains(key.stringValue) {
                let path = path + [key.stringValue]
                guard let inner = fields[key.stringValue] else {
                    throw UnknownField(path: path, known: Set(fields.keys))
                }
                try object.refuse(othersThan: inner, at: key, path)
            }
        case .map(let inner):
            guard let object = try? container(keyedBy: AnyKey.self) else { return }
            for key in object.allKeys { try object.refuse(othersThan: inner, at: key, path + [key.stringValue]) }
        case .list(let inner):
            if case .any = inner { return }
            guard var list = try? unkeyedContainer() else { return }
            while !list.isAtEnd {
                let path = path + ["[\(list.currentIndex)]"]
                try list.superDecoder().refuse(othersThan: inner, tolerating: [], at: path)
            }
        }
    }
}

extension KeyedDecodingContainer {
    fileprivate func refuse(othersThan known: KnownFields, at key: Key, _ path: [String]) throws {
        if case .any = known { return }
        try superDecoder(forKey: key).refuse(othersThan: known, tolerating: [], at: path)
    }
}

extension CodingUserInfoKey {
    static var knownFields: CodingUserInfoKey? { CodingUserInfoKey(rawValue: "known fields") }
}
