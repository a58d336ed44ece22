import CSQLite
import Glibc
import Synchronization

/// Cuts a text into words, as a full-text index of SQLite does: by FTS5's own tokenizer, called as a function.
package final class WordCutter: Sendable {
    private let tokenizer: Mutex<Tokenizer>

    /// - Parameter name: of the tokenizer, with its options, as in `tokenize = "…"`.
    /// - Throws: `SQLError`
    package init(_ name: String) throws { tokenizer = Mutex(try Tokenizer(name)) }

    /// The words in their order, as the index has them: without accents and in lower case.
    /// - Throws: `SQLError`
    package func words(in text: String) throws -> [String] { try tokenizer.withLock { try $0.words(in: text) } }
}

/// One thread at a time may use it.
private final class Tokenizer {
    /// Keeps the tokenizers of this SQLite.
    private let database: SQLiteDatabase
    private let functions: fts5_tokenizer
    private let state: OpaquePointer

    init(_ name: String) throws {
        database = try SQLiteDatabase(":memory:")
        let parts = name.split(separator: " ").map(String.init)
        guard let first = parts.first, let (functions, state) = database.tokenizer(first, Array(parts.dropFirst()))
        else {
            throw SQLError(.other, "This SQLite has no tokenizer “\(name)”.")
        }
        (self.functions, self.state) = (functions, state)
    }

    deinit { functions.xDelete?(state) }

    func words(in text: String) throws -> [String] {
        var (words, text) = ([String](), text)
        let code = withUnsafeMutablePointer(to: &words) { words in
            text.withUTF8 { utf8 in
                utf8.withMemoryRebound(to: CChar.self) { bytes in
                    functions.xTokenize(
                        state, words, FTS5_TOKENIZE_DOCUMENT, bytes.baseAddress, Int32(clamping: bytes.count)
                    ) {
                        words, _, word, count, _, _ in
                        guard let word else { return SQLITE_OK }
                        let bytes = UnsafeRawBufferPointer(start: word, count: Int(count))
                        words?.assumingMemoryBound(to: [String].self).pointee.append(
                            String(decoding: bytes, as: UTF8.self))
                        return SQLITE_OK
                    }
                }
            }
        }
        guard code == SQLITE_OK else { throw SQLError(.other, "A text could not be cut into words.", code) }
        return words
    }
}

extension SQLiteDatabase {
    /// nil when SQLite does not know it, or not with these options.
    func tokenizer(_ name: String, _ options: [String]) -> (fts5_tokenizer, OpaquePointer)? {
        guard let api = handle.flatMap({ galley_sqlite_fts5($0) }) else { return nil }
        var (functions, context, state) = (fts5_tokenizer(), UnsafeMutableRawPointer?.none, OpaquePointer?.none)
        guard api.pointee.xFindTokenizer(api, name, &context, &functions) == SQLITE_OK else { return nil }
        let texts = options.map { strdup($0) }
        defer { for text in texts { free(text) } }
        var pointers = texts.map { UnsafePointer<CChar>($0) }
        guard functions.xCreate(context, &pointers, Int32(options.count), &state) == SQLITE_OK else { return nil }
        return state.map { (functions, $0) }
    }
}
