import JSONTree
import Synchronization
import Wire

/// The fields of a request's body at every depth, derived from its schema.
enum RequestFields {
    private static let found = Mutex<[ObjectIdentifier: KnownFields]>([:])

    static func known<Body: Decodable>(of type: Body.Type) -> KnownFields {
        if let known = found.withLock({ $0[ObjectIdentifier(type)] }) { return known }
        let book = SchemaBook()
        guard let schema = try? book.schema(ofRequest: type) else { return .any }
        let known = KnownFields(schema, in: book.components, within: [])
        found.withLock { $0[ObjectIdentifier(type)] = known }
        return known
    }
}

extension KnownFields {
    /// - Parameters:
    ///   - schema: as `SchemaBook` writes it.
    ///   - open: the enclosing components; a recursive one is not expanded again.
    fileprivate init(_ schema: JSON, in components: [String: JSON], within open: Set<String>) {
        if let name = schema["$ref"]?.text?.split(separator: "/").last.map(String.init) {
            guard !open.contains(name), let component = components[name] else {
                self = .any
                return
            }
            self = KnownFields(component, in: components, within: open.union([name]))
        } else if let properties = schema["properties"]?.fields {
            self = .object(properties.mapValues { KnownFields($0, in: components, within: open) })
        } else if let values = schema["additionalProperties"], values.fields != nil {
            self = .map(KnownFields(values, in: components, within: open))
        } else if let items = schema["items"] {
            self = .list(KnownFields(items, in: components, within: open))
        } else if let cases = schema["anyOf"]?.elements {
            let objects = cases.filter { $0["type"]?.text != "null" }
            self = objects.count == 1 ? KnownFields(objects[0], in: components, within: open) : .any
        } else {
            self = .any
        }
    }
}
