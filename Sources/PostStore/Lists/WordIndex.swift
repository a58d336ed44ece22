import Posts
import SQL

/// The words of all posts: which posts have them. An entry has the number that the post has as `docId`, and these numbers grow
/// with the date.
///
/// Each engine has its own: `FTS5Index` and `VectorIndex`. Both know words as FTS5's tokenizer cuts them.
protocol WordIndex {
    func add(_ docId: Int64, _ texts: WordTexts) throws

    /// - Parameter texts: those that were added.
    func remove(_ docId: Int64, _ texts: WordTexts) throws

    /// The statement that finds entries, newest first, and lacks its `LIMIT`.
    /// - Parameters:
    ///   - what: the columns of `post` to return; besides them there is `docId`.
    ///   - columns: those in which each of the words has to occur; none for any.
    ///   - entries: their numbers.
    ///   - conditions: on `post`, each after “ AND”, with their arguments.
    func find(
        _ query: WordQuery, _ what: String, in columns: [WordTexts.Column], _ entries: Range<Int64>,
        _ conditions: String, _ arguments: [any SQLArgument]
    ) -> (sql: String, arguments: [any SQLArgument])

    /// Whether the words are in more posts than `count`.
    func finds(_ query: WordQuery, moreThan count: Int) throws -> Bool

    /// What the database finds wrong with it, in a sentence; nil for nothing.
    func damage() throws -> String?

    /// How many posts should have an entry and have none, and how many entries no post has made.
    func gaps() throws -> (lost: Int, ghosts: Int)

    func clear() throws
}

extension Database {
    var words: any WordIndex {
        switch engine {
        case .sqlite: FTS5Index(db: self)
        case .postgres: VectorIndex(db: self)
        }
    }
}

/// What the index has of a post. Always equal for equal drafts: else words would stay in the index.
struct WordTexts {
    enum Column: String { case title, body, tags }

    let title, body, tags: String

    init(_ draft: Draft) {
        title = SearchText.spaced(draft.title ?? "")
        body = SearchText.spaced(draft.body.replacing("\0", with: " "))
        tags = SearchText.spaced(draft.tags.map(\.text).joined(separator: "\n"))
    }

    /// As in schema.sql.
    static let tokenizer = "unicode61 remove_diacritics 2"
    private static let cutter = Result { try WordCutter(tokenizer) }

    /// The words of a text, as the index has them.
    static func words(in text: String) throws -> [String] { try cutter.get().words(in: SearchText.spaced(text)) }

    /// The words of each column.
    func words() throws -> [(column: Column, words: [String])] {
        let cutter = try WordTexts.cutter.get()
        return try [(.title, title), (.tags, tags), (.body, body)].map { ($0, try cutter.words(in: $1)) }
    }
}
