/// A node of a YAML 1.1 document. The caller interprets unquoted scalars.
package struct YAMLNode: Hashable, Sendable {
    package indirect enum Value: Hashable, Sendable {
        /// Without quotation marks.
        case plain(String)
        /// In quotation marks or a block.
        case text(String)
        case list([YAMLNode])
        case table([YAMLEntry])
    }

    package let value: Value
    /// The line where the node starts, from 1.
    package let line: Int
}

/// One key of a table with its value.
package struct YAMLEntry: Hashable, Sendable {
    package let key: String
    package let value: YAMLNode
    /// The line of the key, from 1.
    package let line: Int
}

/// Why a text is rejected. Lines and columns count from 1; columns in Unicode scalars.
package enum YAMLError: Error, Hashable, Sendable {
    /// - Parameter words: libyaml's message.
    case syntax(String, line: Int, column: Int?)
    /// An alias without an anchor above it.
    case noAnchor(String, line: Int)
    /// More than `YAMLReader.nodesMax` nodes, including the nodes that aliases repeat: nested aliases could turn a few
    /// lines into gigabytes.
    case tooMany(line: Int)
    /// A key that is a list or a table.
    case noWord(line: Int)
    /// - Parameter line: of the table.
    case repeated(key: String, line: Int)
    case tooDeep(line: Int)

    package var line: Int {
        switch self {
        case .syntax(_, let line, _), .noAnchor(_, let line), .tooMany(let line), .noWord(let line),
            .repeated(_, let line), .tooDeep(let line):
            line
        }
    }
}
