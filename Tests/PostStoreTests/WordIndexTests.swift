import Glibc
import PostgresSupport
import Posts
import SQL
import TestSupport
import Testing

@testable import PostStore

/// An entry is found by the words that the tokenizer cuts, called as a function, and by nothing else: the same rule on cut
/// texts finds the same posts as FTS5 does.
@Suite("The word index")
struct WordIndexTests {
    @Test("the tokenizer of the schema is the one that is called")
    func tokenizer() throws {
        let db = try SQLiteDatabase(":memory:")
        try Schema.migrate(db)
        let sql: [String?] = try db.computed("SELECT sql FROM sqlite_schema WHERE name = 'search'")
        #expect(sql.first??.contains("tokenize = \"\(WordTexts.tokenizer)\"") == true)
        #expect(throws: SQLError.self) { try WordCutter("nothing") }
        #expect(throws: SQLError.self) { try WordCutter("unicode61 of 3") }
        #expect(throws: SQLError.self) { try WordCutter("") }
    }

    @Test("words are cut at marks and blanks, and lose their accents and capitals")
    func words() throws {
        for (text, words) in [
            ("Crème-Brûlée, 3.14!", ["creme", "brulee", "3", "14"]), ("", []), ("…\0 👩‍👩‍👧", []), ("a\0b", ["a", "b"]),
            ("日本の Swift", ["日", "本", "の", "swift"]), ("ΟΔΟΣ", ["οδοσ"]),
        ] { #expect(try WordTexts.words(in: text) == words, "\(text)") }
    }

    @Test("a word that was cut is not cut again, whatever its characters")
    func cutOnce() throws {
        let cutter = try WordCutter(WordTexts.tokenizer)
        // The planes with letters, and the marks behind them.
        for start in Array(stride(from: UInt32(0), to: 0x20000, by: 0x400)) + [0x2F800, 0xE0000] {
            let scalars = (start..<(start + 0x400)).compactMap(Unicode.Scalar.init)
            let words = try cutter.words(in: scalars.map { "a\($0)b" }.joined(separator: " "))
            #expect(try cutter.words(in: words.joined(separator: " ")) == words, "\(start)")
        }
    }

    @Test(
        "2,000 texts in 15 languages: each query finds those in whose cut texts its words and phrases are",
        arguments: [SQLEngine.sqlite, .postgres])
    func finds(engine: SQLEngine) throws {
        // given
        var texts = SampleTexts(seed: 1)
        let server = try TemporaryDatabase()
        let db: any Database = try engine == .sqlite ? SQLiteDatabase(":memory:") : server.session()
        if let file = db as? SQLiteDatabase { try Schema.migrate(file) }
        if let session = db as? PostgresDatabase { try Schema.prepare(session, at: "the test") }
        // The posts of the rows belong to no user.
        try db.script(engine == .sqlite ? "PRAGMA foreign_keys = OFF" : "SET session_replication_role = replica")
        let index = db.words
        var drafts = (1...2000).map { _ in texts.draft() }
        do {
            try db.tell("BEGIN")
            for (number, draft) in zip(Int64(1)..., drafts) {
                try db.tell(Self.insert, [number, PostID(bits: UInt64(number)).text])
                try index.add(number, WordTexts(draft))
            }
            // Every fifth is another one by now.
            for number in stride(from: 0, to: 2000, by: 5) {
                let docId = Int64(number + 1)
                try index.remove(docId, WordTexts(drafts[number]))
                drafts[number] = texts.draft()
                try index.add(docId, WordTexts(drafts[number]))
            }
            try db.tell("COMMIT")
        }
        #expect(try index.damage() == nil && index.gaps() == (0, 0))
        var cut = try CutTexts(drafts)
        // when: at the server, a fifth of the random queries is enough for the same rule
        let count = engine == .sqlite ? 1500 : 300
        let queries = SampleTexts.chosenQueries + (1...count).map { _ in texts.query(of: drafts) }
        var hits = 0
        for typed in queries {
            guard let query = try WordQuery(typed) else { continue }
            for query in [query] + (query.finished.map { [$0] } ?? []) {
                for columns in [[], [WordTexts.Column.title], [.title, .tags]] {
                    let (sql, arguments) = index.find(query, "", in: columns, .min ..< .max, "", [])
                    let found: [Int64] = try db.all(sql, arguments) { try $0.columns(of: "search")["docId"] }
                    let expected = cut.found(query, in: columns).map { Int64($0 + 1) }
                    // then
                    #expect(found == expected.reversed(), "\(typed) \(columns)")
                    hits += found.count
                }
            }
        }
        #expect(SampleTexts.chosenQueries.count == 65 && hits > 30_000)
    }

    private static let insert = """
        INSERT INTO post (number, id, docId, indexedRevision, revision, owner, kind, isSlugChosen, excerpt, publication, state, createdAt,
          changedAt, isIndexStale) VALUES (?1, ?2, ?1, 1, 1, 1, 'post', FALSE, '', 'none', 'draft', 0, 0, FALSE)
        """
}

/// The words of each column of each entry, with a blank before, between and behind them. They contain no U+0000.
private struct CutTexts {
    private let columns: [WordTexts.Column: [[CChar]]]
    private var known: [WordTexts.Column: [String: Set<Int>]] = [.title: [:], .body: [:], .tags: [:]]

