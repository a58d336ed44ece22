import PostStore
import Posts

/// The query of an address, decoded as forms encode it: “+” is a space, as in `URLSearchParams` of browsers and in most
/// HTTP libraries, and `%2B` is a plus.
struct Query: Sendable {
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
    func check(_ known: [RouteDescription.Parameter]) throws {
        var seen: Set<String> = []
        for (name, value) in pairs {
            guard let parameter = known.first(where: { $0.name == name }) else {
                throw Problem.unknownParameter(name, known: known.map(\.name))
            }
            guard seen.insert(name).inserted else {
                throw Problem.badParameter(name, "It occurs more than once. Send it once.")
            }
            if let wrong = parameter.fault(of: value) { throw Problem.badParameter(name, wrong) }
        }
    }

    /// The last value with that name; nil when it is missing or empty.
    subscript(_ name: String) -> String? {
        pairs.last { $0.name == name }.flatMap { $0.value.isEmpty ? nil : $0.value }
    }

    /// A time. A “+” in a query decodes to a space. So that `+01:00` and `+2h` can be typed into an address, a space
    /// counts as a plus where only a sign can stand: before the digits after a clock time, and before a span.
    func time(_ name: String) -> String? {
        guard let text = self[name], let blank = text.lastIndex(of: " ") else { return self[name] }
        let before = text[..<blank], after = text[blank...].dropFirst()
        let isSpan = before.isEmpty && after.allSatisfy { $0.isLetter || $0.isWholeNumber }
        guard after.first?.isWholeNumber == true, isSpan || before.contains(":") else { return text }
        return "\(before)+\(after)"
    }

    /// Whether a flag is set: `?all`, `?all=true`, `?all=1`. `check` has refused other words.
    func isOn(_ name: String) -> Bool {
        pairs.last { $0.name == name }.map { ["", "1", "true", "yes"].contains($0.value) } ?? false
    }

    /// A whole number, within the bounds that `check` has applied; nil when it is missing.
    func whole(_ name: String) -> Int? { self[name].flatMap { Int($0) } }

    /// A number, within the bounds that `check` has applied; nil when it is missing.
    func number(_ name: String) -> Double? { self[name].flatMap { Double($0) } }

    /// Where a page of a list begins; nil for the first.
    var cursor: Cursor? { self["cursor"].map { Cursor($0) } }

    func limit(_ standard: Int = 50) -> Int { whole("limit") ?? standard }

    func word<Word: RawRepresentable & CaseIterable>(
        _ name: String, _ type: Word.Type
    ) throws -> Word? where Word.RawValue == String {
        guard let text = self[name] else { return nil }
        guard let word = Word(rawValue: text) else {
            let allowed = Word.allCases.map(\.rawValue).joined(separator: ", ")
            throw Problem.badParameter(name, "Found “\(text.prefix(40))”. Use one of \(allowed).")
        }
        return word
    }
}
