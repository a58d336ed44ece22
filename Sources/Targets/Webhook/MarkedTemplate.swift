import Mustache

/// An author's Mustache template.
///
/// Values do not pass through Mustache. The template gets marks instead, and Galley replaces the remaining marks by
/// values afterwards. So no value can break out of its place, whatever it contains, with `{{title}}` or `{{{title}}}`,
/// and an address that is not yet known can stay a hole.
/// - SeeAlso: https://mustache.github.io/mustache.5.html
struct MarkedTemplate: Sendable {
    let source: String
    private let template: MustacheTemplate

    static let bytesMax = 65_536
    static let sectionsMax = 200

    enum Piece<Value> {
        case text(String)
        case value(Value)
    }

    /// - Throws: the error in the template, in words.
    init(_ source: String) throws(FreezeError) {
        guard source.utf8.count <= MarkedTemplate.bytesMax else {
            throw FreezeError("It has \(source.utf8.count) bytes. Keep it at or below \(MarkedTemplate.bytesMax).")
        }
        guard !source.unicodeScalars.contains(where: { $0 == Mark.begin || $0 == Mark.end }) else {
            throw FreezeError("It contains control characters. Remove them.")
        }
        let tags = MarkedTemplate.tags(in: source)
        // There is no source of partials, and the library crashes on some that inherit.
        if let found = tags.first(where: { "<>$=*%".contains($0.sigil) }) {
            throw FreezeError(
                "It has “{{\(found.prefix(10))”. Variables, sections, inverted sections and comments can be used here.")
        }
        guard tags.count(where: { "#^".contains($0.sigil) }) <= MarkedTemplate.sectionsMax else {
            throw FreezeError("It has over \(MarkedTemplate.sectionsMax) sections. Make it simpler.")
        }
        do {
            template = try MustacheTemplate(string: source)
        } catch {
            throw FreezeError("It cannot be read as Mustache: \(MarkedTemplate.words(for: error))")
        }
        self.source = source
    }

    /// - Parameter context: the names that the template may use, with a mark in place of each value.
    /// - Throws: if the template loses a value, for example by reversing it.
    func pieces<Value>(_ context: (inout MarkTable<Value>) -> [String: Any]) throws(FreezeError) -> [Piece<Value>] {
        var marks = MarkTable<Value>()
        let context = context(&marks)
        let rendered = template.render(context)
        var pieces: [Piece<Value>] = []
        var rest = rendered.unicodeScalars[...]
        while let begin = rest.firstIndex(of: Mark.begin) {
            guard let end = rest[begin...].firstIndex(of: Mark.end),
                let number = Int(String(rest[rest.index(after: begin)..<end])), let value = marks[number],
                !rest[..<begin].contains(Mark.end)
            else { throw MarkedTemplate.valueLost }
            if begin > rest.startIndex { pieces.append(.text(String(rest[..<begin]))) }
            pieces.append(.value(value))
            rest = rest[rest.index(after: end)...]
        }
        guard !rest.contains(Mark.end) else { throw MarkedTemplate.valueLost }
        if !rest.isEmpty { pieces.append(.text(String(rest))) }
        return pieces
    }

    /// The first name that is not one of these, such as `titel` or `json.titel`; an unknown one would silently be empty.
    func unknownName(among known: Set<String>) -> String? {
        let names = MarkedTemplate.tags(in: source).map { tag in
            String(tag.drop { $0.isWhitespace || "{&#^/".contains($0) }.prefix { !$0.isWhitespace && $0 != "}" })
        }
        return names.first { name in
            !known.contains(name) && name.contains { $0 != "." }
                && name.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "." }
        }
    }

    private static let valueLost = FreezeError("The template changes a value in an unsupported way.")

    /// The start of the content of each tag.
    private static func tags(in source: String) -> [Substring] {
        var tags: [Substring] = []
        var rest = source[...]
        while let found = rest.firstRange(of: "{{") {
            rest = rest[found.upperBound...]
            tags.append(rest.prefix(40))
        }
        return tags
    }

    private static func words(for error: any Error) -> String {
        let inner = (error as? MustacheTemplate.ParserError)?.error ?? error
        switch inner as? MustacheTemplate.Error {
        case .sectionCloseNameIncorrect: return "a section is closed under another name than it was opened."
        case .unfinishedName: return "a tag is not closed with }}."
        case .expectedSectionEnd: return "a section is not closed."
        // The library's parser calls its end of input “overflow”.
        case nil: return "a tag or a section is not closed."
        default: return String(String(describing: inner).prefix(100)) + "."
        }
    }
}

/// The values that a template's marks stand for.
struct MarkTable<Value> {
    private var values: [Value] = []

    mutating func mark(_ value: Value) -> String {
        values.append(value)
        return "\(Mark.begin)\(values.count - 1)\(Mark.end)"
    }

    subscript(number: Int) -> Value? { values.indices.contains(number) ? values[number] : nil }
}

/// A mark is a number between two characters that no template may contain.
private enum Mark {
    static let begin: Unicode.Scalar = "\u{1}"
    static let end: Unicode.Scalar = "\u{2}"
}

extension Substring {
    /// The character that gives the kind of a tag; a letter for a variable.
    fileprivate var sigil: Character { first { !$0.isWhitespace && $0 != "{" } ?? "}" }
}
