import JSONTree
import Posts

/// The settings that a program of Python states as literals at the beginning of its lines: `NAME = "text"`. Pelican and
/// Nikola are configured so.
///
/// Nothing is run. What is computed, set by parts or set under a condition has no value here, but a name. Truth values and
/// numbers are words: `true`, `2`.
struct PythonSettings {
    private(set) var values: [String: JSON] = [:]
    /// The settings without a value that can be told.
    private(set) var computed: Set<String> = []
    /// The modules whose settings count, too: `from pelicanconf import *`.
    private(set) var modules: [Module] = []
    /// Whether there may be more settings, such as those of a module that is not there.
    private(set) var isIncomplete = false

    struct Module: Hashable {
        let name: String
        /// What the module may set again.
        let namesAbove: Set<String>
    }

    var names: Set<String> { Set(values.keys).union(computed) }

    init(_ text: String) {
        var reader = Reader(Array(text.utf8))
        while !reader.isAtEnd { readStatement(&reader) }
    }

    /// Adds the settings of a module that it imports; nil if it cannot be read. What stands above the import and in the
    /// module is not certain.
    mutating func add(_ base: PythonSettings?, as module: Module) {
        guard let base else {
            isIncomplete = true
            return
        }
        isIncomplete = isIncomplete || base.isIncomplete
        let own = names
        for name in base.names {
            if module.namesAbove.contains(name) {
                compute(name)
            } else if !own.contains(name) {
                values[name] = base.values[name]
                if values[name] == nil { computed.insert(name) }
            }
        }
    }

    private mutating func readStatement(_ reader: inout Reader) {
        let isIndented = reader.skipSpaces() > 0
        let start = reader
        defer { reader.skipStatement() }
        guard let name = reader.word() else { return }
        _ = reader.skipSpaces()
        if !isIndented, reader.skips("="), !reader.sees("="), let value = reader.value(values),
            reader.isAtEndOfStatement
        {
            values[name] = value
            computed.remove(name)
            return
        }
        reader = start
        if name == "from", let module = reader.starredModule() {
            return modules.append(Module(name: module, namesAbove: names))
        }
        if ["exec", "globals", "locals", "vars"].contains(name) { isIncomplete = true }
        let isImport = name == "from"
        for name in start.namesSet(byImport: isImport) { compute(name) }
        if isImport, start.importsAll { isIncomplete = true }
    }

    private mutating func compute(_ name: String) {
        values[name] = nil
        computed.insert(name)
    }
}

extension PythonSettings {
    private struct Reader {
        private let bytes: [UInt8]
        private var position = 0

        /// The deepest value that is read.
        private static let depthMax = 20

        init(_ bytes: [UInt8]) { self.bytes = bytes }

        var isAtEnd: Bool { position >= bytes.count }

        private var current: UInt8? { position < bytes.count ? bytes[position] : nil }

        func sees(_ text: String) -> Bool { bytes[position...].starts(with: text.utf8) }

        mutating func skips(_ text: String) -> Bool {
            guard sees(text) else { return false }
            position += text.utf8.count
            return true
        }

        /// - Returns: how many there are.
        mutating func skipSpaces() -> Int {
            let start = position
            while let current, [0x20, 0x09, 0x0C].contains(current) { position += 1 }
            return position - start
        }

        /// Also ends of lines and comments, as between brackets.
        private mutating func skipBlank() {
            while let current {
                if current == UInt8(ascii: "#") {
                    skipLine()
                } else if current <= 0x20 || (current == UInt8(ascii: "\\") && position + 1 < bytes.count) {
                    position += 1
                } else {
                    return
                }
            }
        }

        private mutating func skipLine() {
            position = bytes[position...].firstIndex(of: 0x0A) ?? bytes.count
        }

        mutating func word() -> String? {
            let start = position
            while let current, current.isWordOfPython { position += 1 }
            guard position > start, !bytes[start].isDigit else {
                position = start
                return nil
            }
            return String(decoding: bytes[start..<position], as: UTF8.self)
        }

        /// `from MODULE import *` of a module beside the file.
        mutating func starredModule() -> String? {
            guard word() == "from" else { return nil }
            _ = skipSpaces()
            _ = skips(".")
            guard let module = word() else { return nil }
            _ = skipSpaces()
            guard skips("import") else { return nil }
            _ = skipSpaces()
            return skips("*") ? module : nil
        }

