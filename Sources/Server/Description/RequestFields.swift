import Panels
import Synchronization

/// The names of the fields that a request's body has, found as its schema is.
enum RequestFields {
    private static let found = Mutex<[ObjectIdentifier: Set<String>]>([:])

    /// - Returns: nil for a body that is no object with fields of its own.
    static func names<Body: Decodable>(of type: Body.Type) -> Set<String>? {
        guard !(type is any SelfDescribing.Type) else { return nil }
        if let names = found.withLock({ $0[ObjectIdentifier(type)] }) { return names }
        let notes = SchemaNotes(book: SchemaBook())
        guard (try? Body(from: SchemaDecoder(notes: notes))) != nil else { return nil }
        let names = notes.names
        found.withLock { $0[ObjectIdentifier(type)] = names }
        return names
    }
}
