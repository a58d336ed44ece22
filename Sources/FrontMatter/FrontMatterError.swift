/// What is wrong with a Markdown file, and where. Lines are counted from 1 at the top of the file, the fence included.
package struct FrontMatterError: Error, Hashable, Sendable, CustomStringConvertible {
    package let line: Int
    /// In Unicode scalars, from 1; nil when the whole line is meant.
    package let column: Int?
    /// One to three sentences in the author's words, without the place.
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
