import GRDB

/// Arguments of which there may be any number, such as those of `IN (…)`.
///
/// Each statement stays prepared, so a list has one of few lengths. What is missing is NULL, which equals nothing.
struct ArgumentList {
    /// A “?” for each argument, which commas separate; of rows with several columns: “(?, ?)” for each row.
    let marks: String
    let arguments: StatementArguments

    init(_ values: [any DatabaseValueConvertible]) { self.init(rows: values.map { [$0] }, columns: 1) }

    init(rows: [[any DatabaseValueConvertible]], columns: Int) {
        var length = 8
        while length < rows.count { length *= 8 }
        let row = Array(repeating: "?", count: columns).joined(separator: ", ")
        marks = Array(repeating: columns == 1 ? row : "(\(row))", count: length).joined(separator: ", ")
        let values = rows.flatMap { $0 as [(any DatabaseValueConvertible)?] }
        arguments = StatementArguments(values + Array(repeating: nil, count: length * columns - values.count))
    }
}
