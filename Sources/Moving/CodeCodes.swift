import Posts

/// The code of a WordPress text: the elements `pre` and `code`, and the shortcodes in whose content nothing has a meaning:
/// `[code lang="x"]`, `[sourcecode]`, and those with the name of a language, such as `[php]`.
enum CodeCodes {
    enum Part: Equatable {
        case text(String)
        /// HTML.
        case code(String)
    }

    /// The text divided at its code, of which shortcodes became elements.
    static func parts(of text: String) -> [Part] {
        guard text.utf8.contains(UInt8(ascii: "[")) else { return [.code(text)] }
        let bytes = Array(text.utf8)
        func slice(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }
        var (parts, position, elements) = ([Part](), 0, elements(in: text)[...])
        var codes = Codes(bytes)
        while true {
            while let first = elements.first, first.lowerBound < position { elements.removeFirst() }
            let next = elements.first?.lowerBound ?? bytes.count
            if let code = codes.first(in: position..<next) {
                parts += [.text(slice(position..<code.range.lowerBound)), .code(html(of: code, slice(code.content)))]
                position = code.range.upperBound
            } else if let element = elements.first {
                parts += [.text(slice(position..<next)), .code(slice(element))]
                position = element.upperBound
            } else {
                return parts + [.text(slice(position..<bytes.count))]
            }
        }
    }

    private static func elements(in text: String) -> [Range<Int>] {
        var (scanner, found) = (HTMLScanner(text), [Range<Int>]())
        while let token = scanner.next() {
            guard case .open(let tag) = token, tag.name == "pre" || tag.name == "code", tag.end != nil else { continue }
            _ = scanner.content(of: tag)
            found.append(tag.start..<scanner.position)
        }
        return found
    }

    /// Editors write the signs of HTML in the content as references, which the reader decodes again.
    private static func html(of code: Codes.Found, _ content: String) -> String {
        let language = code.language.map { " class=\"language-\($0)\"" } ?? ""
        return "\n\n<pre><code\(language)>\(content.referencesResolved.htmlTextEscaped)</code></pre>\n\n"
    }

    /// Finds shortcodes for code with their ends.
    private struct Codes {
        struct Found {
            let range, content: Range<Int>
            let language: String?
        }

        private let bytes: [UInt8]
        /// Names without an end in the rest.
        private var unclosed: Set<String> = []
        private static let headMax = 500

        init(_ bytes: [UInt8]) { self.bytes = bytes }

        /// The first one that begins in a range.
        mutating func first(in range: Range<Int>) -> Found? {
            var position = range.lowerBound
            while let bracket = bytes[position..<range.upperBound].firstIndex(of: UInt8(ascii: "[")) {
                position = bracket + 1
                // `[[code]]` shows a code.
                let isEscaped = bracket > 0 && bytes[bracket - 1] == UInt8(ascii: "[")
                if !isEscaped, let found = code(at: bracket) { return found }
            }
            return nil
        }

        private mutating func code(at start: Int) -> Found? {
            let letters = bytes[(start + 1)...].prefix(20).prefix {
                $0.isASCIILetter || $0.isDigit || "-_#+".utf8.contains($0)
            }
            let name = String(decoding: letters, as: UTF8.self)
            let isGeneral = CodeCodes.general.contains(name)
            guard isGeneral || CodeCodes.languages.contains(name), !unclosed.contains(name),
                let end = bytes[letters.endIndex...].prefix(Codes.headMax).firstIndex(of: UInt8(ascii: "]"))
            else { return nil }
            let closing = Array("[/\(name)]".utf8)
            var place = end + 1
            while let bracket = bytes[place...].firstIndex(of: UInt8(ascii: "[")) {
                place = bracket + 1
                guard bytes[bracket...].starts(with: closing) else { continue }
                let head = String(decoding: bytes[letters.endIndex..<end], as: UTF8.self).referencesResolved
                return Found(
                    range: start..<(bracket + closing.count), content: (end + 1)..<bracket,
                    language: isGeneral ? CodeCodes.language(in: head) : CodeLanguage.usual(name))
            }
            unclosed.insert(name)
            return nil
        }
    }

    private static func language(in head: String) -> String? {
        var reader = ValueReader(head)
        while let (key, value) = reader.value() {
            guard let key, ["language", "lang", "syntax"].contains(key) else { continue }
            return CodeLanguage.usual(value.filter { !"“”″‘’'\"".contains($0) })
        }
        return nil
    }

    private static let general: Set<String> = ["code", "sourcecode", "source", "cc", "crayon"]

    /// SyntaxHighlighter's, which are the names of its codes, too.
    private static let languages: Set<String> = Set(
        """
        as3 actionscript3 arduino bash shell cf coldfusion clojure clj cpp c c-sharp csharp css delphi pas pascal diff patch
        erl erlang fsharp go groovy haskell html java javafx jfx js jscript javascript json jsx latex tex matlab objc obj-c
        perl pl php plain powershell ps py python r rails rb ror ruby rust scala sql swift text ts typescript vb vbnet xhtml
        xml xslt yaml yml
        """.split(whereSeparator: \.isWhitespace).map(String.init))
}