    init(_ drafts: [Draft]) throws {
        var columns: [WordTexts.Column: [[CChar]]] = [:]
        for (column, words) in try drafts.flatMap({ try WordTexts($0).words() }) {
            columns[column, default: []].append(Array(" \(words.joined(separator: " ")) ".utf8CString))
        }
        self.columns = columns
    }

    /// The places of the entries.
    mutating func found(_ query: WordQuery, in names: [WordTexts.Column]) -> [Int] {
        let sets = query.terms.map { term in
            let wanted = " \(term.words.joined(separator: " "))\(term.isOpen ? "" : " ")"
            return (names.isEmpty ? [.title, .body, .tags] : names)
                .reduce(into: Set<Int>()) { $0.formUnion(entries(with: wanted, in: $1)) }
        }
        return (sets.dropFirst().reduce(sets.first ?? []) { $0.intersection($1) }).sorted()
    }

    private mutating func entries(with wanted: String, in name: WordTexts.Column) -> Set<Int> {
        if let found = known[name]?[wanted] { return found }
        let texts = columns[name] ?? []
        let found = unsafe wanted.withCString { wanted in
            Set(texts.indices.filter { unsafe strstr(texts[$0], wanted) != nil })
        }
        known[name]?[wanted] = found
        return found
    }
}

/// Texts and queries of words of many languages.
private struct SampleTexts {
    private var random: SeededNumbers

    init(seed: UInt64) { random = SeededNumbers(seed: seed) }

