/// A body of which every field is known: one that nobody reads is a typing error, and what it holds would be lost without a word.
struct Exact<Body: Decodable>: Decodable {
    let body: Body

    /// - Throws: `UnknownField`, when the decoder's `knownFields` lack one.
    init(from decoder: any Decoder) throws {
        if let key = CodingUserInfoKey.knownFields, let known = decoder.userInfo[key] as? Set<String> {
            let tolerated = (Body.self as? any SaidBack.Type)?.alsoSaid ?? []
            for key in try decoder.container(keyedBy: AnyKey.self).allKeys
            where !known.contains(key.stringValue) && !tolerated.contains(key.stringValue) {
                throw UnknownField(name: key.stringValue, known: known)
            }
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

extension CodingUserInfoKey {
    static var knownFields: CodingUserInfoKey? { CodingUserInfoKey(rawValue: "known fields") }
}

private struct AnyKey: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
}
