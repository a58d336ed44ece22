import CYAML

/// Reads one document by libyaml.
///
/// One owner of the parser; freed with it. The parser reads from `bytes`, which live as long.
package struct YAMLReader: ~Copyable {
    private let parser: UnsafeMutablePointer<yaml_parser_t>
    private let bytes: UnsafeMutableBufferPointer<UInt8>

    /// How deep lists and tables may be nested.
    package static let depthMax = 32

    /// - Returns: the root; nil for a text without any value.
    package static func root(of text: String) throws(YAMLError) -> YAMLNode? {
        text.isEmpty ? nil : try YAMLReader(Array(text.utf8)).root()
    }

    private init(_ text: [UInt8]) throws(YAMLError) {
        // The parser keeps its own address.
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

    private enum Event { case scalar(String, isPlain: Bool), list, table, alias, end, other }

    private func root() throws(YAMLError) -> YAMLNode? {
        // The beginnings of the stream and of the document.
        _ = try next()
        guard case .other = try next().event else { return nil }
        let (event, line) = try next()
        let root = try node(event, line: line, depth: 0)
        _ = try next()
        let after = try next()
        guard case .end = after.event else {
            throw .syntax("a second document begins", line: after.line, column: nil)
        }
        return root
    }

    /// - Parameter depth: how many lists and tables hold the node.
    private func node(_ event: Event, line: Int, depth: Int) throws(YAMLError) -> YAMLNode {
        guard depth <= Self.depthMax else { throw .tooDeep(line: line) }
        let value: YAMLNode.Value
        switch event {
        case .scalar(let text, let isPlain): value = isPlain ? .plain(text) : .text(text)
        case .list: value = .list(try items(depth: depth + 1))
        case .table: value = .table(try entries(line: line, depth: depth + 1))
        case .alias, .end, .other: throw .alias(line: line)
        }
        return YAMLNode(value: value, line: line)
    }

    private func items(depth: Int) throws(YAMLError) -> [YAMLNode] {
        var items: [YAMLNode] = []
        while true {
            let (event, line) = try next()
            if case .end = event { return items }
            items.append(try node(event, line: line, depth: depth))
        }
    }

    private func entries(line: Int, depth: Int) throws(YAMLError) -> [YAMLEntry] {
        var entries: [YAMLEntry] = []
        var known: Set<String> = []
        while true {
            let (keyEvent, keyLine) = try next()
            switch keyEvent {
            case .end: return entries
            case .scalar(let key, _):
                guard known.insert(key).inserted else { throw .repeated(key: key, line: line) }
                let (event, valueLine) = try next()
                let value = try node(event, line: valueLine, depth: depth)
                entries.append(YAMLEntry(key: key, value: value, line: keyLine))
            case .alias: throw .alias(line: keyLine)
            case .list, .table, .other: throw .noWord(line: keyLine)
            }
        }
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
            return (.scalar(text, isPlain: scalar.style == YAML_PLAIN_SCALAR_STYLE), line)
        case YAML_SEQUENCE_START_EVENT: return (.list, line)
        case YAML_MAPPING_START_EVENT: return (.table, line)
        case YAML_ALIAS_EVENT: return (.alias, line)
        case YAML_SEQUENCE_END_EVENT, YAML_MAPPING_END_EVENT, YAML_STREAM_END_EVENT: return (.end, line)
        default: return (.other, line)
        }
    }

    /// What libyaml says.
    private var problem: YAMLError {
        let state = parser.pointee
        let words = state.problem.map { String(cString: $0) } ?? "no memory is left"
        guard state.error == YAML_READER_ERROR else {
            return .syntax(
                words, line: Int(state.problem_mark.line) + 1, column: Int(state.problem_mark.column) + 1)
        }
        // Here it counts bytes.
        let above = bytes.prefix(state.problem_offset).count { $0 == UInt8(ascii: "\n") }
        return .syntax(words, line: above + 1, column: nil)
    }
}
