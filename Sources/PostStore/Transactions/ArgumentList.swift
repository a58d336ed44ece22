import SQL

/// Arguments of which there may be any number, such as those of `IN (…)`.
///
/// Each statement stays prepared, so a list has one of few lengths. What is missing is NULL, which equals nothing.
struct ArgumentList {
    /// A “?” for each argument, which commas separate; of rows with several columns: “(?, ?)” for each row.
    let marks: String
    let arguments: [any SQLArgument]

    /// A “?” for each of these columns, which commas separate.
    static func marks(for columns: String) -> String {
        columns.split(separator: ",").map { _ in "?" }.joined(separator: ", ")
    }

    init(_ values: [any SQLArgument]) { self.init(rows: values.map { [$0] }, columns: 1) }

    init(rows: [[any SQLArgument]], columns: Int) {
        var length = 8
        while length < rows.count { length *= 8 }
        let row = Array(repeating: "?", count: columns).joined(separator: ", ")
        marks = Array(repeating: columns == 1 ? row : "(\(row))", count: length).joined(separator: ", ")
        // NULL of the type of the first row's columns.
        let missing =
            rows.first.map { row in row.map { type(of: $0).null } } ?? Array(repeating: String?.none, count: columns)
        arguments = (rows + Array(repeating: missing, count: length - rows.count)).flatMap { $0 }
    }
}
