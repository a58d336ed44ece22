import CYAML

/// Parses one document with libyaml.
///
/// It owns the parser and frees it. The parser reads from `bytes`, which live as long as the parser.
package struct YAMLReader: ~Copyable {
    private let parser: UnsafeMutablePointer<yaml_parser_t>
    private let bytes: UnsafeMutableBufferPointer<UInt8>
    private let allowsEqualKeys: Bool
    private var anchors: [String: Anchored] = [:]
    private var nodeCount = 0

    /// How deep lists and tables may nest.
    package static let depthMax = 32
    /// For one document, including nodes that aliases repeat.
    package static let nodesMax = 10_000

    private struct Anchored {
        let node: YAMLNode
        /// The number of nodes, itself included, and the number of levels below it.
        let count: Int
        let height: Int
    }

    /// - Parameter allowsEqualKeys: whether a table may have a key several times; otherwise that is an error.
    /// - Returns: the root; nil for a text without a value.
    package static func root(of text: String, allowsEqualKeys: Bool = false) throws(YAMLError) -> YAMLNode? {
        guard !text.isEmpty else { return nil }
        var reader = try YAMLReader(Array(text.utf8), allowsEqualKeys)
        return try reader.root()
    }

    private init(_ text: [UInt8], _ allowsEqualKeys: Bool) throws(YAMLError) {
        self.allowsEqualKeys = allowsEqualKeys
        // libyaml stores pointers to its own parser, so the parser needs a fixed address.
        parser = .allocate(capacity: 1)
        bytes = .allocate(capacity: text.count)
        _ = bytes.initialize(from: text)
        guard yaml_parser_initialize(parser) == 1 else {
            throw .syntax("no memory is left", line: 1, column: nil)
        }
        yaml_parser_set_encoding(parser, YAML_UTF8_ENCODING)
        yaml_parser_set_input_string(parser, bytes.baseAddress, bytes.count)
    }

    deinit {
        yaml_parser_delete(parser)
        parser.deallocate()
        bytes.deallocate()
    }

    /// A start or end event; a node may have the name of an anchor.
    private enum Event {
        case scalar(String, isPlain: Bool, anchor: String?)
        case list(anchor: String?)
        case table(anchor: String?)
        case alias(String)
        case end, other
    }

    private mutating func root() throws(YAMLError) -> YAMLNode? {
        // Skips the start of the stream and of the document.
        _ = try next()
        guard case .other = try next().event else { return nil }
        let (event, line) = try next()
        let root = try node(event, line: line, depth: 0).node
        _ = try next()
        let after = try next()
        guard case .end = after.event else {
            throw .syntax("a second document begins", line: after.line, column: nil)
        }
        return root
    }

    /// - Parameter depth: how many lists and tables contain the node.
    private mutating func node(_ event: Event, line: Int, depth: Int) throws(YAMLError) -> (node: YAMLNode, height: Int)
    {
        guard depth <= Self.depthMax else { throw .tooDeep(line: line) }
        let before = nodeCount
        let (value, height, anchor): (YAMLNode.Value, Int, String?)
        switch event {
        case .scalar(let text, let isPlain, let name):
            (value, height, anchor) = (isPlain ? .plain(text) : .text(text), 0, name)
        case .list(let name):
            let (items, below) = try items(depth: depth + 1)
            (value, height, anchor) = (.list(items), below, name)
        case .table(let name):
            let (entries, below) = try entries(line: line, depth: depth + 1)
            (value, height, anchor) = (.table(entries), below, name)
        case .alias(let name):
            // An anchor is defined only after its node has ended, so no node can contain itself.
            guard let anchored = anchors[name] else { throw .noAnchor(name, line: line) }
            guard depth + anchored.height <= Self.depthMax else { throw .tooDeep(line: line) }
            try count(anchored.count, line: line)
            return (YAMLNode(value: anchored.node.value, line: line), anchored.height)
        case .end, .other: throw .syntax("a value is missing", line: line, column: nil)
        }
        try count(1, line: line)
        let node = YAMLNode(value: value, line: line)
        if let anchor { anchors[anchor] = Anchored(node: node, count: nodeCount - before, height: height) }
        return (node, height)
    }

    private mutating func count(_ more: Int, line: Int) throws(YAMLError) {
        nodeCount += more
        guard nodeCount <= Self.nodesMax else { throw .tooMany(line: line) }
    }

    private mutating func items(depth: Int) throws(YAMLError) -> (items: [YAMLNode], height: Int) {
        var (items, height): ([YAMLNode], Int) = ([], 0)
        while true {
            let (event, line) = try next()
            if case .end = event { return (items, height) }
            let item = try node(event, line: line, depth: depth)
            items.append(item.node)
            height = max(height, item.height + 1)
        }
    }

    /// `<<: *name` adds the fields of one or more other tables that this table lacks.
    private mutating func entries(line: Int, depth: Int) throws(YAMLError) -> (entries: [YAMLEntry], height: Int) {
        var (entries, height): ([YAMLEntry], Int) = ([], 0)
        var known: Set<String> = []
        var merged: [YAMLEntry] = []
        while true {
            let (keyEvent, keyLine) = try next()
            switch keyEvent {
            case .end:
                for entry in merged where known.insert(entry.key).inserted { entries.append(entry) }
                return (entries, height)
            case .scalar(let key, let isPlain, _):
                guard known.insert(key).inserted || allowsEqualKeys else { throw .repeated(key: key, line: line) }
                let (event, valueLine) = try next()
                let value = try node(event, line: valueLine, depth: depth)
                height = max(height, value.height + 1)
                if isPlain, key == "<<", let more = value.node.fieldsToMerge {
                    merged += more.map { YAMLEntry(key: $0.key, value: $0.value, line: keyLine) }
                } else {
                    entries.append(YAMLEntry(key: key, value: value.node, line: keyLine))
                }
            case .list, .table, .alias, .other: throw .noWord(line: keyLine)
            }
        }
    }

    private static func name(_ anchor: UnsafeMutablePointer<yaml_char_t>?) -> String? {
        anchor.map { String(decodingCString: $0, as: UTF8.self) }
    }

    private func next() throws(YAMLError) -> (event: Event, line: Int) {
        var event = yaml_event_t()
        guard yaml_parser_parse(parser, &event) == 1 else { throw problem }
        defer { yaml_event_delete(&event) }
        let line = Int(event.start_mark.line) + 1
        switch event.type {
        case YAML_SCALAR_EVENT:
            let scalar = event.data.scalar
            let text = String(decoding: UnsafeBufferPointer(start: scalar.value, count: scalar.length), as: UTF8.self)
            let isPlain = scalar.style == YAML_PLAIN_SCALAR_STYLE
            return (.scalar(text, isPlain: isPlain, anchor: Self.name(scalar.anchor)), line)
        case YAML_SEQUENCE_START_EVENT: return (.list(anchor: Self.name(event.data.sequence_start.anchor)), line)
        case YAML_MAPPING_START_EVENT: return (.table(anchor: Self.name(event.data.mapping_start.anchor)), line)
        case YAML_ALIAS_EVENT: return (.alias(Self.name(event.data.alias.anchor) ?? ""), line)
        case YAML_SEQUENCE_END_EVENT, YAML_MAPPING_END_EVENT, YAML_STREAM_END_EVENT: return (.end, line)
        default: return (.other, line)
        }
    }

    /// The error that libyaml reports.
    private var problem: YAMLError {
        let state = parser.pointee
        let words = state.problem.map { String(cString: $0) } ?? "no memory is left"
        guard state.error == YAML_READER_ERROR else {
            return .syntax(
                words, line: Int(state.problem_mark.line) + 1, column: Int(state.problem_mark.column) + 1)
        }
        // For these errors libyaml gives an offset in bytes.
        let above = bytes.prefix(state.problem_offset).count { $0 == UInt8(ascii: "\n") }
        return .syntax(words, line: above + 1, column: nil)
    }
}

extension YAMLNode {
    /// The entries of a table, or of a list of tables in which earlier ones win; nil for anything else.
    fileprivate var fieldsToMerge: [YAMLEntry]? {
        switch value {
        case .table(let entries): return entries
        case .list(let items):
            let tables = items.compactMap { item -> [YAMLEntry]? in
                if case .table(let entries) = item.value { entries } else { nil }
            }
            return tables.count == items.count && !items.isEmpty ? tables.flatMap(\.self) : nil
        case .plain, .text: return nil
        }
    }
}
