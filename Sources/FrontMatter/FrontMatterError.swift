/// An error in a Markdown file and its position. Lines count from 1 at the top of the file, including the fence.
package struct FrontMatterError: Error, Hashable, Sendable, CustomStringConvertible {
    package let line: Int
    /// In Unicode scalars, from 1; nil for the whole line.
    package let column: Int?
    /// One to three sentences for the author, without the position.
    package let problem: String

    init(line: Int, column: Int? = nil, _ problem: String) {
        self.line = line
        self.column = column
        self.problem = problem
    }

    package var description: String {
        let place = column.map { "Line \(line), column \($0)" } ?? "Line \(line)"
        return "\(place): \(problem)"
    }
}
