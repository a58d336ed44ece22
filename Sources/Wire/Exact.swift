package import JSONTree

extension JSONCoding {
    /// Reads what a caller sends: a field that is not `known` is an error.
    /// - Throws: `UnknownField`, `JSONTooDeep`, or what Foundation found.
    package static func decode<Value: Decodable>(
        _ type: Value.Type, from bytes: [UInt8], known: Set<String>?
    ) throws -> Value {
        var userInfo: [CodingUserInfoKey: any Sendable] = [:]
        if let key = CodingUserInfoKey.knownFields, let known { userInfo[key] = known }
        return try decode(Exact<Value>.self, from: bytes, userInfo: userInfo).body
    }
}

/// A body of which every field is known: one that nobody reads is a typing error, and what it holds would be lost without a word.
struct Exact<Body: Decodable>: Decodable {
    let body: Body

    /// - Throws: `UnknownField`, when the decoder's `knownFields` lack one.
    init(from decoder: any Decoder) throws {
        if let known = decoder.knownFields {
            try decoder.refuse(othersThan: known, tolerating: (Body.self as? any SaidBack.Type)?.alsoSaid ?? [])
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
    package let name: String
    package let known: Set<String>
}

extension Decoder {
    /// nil where nobody minds a field more: in what was answered or kept, perhaps by another Galley.
    fileprivate var knownFields: Set<String>? {
        CodingUserInfoKey.knownFields.flatMap { userInfo[$0] as? Set<String> }
    }

    /// For an object within a request's body.
    /// - Throws: `UnknownField`
    func refuseOthers<Key: CodingKey & CaseIterable>(than keys: Key.Type) throws {
        guard knownFields != nil else { return }
        try refuse(othersThan: Set(keys.allCases.map(\.stringValue)), tolerating: [])
    }

    /// Whether a request has the field `name`, which its body lacks, with this value.
    func says(_ name: String, _ value: Bool) throws -> Bool {
        guard knownFields != nil else { return false }
        return try container(keyedBy: AnyKey.self).decodeIfPresent(Bool.self, forKey: AnyKey(stringValue: name))
            == value
    }

    fileprivate func refuse(othersThan known: Set<String>, tolerating tolerated: Set<String>) throws {
        for key in try container(keyedBy: AnyKey.self).allKeys
        where !known.contains(key.stringValue) && !tolerated.contains(key.stringValue) {
            throw UnknownField(name: key.stringValue, known: known)
        }
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
