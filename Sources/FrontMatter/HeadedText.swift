/// A text under a head of fields, for a person who edits a post: without rules about which fields there are.
package struct HeadedText {
    /// In the order of the file; nil without a head.
    package let fields: [Field]?
    /// The text below the head and one empty line, byte for byte.
    package let body: String

    package struct Field: Hashable, Sendable {
        private let entry: FrontMatterEntry

        fileprivate init(_ entry: FrontMatterEntry) { self.entry = entry }

        package var name: String { entry.key }
        /// Counted from 1 at the top of the file.
        package var line: Int { entry.line }
        /// nil when it is empty.
        package var words: String? { get throws(FrontMatterError) { try entry.words() } }
        /// A list, or words with commas.
        /// - Throws: also for an item of which YAML reads nothing, such as `- #sea`.
        package var list: [String] {
            get throws(FrontMatterError) {
                if case .list(let values) = entry.value, values.contains(.empty) {
                    throw entry.error("An item of “\(name)” is empty. Put it in quotation marks if it begins with “#”.")
                }
                return try entry.wordList()
            }
        }
    }

    /// More than the longest fields of a post together, also where each character is escaped.
    private static let bytesMax = 1 << 20

    /// - Throws: when the head never ends, or is no YAML or TOML.
    package init(_ text: String) throws(FrontMatterError) {
        let divided = try DividedFile(text, bytesMax: HeadedText.bytesMax)
        guard let block = divided.block else {
            (fields, body) = (nil, divided.body)
            return
        }
        let entries =
            switch block.syntax {
            case .yaml: try YAMLBlock.entries(of: block)
            case .toml: try TOMLBlock.entries(of: block)
            }
        if block.syntax == .yaml { try HeadedText.refuseLostWords(in: block.text) }
        fields = entries.map(Field.init)
        // All empty lines but the first one belong to the text. A line break is one character, also in CRLF.
        let empty = block.closing.drop { !$0.isNewline }.dropFirst(2)
        body = String(empty) + divided.body
    }

    /// In YAML “#” after a blank begins a comment, and “!” or “&” at the beginning of a value is no part of it. Who writes
    /// `title: Harbour #2` means the whole of it.
    private static func refuseLostWords(in block: String) throws(FrontMatterError) {
        for (index, line) in block.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated() {
            guard let found = line.wholeMatch(of: /([\w-]+):[ \t]+([^"'|>\s].*)/) else { continue }
            let value = found.2
            guard value.contains(/[ \t]#/) || "#!&".contains(value.first ?? " ") else { continue }
            throw FrontMatterError(
                line: index + FrontMatterBlock.firstLine,
                "YAML reads only a part of the value of “\(found.1)”, because of its “#”, “!” or “&”. Put the value in "
                    + "quotation marks.")
        }
    }

    /// A field to write.
    package enum Value {
        case words(String)
        /// As it stands, without quotation marks: a date.
        case plain(String)
        case list([String])
        case empty
    }

    /// - Returns: a head in YAML, an empty line and the text. All lines end as the first one of the text does.
    package static func text(_ fields: [(name: String, value: Value)], body: String) -> String {
        let newline = body.first(where: \.isNewline) == "\r\n" ? "\r\n" : "\n"
        let fence = FrontMatterBlock.Syntax.yaml.fence
        let lines = fields.map { name, value in
            let text = FrontMatterValue(value).text(.yaml)
            return text.isEmpty ? "\(name):" : "\(name): \(text)"
        }
        return ([fence] + lines + [fence, "", body]).joined(separator: newline)
    }
}

extension FrontMatterValue {
    fileprivate init(_ value: HeadedText.Value) {
        self =
            switch value {
            case .words(let text): .text(text)
            case .plain(let text): .plain(text)
            case .list(let words): words.isEmpty ? .empty : .words(words)
            case .empty: .empty
            }
    }
}
