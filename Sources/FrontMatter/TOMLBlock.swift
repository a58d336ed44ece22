import TOMLKit

/// Reads TOML into entries, in the order of their lines.
enum TOMLBlock {
    static func entries(of block: FrontMatterBlock) throws(FrontMatterError) -> [FrontMatterEntry] {
        let table: TOMLTable
        do {
            try TOMLSyntax.check(block.text)
            table = try TOMLTable(string: block.text)
        } catch {
            throw FrontMatterError(error)
        }
        let lines = KeyLines(block.text)
        return entries(of: table) { lines[$0] ?? FrontMatterBlock.firstLine }.sorted { $0.line < $1.line }
    }

    private static func entries(of table: TOMLTable, line: (String) -> Int) -> [FrontMatterEntry] {
        table.keys.compactMap { key in
            guard let value = table[key] else { return nil }
            let line = line(key)
            return FrontMatterEntry(key: key, value: self.value(value, line: line), line: line)
        }
    }

    private static func value(_ value: any TOMLValueConvertible, line: Int) -> FrontMatterValue {
        switch value.type {
        case .table: value.table.map { .table(entries(of: $0) { _ in line }) } ?? .empty
        case .array: .list(value.array?.map { self.value($0, line: line) } ?? [])
        case .string: .text(value.string ?? "")
        case .int: .plain(value.int.map(String.init) ?? "")
        case .double: .plain(value.double.map { "\($0)" } ?? "")
        case .bool: .plain(value.bool == true ? "true" : "false")
        case .date: .plain(value.date.map(text) ?? "")
        case .time: .plain(value.time.map(text) ?? "")
        case .dateTime: .plain(value.dateTime.map(text) ?? "")
        }
    }

    private static func text(_ date: TOMLDate) -> String {
        "\(padded(date.year, 4))-\(padded(date.month, 2))-\(padded(date.day, 2))"
    }

    private static func text(_ time: TOMLTime) -> String {
        let fraction = time.nanoSecond == 0 ? "" : ".\(padded(time.nanoSecond, 9))"
        return "\(padded(time.hour, 2)):\(padded(time.minute, 2)):\(padded(time.second, 2))\(fraction)"
    }

    private static func text(_ dateTime: TOMLDateTime) -> String {
        let local = "\(text(dateTime.date))T\(text(dateTime.time))"
        guard let minutes = dateTime.offset?.offset else { return local }
        let size = abs(minutes)
        return "\(local)\(minutes < 0 ? "-" : "+")\(padded(size / 60, 2)):\(padded(size % 60, 2))"
    }

    private static func padded(_ number: Int, _ digits: Int) -> String {
        let text = String(number)
        return String(repeating: "0", count: max(0, digits - text.count)) + text
    }
}

/// Where the keys of a TOML document's top level stand. TOMLKit keeps no positions, so this looks at how lines begin;
/// it serves error messages and the order of fields only.
private struct KeyLines {
    private var lines: [String: Int] = [:]

    init(_ text: String) {
        for (index, line) in text.split(separator: /\r?\n/, omittingEmptySubsequences: false).enumerated() {
            let name = line.drop { " \t[\"'".contains($0) }.prefix { !" \t]=.\"'".contains($0) }
            if !name.isEmpty, lines[String(name)] == nil { lines[String(name)] = index + FrontMatterBlock.firstLine }
        }
    }

    subscript(key: String) -> Int? { lines[key] }
}

extension FrontMatterError {
    fileprivate init(_ error: any Error) {
        let above = FrontMatterBlock.firstLine - 1
        switch error {
        case let error as TOMLSyntaxError:
            self.init(line: error.line + above, column: error.column, "This is not TOML. \(error.problem)")
        case let error as TOMLParseError:
            let begin = error.source.begin
            self.init(line: begin.line + above, column: begin.column, "This is not TOML: \(error.description).")
        default:
            self.init(line: 1, "The front matter cannot be read as TOML.")
        }
    }
}
