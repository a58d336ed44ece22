/// The rule for the names that people give and type: letters and digits of any script, blanks and `. _ - @ + '`.
///
/// A name leaves Galley: shells complete it, terminals show it, commands contain it. So it has no character that one of them
/// obeys, and does not begin like an option or a hidden file. Only a new name is checked. One that an earlier version took
/// stays usable: it can be read, named in requests, deleted, and replaced by another one.
package enum GivenName: String, CaseIterable, Sendable {
    case user, token, arrangement, snippet
    /// The label of a window, which may be empty.
    case window

    /// In Unicode scalars, as SQLite counts them.
    package var lengths: ClosedRange<Int> {
        switch self {
        case .user, .token: 1...100
        case .arrangement: 1...60
        case .snippet: 1...40
        case .window: 0...100
        }
    }

    /// - Throws: the first rule that `name` breaks: length, then characters, then beginning and end.
    package func check(_ name: String) throws(GivenNameError) {
        let length = name.unicodeScalars.count
        guard lengths.contains(length) else { throw .badLength(self, length) }
        guard let fault = GivenName.fault(in: name) else { return }
        throw .badText(self, fault)
    }

    /// Whether a name keeps the rule, whatever its length.
    package static func isPlain(_ name: String) -> Bool { fault(in: name) == nil }

    fileprivate static func fault(in name: String) -> GivenNameError.Fault? {
        let scalars = name.unicodeScalars
        if let found = scalars.first(where: { !$0.isWordPart && !" ._-@+'".unicodeScalars.contains($0) }) {
            return .character(found.named)
        }
        guard let first = scalars.first, let last = scalars.last else { return nil }
        if " -.".unicodeScalars.contains(first) || first.isMark { return .beginning(first.named) }
        return last == " " ? .blankAtEnd : nil
    }
}

package enum GivenNameError: Error, Hashable, CustomStringConvertible {
    case badLength(GivenName, Int)
    case badText(GivenName, Fault)

    package enum Fault: Hashable, Sendable {
        /// As `Unicode.Scalar.named` writes it.
        case character(String)
        case beginning(String)
        case blankAtEnd
    }

    /// The field of a request that has the name.
    package var field: String {
        switch self {
        case .badLength(.window, _), .badText(.window, _): "label"
        case .badLength, .badText: "name"
        }
    }

    package var description: String {
        switch self {
        case .badLength(let thing, let length):
            "The \(thing.words) has \(length) characters. It needs \(thing.lengths.lowerBound) to "
                + "\(thing.lengths.upperBound)."
        case .badText(let thing, .character(let found)):
            "The \(thing.words) contains \(found). Use letters, digits, blanks and . _ - @ + '."
        case .badText(let thing, .beginning(let found)):
            "The \(thing.words) begins with \(found). Begin it with a letter or a digit."
        case .badText(let thing, .blankAtEnd): "The \(thing.words) ends with a blank. Leave it out."
        }
    }
}

extension GivenName {
    fileprivate var words: String {
        switch self {
        case .user, .token, .arrangement, .snippet: "name of the \(rawValue)"
        case .window: "label of the window"
        }
    }
}

extension String {
    /// A given name for a table: as it is or, if it breaks the rule, as one word of a shell, with visible escapes.
    package var shownName: String { GivenName.isPlain(self) ? self : quotedForShell }
}