    private static let languages: [[String]] = [
        "The quiet harbour light don't state-of-the-art bread and butter naïve café e-mail 3.14 O'Neill",
        "Straße Grüße Ärger über fließend Öl groß GROSS Weiß-Blau können für und Übermut",
        "Crème brûlée où garçon l'été aujourd'hui cœur Noël façade être à la fête",
        "Zażółć gęślą jaźń Łódź święto źdźbło się ćma ósmy żaba",
        "İstanbul ışık IŞIK ılık İLK çağ ğ öğle şeker güneş Iğdır iğne",
        "Ἀθῆναι οδός ΟΔΟΣ λόγος ΛΌΓΟΣ φῶς Έλληνας μέρα νύχτα ἄνθρωπος",
        "Привет ёлка Ёж мир война ночь чай свет дождь ЙОД йод",
        "Київ їжак ґанок ЇЖА щастя п'ять мова світло",
        "كِتَابٌ كتاب السَّلام السلام مدرسة مُعَلِّم شمس قمر ليل",
        "שָׁלוֹם שלום עִבְרִית עברית בית סֵפֶר לילה אור",
        "हिन्दी नमस्ते किताब प्रकाश रात दिन पानी क्षेत्र ज्ञान",
        "ภาษาไทย สวัสดี ครับ น้ำ แสงสว่าง กลางคืน",
        "日本語 検索 テスト ひかり 港の灯 静かな夜 ﾊﾝｶｸ",
        "我们 写字 港口 灯光 安静 夜晚 面包 黄油",
        "한국어 검색 빛 항구 조용한 밤 빵과 버터 Tiếng Việt đường phố Ơi e\u{301}te\u{301} A\u{30A}ngström",
    ].map { $0.split(separator: " ").map(String.init) }
    private static let blanks = [
        " ", " ", " ", " ", ", ", ". ", "\n\n", "-", "–", "/", " (", ") ", "'", "_", "\0", "…", "** ",
    ]

    mutating func draft() -> Draft {
        let words = pick(SampleTexts.languages)
        let tags = (0..<Int.random(in: 0...2, using: &random)).compactMap { _ in try? Tag(pick(words)) }
        return Draft(title: text(words, 1...5), body: text(words, 3...60), tags: tags)
    }

    private mutating func text(_ words: [String], _ count: ClosedRange<Int>) -> String {
        (0..<Int.random(in: count, using: &random)).reduce(into: "") { text, _ in
            let others = Int.random(in: 0..<8, using: &random) == 0 ? pick(SampleTexts.languages) : words
            let word = pick(others)
            text += (Int.random(in: 0..<6, using: &random) == 0 ? word.uppercased() : word) + pick(SampleTexts.blanks)
        }
    }

    /// Words, phrases and beginnings, mostly of a text that there is.
    mutating func query(of drafts: [Draft]) -> String {
        let draft = pick(drafts)
        let words = "\(draft.title ?? "") \(draft.body)".split { " \n\0".contains($0) }.map(String.init)
        let parts = (0..<Int.random(in: 1...3, using: &random)).map { _ -> String in
            let start = Int.random(in: words.indices, using: &random)
            switch Int.random(in: 0..<5, using: &random) {
            case 0:
                return "\"" + words[start...].prefix(Int.random(in: 1...4, using: &random)).joined(separator: " ")
                    + "\""
            case 1: return pick(pick(SampleTexts.languages))
            default: return words[start]
            }
        }
        let typed = parts.joined(separator: " ")
        let cut = Int.random(in: 0..<3, using: &random) == 0 ? Int.random(in: 0...3, using: &random) : 0
        return String(typed.dropLast(cut)) + (Int.random(in: 0..<5, using: &random) == 0 ? " " : "")
    }

    private mutating func pick<Element>(_ list: [Element]) -> Element {
        list[Int.random(in: list.indices, using: &random)]
    }

    static let chosenQueries = [
        "harbour", "HARBOUR", "harb", "h", "ha", "bread and butter", "\"bread and butter\"", "\"bread and butt",
        "\"and bread\"", "state-of-the-art", "state-o", "\"state of\"", "don't", "dont", "don", "o'neill", "3.14", "3",
        "14 ",
        "naive", "NAÏVE", "cafe", "café ", "strasse", "straße", "STRASSE", "grusse", "grüße", "gross", "weiss-blau",
        "creme",
        "brulee", "ou", "l'ete", "ete", "cœur", "coeur", "łódź", "lodz", "swieto", "istanbul", "İstanbul", "ısık",
        "ışık",
        "isik", "οδος", "οδός", "ΟΔΟΣ", "λογος", "φως", "елка", "ёлка", "йод", "їжак", "п'ять", "كتاب", "كِتَابٌ", "שלום",
        "हिन्दी", "ไทย", "検索", "港の灯", "写字", "빵과", "đuong",
    ]
}
