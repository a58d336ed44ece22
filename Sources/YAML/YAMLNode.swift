/// A node of a text in YAML 1.1. What a word without quotation marks means is left to the reader's caller.
package struct YAMLNode: Hashable, Sendable {
    package indirect enum Value: Hashable, Sendable {
        /// Without quotation marks.
        case plain(String)
        /// In quotation marks or in a block.
        case text(String)
        case list([YAMLNode])
        case table([YAMLEntry])
    }

    package let value: Value
    /// Where the node begins, from 1.
    package let line: Int
}

/// One key of a table, with its value.
package struct YAMLEntry: Hashable, Sendable {
    package let key: String
    package let value: YAMLNode
    /// Of the key, from 1.
    package let line: Int
}

/// Why a text is refused. Lines and columns count from 1; columns in Unicode scalars.
package enum YAMLError: Error, Hashable, Sendable {
    /// - Parameter words: libyaml's own.
    case syntax(String, line: Int, column: Int?)
    /// An alias for which there is no anchor above it.
    case noAnchor(String, line: Int)
    /// More than `YAMLReader.nodesMax` nodes, those counted that an alias repeats: an alias of an alias of an alias would make
    /// gigabytes of a few lines.
    case tooMany(line: Int)
    /// A key that is a list or a table.
    case noWord(line: Int)
    /// - Parameter line: of the table.
    case repeated(key: String, line: Int)
    case tooDeep(line: Int)
}
