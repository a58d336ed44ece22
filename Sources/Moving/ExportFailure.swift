import JSONTree

/// Why an export cannot be read, or not beyond a line.
package struct ExportFailure: Error, Equatable {
    /// From 1; nil in JSON.
    package let line: Int?
    package let words: String
}

extension ExportFailure {
    /// Explains why JSON could not be decoded. Decoding loses lines, so the words name the item by its number.
    /// - Parameters:
    ///   - format: such as “JSON Feed”.
    ///   - list: the member that contains the items.
    ///   - item: the word for one of them.
    init(_ error: any Error, in format: String, list: String, item: String) {
        func position(_ path: [any CodingKey]) -> String {
            guard let start = path.firstIndex(where: { $0.stringValue == list }), start + 1 < path.count,
                let index = path[start + 1].intValue
            else { return "" }
            return " in \(item) \(index + 1)"
        }
        line = nil
        words =
            switch error {
            case DecodingError.keyNotFound(let key, let context):
                "It is no \(format): “\(key.stringValue)” is missing\(position(context.codingPath))."
            case DecodingError.typeMismatch(_, let context), DecodingError.valueNotFound(_, let context):
                if let key = context.codingPath.last(where: { $0.intValue == nil }) {
                    "It is no \(format): “\(key.stringValue)” is of another kind\(position(context.codingPath))."
                } else {
                    "It is no \(format), which is one object between { and }."
                }
            case JSONError.tooDeep: JSONError.tooDeep.description
            default: "It is not JSON, or breaks off in the middle."
            }
    }
}
