import JSONTree

/// What the deeds of arrangements and of views have in common: a word and the fields of its document.
protocol Deed: Hashable, Sendable {
    /// The word in menus, documents and on the command line: `pin`.
    static var word: String { get }
    /// The fields of its document besides the word.
    static var fields: [CommandForm.Field] { get }

    init(_ fields: CommandFields) throws(CommandError)
    /// The fields that `init` reads. A field that is nil is left out.
    var document: [String: JSON?] { get }
}

extension Deed {
    /// The document with the word.
    var wholeDocument: JSON {
        var fields = document.compactMapValues(\.self)
        fields["command"] = .text(Self.word)
        return .object(fields)
    }
}
