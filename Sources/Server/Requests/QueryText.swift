import JSONTree
import Posts
import Wire

/// The query of an address, decoded as forms encode it: “+” is a space, as in `URLSearchParams` of browsers and in most
/// HTTP libraries, and `%2B` is a plus.
struct QueryText: Sendable {
    private let pairs: [(name: String, value: String)]

    init(_ text: String) {
        pairs = text.split(separator: "&").prefix(100).map { pair in
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let decoded = parts.map { $0.replacing("+", with: " ").percentRead }
            return (decoded[0], decoded.count > 1 ? decoded[1] : "")
        }
    }

    /// - Throws: a `Problem` for the first parameter that the route does not read, with the nearest name; for a
    ///   parameter that occurs twice; for a value that the schema excludes.
    /// - Returns: the values that are there, by name.
    func values(of known: [QueryParameter]) throws -> JSON {
        var (seen, values) = (Set<String>(), [String: JSON]())
        for (name, value) in pairs {
            guard let parameter = known.first(where: { $0.name == name }) else {
                throw Problem.unknownParameter(name, known: known.map(\.name))
            }
            guard seen.insert(name).inserted else {
                throw Problem.badParameter(name, "It occurs more than once. Send it once.")
            }
            if let wrong = parameter.fault(of: value) { throw Problem.badParameter(name, wrong) }
            values[name] = parameter.value(value)
        }
        return .object(values)
    }

    /// The last value with that name; nil when it is missing or empty.
    subscript(_ name: String) -> String? {
        pairs.last { $0.name == name }.flatMap { $0.value.isEmpty ? nil : $0.value }
    }
}