        /// The statement, with blanks for its texts and comments.
        private var bareStatement: [UInt8] {
            var end = self
            var texts: [Range<Int>] = []
            end.skipStatement { texts.append($0) }
            var bare = Array(bytes[position..<end.position])
            for range in texts {
                for index in range where bare.indices.contains(index - position) { bare[index - position] = 0x20 }
            }
            return bare
        }

        /// The names in capitals, outside of brackets, that the statement may set, change or import: those before `=` or `+=`,
        /// and on the left of the first of these also before `[`, `.`, `:` and `,`.
        /// - Parameter isImport: whether all of its names count.
        func namesSet(byImport isImport: Bool) -> [String] {
            var rest = bareStatement[...]
            var (names, depth, isLeft) = ([String](), 0, true)
            while let byte = rest.first {
                guard byte.isWordOfPython else {
                    if "([{".utf8.contains(byte) { depth += 1 }
                    if ")]}".utf8.contains(byte) { depth -= 1 }
                    rest = rest.dropFirst()
                    continue
                }
                let word = rest.prefix(while: \.isWordOfPython)
                rest = rest[word.endIndex...]
                let after = rest.drop { $0 == 0x20 || $0 == 0x09 }
                let (isAssigned, isDivided) = (
                    Reader.assigns(after), after.first.map { "[.:,".utf8.contains($0) } ?? false
                )
                let counts = isImport || (depth == 0 && (isAssigned || (isLeft && isDivided)))
                if counts, word.allSatisfy(\.isCapitalOfPython) { names.append(String(decoding: word, as: UTF8.self)) }
                if depth == 0, isAssigned { isLeft = false }
            }
            return names
        }

        /// Whether it begins with `=` or one such as `+=`, and not with `==`.
        private static func assigns(_ rest: ArraySlice<UInt8>) -> Bool {
            let sign = rest.prefix(3).prefix { "-+*/|&%@^".utf8.contains($0) }
            return rest[sign.endIndex...].prefix(2).elementsEqual([UInt8(ascii: "="), UInt8(ascii: "=")]) == false
                && rest[sign.endIndex...].first == UInt8(ascii: "=")
        }

        /// Whether it imports everything of a module.
        var importsAll: Bool { bareStatement.contains(UInt8(ascii: "*")) }

        /// Whether nothing but a comment follows on the line.
        var isAtEndOfStatement: Bool {
            let rest = bytes[position...].first { $0 != 0x20 && $0 != 0x09 && $0 != 0x0D }
            return rest.map { [0x0A, UInt8(ascii: "#")].contains($0) } ?? true
        }

        /// To the beginning of the next line outside of brackets and texts.
        /// - Parameter leaving: gets where texts and comments are.
        mutating func skipStatement(_ leaving: (Range<Int>) -> Void = { _ in }) {
            var depth = 0
            while let current {
                switch current {
                case UInt8(ascii: "#"), UInt8(ascii: "\""), UInt8(ascii: "'"):
                    let start = position
                    if current == UInt8(ascii: "#") { skipLine() } else { _ = text(isRaw: false) }
                    leaving(start..<position)
                case UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "{"):
                    depth += 1
                    position += 1
                case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"):
                    depth = max(0, depth - 1)
                    position += 1
                case UInt8(ascii: "\\"): position = min(bytes.count, position + 2)
                case 0x0A:
                    position += 1
                    if depth == 0 { return }
                default: position += 1
                }
            }
        }

        // MARK: - Values

        /// - Parameter known: the values of names that stand above.
        /// - Returns: nil for what is no literal.
        mutating func value(_ known: [String: JSON], depth: Int = 0) -> JSON? {
            _ = depth == 0 ? skipSpaces() : 0
            if depth > 0 { skipBlank() }
            guard depth < Reader.depthMax, let current else { return nil }
            switch current {
            case UInt8(ascii: "("), UInt8(ascii: "["): return list(known, depth)
            case UInt8(ascii: "{"): return table(known, depth)
            case UInt8(ascii: "\""), UInt8(ascii: "'"): return texts(isRaw: false, isNested: depth > 0)
            case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return number()
            default: return named(known, isNested: depth > 0)
            }
        }

