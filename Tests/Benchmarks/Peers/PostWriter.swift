import Glibc

/// Writes new posts as Galley's store does, row for row: the driver counts the rows of both and compares. Does not add
/// words to the search index, since Galley indexes later too.
final class PostWriter {
    private let database: Database
    private let body: [UInt8]
    private let excerpt: String
    private let begin, commit, post, postBody, slug, revision, tag, event: Statement
    private static let tags = ["Benchmarks", "on loopback", "third"]

    static func run(_ path: String, body: [UInt8], count: Int, group: Int) throws {
        let writer = try PostWriter(path, body: body)
        // The number in a title is new in every run.
        let first = Int64(Time.passed * 1000) % 10_000_000 * 100_000
        let start = Time.passed
        for number in stride(from: 0, to: count, by: group) {
            try writer.begin.run()
            for offset in 0..<min(group, count - number) { try writer.write(first + Int64(number + offset)) }
            try writer.commit.run()
        }
        report(#"{"seconds": \#(Time.passed - start), "count": \#(count)}"#)
    }

    private init(_ path: String, body: [UInt8]) throws {
        database = try Database(path)
        self.body = body
        excerpt = String(String(decoding: body, as: UTF8.self).drop { "# ".contains($0) }.prefix(140))
        begin = try database.statement("BEGIN IMMEDIATE")
        commit = try database.statement("COMMIT")
        post = try database.statement(
            """
            INSERT INTO post (id, revision, owner, publication, state, createdAt, changedAt, isIndexStale, kind,
              isSlugChosen, title, excerpt, summary, language, wall, zone, dateAt, canonicalAddress, author, overrides,
              titleKey)
            VALUES (?1, 1, 1, 'none', 'draft', ?2, ?2, 1, 'post', 0, ?3, ?4, ?5, ?5, ?5, ?5, ?5, ?5, ?5, ?5, ?6)
            """)
        postBody = try database.statement("INSERT INTO postBody (post, bytes) VALUES (?, ?)")
        slug = try database.statement("INSERT INTO slug (text, post) VALUES (?, ?) ON CONFLICT (text) DO NOTHING")
        revision = try database.statement(
            "INSERT INTO revision (post, number, savedAt, savedBy, characters) VALUES (?, 1, ?, 1, ?)")
        tag = try database.statement(
            "INSERT INTO postTag (post, position, tag, key, state, sortAt) VALUES (?, ?, ?, ?, 'draft', ?)")
        event = try database.statement("INSERT INTO event (at, kind, subject, owner) VALUES (?, 'post-created', ?, 1)")
    }

    private func write(_ number: Int64) throws {
        let now = PostWriter.microseconds
        let id = PostWriter.newID()
        let address = "benchmark-post-\(number)"
        let title = "Benchmark post \(number)"
        let titleKey = "benchmark post \(number)\u{1}\(title)"
        try post.run(.text(id), .integer(now), .text(title), .text(excerpt), .null, .text(titleKey))
        let row = database.lastRow
        try postBody.run(.integer(row), .bytes(body))
        try slug.run(.text(address), .integer(row))
        try revision.run(.integer(row), .integer(now), .integer(Int64(body.count)))
        for (position, text) in PostWriter.tags.enumerated() {
            try tag.run(.integer(row), .integer(Int64(position)), .text(text), .text(text), .integer(now))
        }
        try event.run(.integer(now), .text(id))
    }

    private static var microseconds: Int64 {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1000
    }

    /// Random, as Galley's are, because that is the load on the index.
    private static func newID() -> String {
        let letters = Array("abcdefghijklmnopqrstuvwxyz234567".utf8)
        let bits = UInt64.random(in: .min ... .max)
        return String(decoding: (0..<12).map { letters[Int(bits >> ($0 * 5) & 31)] }, as: UTF8.self)
    }
}
