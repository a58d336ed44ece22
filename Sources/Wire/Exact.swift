package import JSONTree

/// The fields that a value may have, level by level.
package indirect enum KnownFields: Sendable {
    /// A plain value, or a document of which another part of the program judges.
    case any
    case object([String: KnownFields])
    /// An object whose names the caller chooses.
    case map(KnownFields)
    case list(KnownFields)
}

extension JSONCoding {
    /// Reads what a caller sends: a field that is not `known`, at any depth, is an error.
    /// - Throws: `UnknownField`, `JSONTooDeep`, or what Foundation found.
    package static func decode<Value: Decodable>(
        _ type: Value.Type, from bytes: [UInt8], known: KnownFields
    ) throws -> Value {
        var userInfo: [CodingUserInfoKey: any Sendable] = [:]
        if let key = CodingUserInfoKey.knownFields { userInfo[key] = known }
        return try decode(Exact<Value>.self, from: bytes, userInfo: userInfo).body
    }
}

/// A body of which every field is known: one that nobody reads is a typing error, and what it holds would be lost without a word.
struct Exact<Body: Decodable>: Decodable {
    let body: Body

    /// - Throws: `UnknownField`, when the decoder's `knownFields` lack one.
    init(from decoder: any Decoder) throws {
        if let known = decoder.knownFields {
            let alsoSaid = (Body.self as? any SaidBack.Type)?.alsoSaid ?? []
            try decoder.refuse(othersThan: known, tolerating: alsoSaid, at: [])
        }
        body = try Body(from: decoder)
    }
}

/// A body that may hold as well what an answer of the same kind says, so that the answer can be changed and sent back.
package protocol SaidBack {
    static var alsoSaid: Set<String> { get }
}

/// A field of a request that its body does not have.
package struct UnknownField: Error {
    /// From the body inwards, such as `["viewport", "safeArea"]`; a place in a list counts from 0, as in `["items", "[0]"]`.
    package let path: [String]
    /// The fields that stand in its place.
    package let known: Set<String>

    package var name: String { path.last ?? "" }

    /// `items[0].title`.
    package var place: String {
        path.reduce("") { $0 + ($0.isEmpty || $1.hasPrefix("[") ? $1 : ".\($1)") }
    }
}

extension Decoder {
    /// nil where nobody minds a field more: in what was answered or kept, perhaps by another Galley.
    fileprivate var knownFields: KnownFields? {
        CodingUserInfoKey.knownFields.flatMap { userInfo[$0] as? KnownFields }
    }

    /// Whether a request has the field `name`, which its body lacks, with this value.
    func says(_ name: String, _ value: Bool) throws -> Bool {
        guard knownFields != nil else { return false }
        return try container(keyedBy: AnyKey.self).decodeIfPresent(Bool.self, forKey: AnyKey(stringValue: name))
            == value
    }

    /// A value of another kind than the one that is known is left to whoever reads it.
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

private struct AnyKey: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
}