        private mutating func named(_ known: [String: JSON], isNested: Bool) -> JSON? {
            guard let name = word() else { return nil }
            if let current, current == UInt8(ascii: "\"") || current == UInt8(ascii: "'") {
                guard ["r", "u", "b"].contains(name.lowercased()) else { return nil }
                return texts(isRaw: name.lowercased() == "r", isNested: isNested)
            }
            switch name {
            case "True": return .text("true")
            case "False": return .text("false")
            case "None": return .null
            // A list of lists of lists by names could be endless to walk.
            default: return known[name].flatMap { $0.text == nil ? nil : $0 }
            }
        }

        private mutating func number() -> JSON? {
            let start = position
            if bytes[position] == UInt8(ascii: "-") { position += 1 }
            while let current, current.isDigit || current == UInt8(ascii: ".") || current == UInt8(ascii: "_") {
                position += 1
            }
            return .text(String(decoding: bytes[start..<position], as: UTF8.self))
        }

        /// `(a)` is `a`, and `(a,)` a list.
        private mutating func list(_ known: [String: JSON], _ depth: Int) -> JSON? {
            let isTuple = bytes[position] == UInt8(ascii: "(")
            position += 1
            var items: [JSON] = []
            var isParted = false
            while true {
                skipBlank()
                if skips(isTuple ? ")" : "]") {
                    return isTuple && items.count == 1 && !isParted ? items[0] : .list(items)
                }
                guard let item = value(known, depth: depth + 1) else { return nil }
                items.append(item)
                skipBlank()
                isParted = skips(",")
                guard isParted || sees(isTuple ? ")" : "]") else { return nil }
            }
        }

        /// A set is a list.
        private mutating func table(_ known: [String: JSON], _ depth: Int) -> JSON? {
            position += 1
            var fields: [String: JSON] = [:]
            var items: [JSON] = []
            while true {
                skipBlank()
                if skips("}") { return items.isEmpty ? .object(fields) : .list(items) }
                guard let key = value(known, depth: depth + 1) else { return nil }
                skipBlank()
                if skips(":") {
                    guard let name = key.text, let item = value(known, depth: depth + 1) else { return nil }
                    fields[name] = item
                } else {
                    items.append(key)
                }
                skipBlank()
                guard skips(",") || sees("}") else { return nil }
            }
        }

        /// Texts that follow each other are one.
        private mutating func texts(isRaw: Bool, isNested: Bool) -> JSON? {
            guard var whole = text(isRaw: isRaw) else { return nil }
            while true {
                if isNested { skipBlank() } else { _ = skipSpaces() }
                guard let current, current == UInt8(ascii: "\"") || current == UInt8(ascii: "'") else {
                    return .text(whole)
                }
                guard let next = text(isRaw: false) else { return nil }
                whole += next
            }
        }

        private mutating func text(isRaw: Bool) -> String? {
            let quote = bytes[position]
            let isLong = bytes[position...].starts(with: [quote, quote, quote])
            position += isLong ? 3 : 1
            var text: [UInt8] = []
            while let current {
                if current == quote, !isLong || bytes[position...].starts(with: [quote, quote, quote]) {
                    position += isLong ? 3 : 1
                    return String(validating: text, as: UTF8.self)
                }
                if current == 0x0A, !isLong { return nil }
                guard current == UInt8(ascii: "\\"), position + 1 < bytes.count else {
                    text.append(current)
                    position += 1
                    continue
                }
                text += isRaw ? Array(bytes[position...position + 1]) : escaped(bytes[position + 1])
                position += 2
            }
            return nil
        }

        /// What follows a `\`. Codes of characters stay as they are.
        private func escaped(_ byte: UInt8) -> [UInt8] {
            switch byte {
            case UInt8(ascii: "n"): [0x0A]
            case UInt8(ascii: "t"): [0x09]
            case 0x0A: []
            case UInt8(ascii: "\\"), UInt8(ascii: "'"), UInt8(ascii: "\""): [byte]
            default: [UInt8(ascii: "\\"), byte]
            }
        }
    }
}

extension UInt8 {
    fileprivate var isWordOfPython: Bool {
        isDigit || self == UInt8(ascii: "_") || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self)
            || (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(self) || self >= 0x80
    }

    fileprivate var isCapitalOfPython: Bool {
        isDigit || self == UInt8(ascii: "_") || (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(self)
    }
}
