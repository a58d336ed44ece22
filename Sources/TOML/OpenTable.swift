/// A table during parsing: later lines may still add to it.
///
/// TOML lets each table be defined once, so the lines that may add to a table depend on how it was created.
final class OpenTable {
    /// How the table was created.
    enum Origin {
        /// By a longer header: `[a.b]` creates `a`, and `[a]` may still follow.
        case passed
        /// By its own header.
        case header
        /// By a dotted key: `a.b = 1` creates `a`. Dotted keys in the same section may add to it.
        case dotted
    }

    /// The content of a key. Brackets and braces make a complete value: nothing can be added to it.
    private enum Content {
        case value(TOMLValue, TOMLPlace)
        case table(OpenTable)
        case tables(OpenTables)
    }

    private(set) var origin: Origin
    private var slots: [(key: TOMLKey, place: TOMLPlace, content: Content)] = []
    /// Keyed by bytes: Swift strings treat two spellings of “é” as equal, but TOML compares code points.
    private var slotByKey: [[UInt8]: Int] = [:]

    init(_ origin: Origin) { self.origin = origin }

    /// The table so far. Tables nest at most `TOMLDocument.depthMax` deep.
    var entries: [TOMLEntry] {
        slots.map { key, place, content in
            switch content {
            case .value(let value, let valuePlace):
                TOMLEntry(key: key.text, place: place, value: value, valuePlace: valuePlace)
            case .table(let table):
                TOMLEntry(key: key.text, place: place, value: .table(table.entries), valuePlace: nil)
            case .tables(let tables):
                TOMLEntry(key: key.text, place: place, value: .array(tables.items), valuePlace: nil)
            }
        }
    }

    /// Adds `key = value`.
    func define(_ key: TOMLKey, _ value: TOMLValue, _ place: TOMLPlace) throws(TOMLError) {
        if let found = slot(key) {
            throw key.error("“\(key.shown)” is already defined in line \(found.place.line). Keep one of the two.")
        }
        add(key, key.place, .value(value, place))
    }

    /// Returns the table of `key` before a dot, as in `key.more = value`.
    func dotted(_ key: TOMLKey) throws(TOMLError) -> OpenTable {
        guard let found = slot(key) else { return add(key, key.place, OpenTable(.dotted)) }
        switch found.content {
        case .table(let table) where table.origin != .header:
            table.origin = .dotted
            return table
        case .table, .tables:
            throw key.error(
                "The table “\(key.shown)” has a header in line \(found.place.line). Put its values below that.")
        case .value: throw closed(key, found.place)
        }
    }

    /// Returns the table of `key` before a dot in a header, as in `[key.more]`.
    func passed(_ key: TOMLKey, header: TOMLPlace) throws(TOMLError) -> OpenTable {
        guard let found = slot(key) else { return add(key, header, OpenTable(.passed)) }
        switch found.content {
        case .table(let table): return table
        case .tables(let tables): return tables.last
        case .value: throw closed(key, found.place)
        }
    }

    /// Returns the table of the header `[key]`.
    func opened(_ key: TOMLKey, header: TOMLPlace) throws(TOMLError) -> OpenTable {
        guard let found = slot(key) else { return add(key, header, OpenTable(.header)) }
        switch found.content {
        case .table(let table) where table.origin == .passed:
            table.origin = .header
            slots[found.index].place = header
            return table
        case .table, .tables:
            throw key.error(
                "The table “\(key.shown)” is already defined in line \(found.place.line). Put its values in one place.")
        case .value: throw closed(key, found.place)
        }
    }

    /// Appends a table for the header `[[key]]`.
    func appended(_ key: TOMLKey, header: TOMLPlace) throws(TOMLError) -> OpenTable {
        let table = OpenTable(.header)
        guard let found = slot(key) else {
            add(key, header, .tables(OpenTables(table, header)))
            return table
        }
        switch found.content {
        case .tables(let tables):
            tables.append(table, header)
            return table
        case .table:
            throw key.error(
                "“\(key.shown)” is a single table, defined in line \(found.place.line). For several write both as [[…]]."
            )
        case .value: throw closed(key, found.place)
        }
    }

    private func slot(_ key: TOMLKey) -> (index: Int, place: TOMLPlace, content: Content)? {
        slotByKey[key.bytes].map { ($0, slots[$0].place, slots[$0].content) }
    }

    private func add(_ key: TOMLKey, _ place: TOMLPlace, _ content: Content) {
        slotByKey[key.bytes] = slots.count
        slots.append((key, place, content))
    }

    private func add(_ key: TOMLKey, _ place: TOMLPlace, _ table: OpenTable) -> OpenTable {
        add(key, place, .table(table))
        return table
    }

    private func closed(_ key: TOMLKey, _ place: TOMLPlace) -> TOMLError {
        key.error("“\(key.shown)” has its complete value in line \(place.line). Add to it there.")
    }
}

/// The tables of one `[[header]]`, at least one.
final class OpenTables {
    private var tables: [(table: OpenTable, place: TOMLPlace)] = []
    private(set) var last: OpenTable

    init(_ first: OpenTable, _ place: TOMLPlace) {
        last = first
        tables = [(first, place)]
    }

    var items: [TOMLItem] { tables.map { TOMLItem(value: .table($0.entries), place: $1) } }

    func append(_ table: OpenTable, _ place: TOMLPlace) {
        tables.append((table, place))
        last = table
    }
}

/// One part of a parsed key.
struct TOMLKey {
    let text: String
    let place: TOMLPlace

    var bytes: [UInt8] { Array(text.utf8) }
    /// Shortened for messages.
    var shown: String { String(String.UnicodeScalarView(text.unicodeScalars.prefix(40))) }

    func error(_ problem: String) -> TOMLError { TOMLError(place.line, place.column, problem) }
}
