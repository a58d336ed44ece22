import Testing
import Wire

/// What `galley site articles` lists, asks and writes.
@Suite("The articles of a blog with galley", .timeLimit(.minutes(10)))
struct ArticleTests {
    private func article(_ post: String, _ state: String?) -> ArticleBody {
        ArticleBody(post: post, title: "Title of \(post)", url: "https://example.org/\(post)/", state: state)
    }

    private func daemon() throws -> ScriptedDaemon {
        try ScriptedDaemon([
            "GET /v1/targets/blog/articles?limit=200": [
                .page([article("one", nil), article("two", "delivered")]),
                .page([article("one", "delivered"), article("two", "delivered")]),
            ],
            "POST /v1/targets/blog-articles/check": [.json(["isWorking": true])],
            "PUT /v1/posts/one/publication": [.json([String: String]())],
        ])
    }

    private func changes(_ daemon: ScriptedDaemon) -> [String] { daemon.lines.filter { !$0.hasPrefix("GET") } }

    @Test("a backfill first lists what it will write; a script is not asked")
    func lists() async throws {
        let daemon = try daemon()
        let run = try await Run(["site", "articles", "blog", "--backfill"], daemon: daemon)
        #expect(run.err.contains("Title of one") && !run.err.contains("Title of two"), "\(run.err)")
        #expect(run.err.contains("To be written: 1 article. Nothing is posted to Bluesky."))
        #expect(run.out == "Written: 1 article.\n" && run.status == 0, "\(run.out)")
        #expect(changes(daemon) == ["POST /v1/targets/blog-articles/check", "PUT /v1/posts/one/publication"])
        let again = try await Run(["site", "articles", "blog", "--backfill"], daemon: daemon)
        #expect(again.err == "Every post of “blog” has its article.\n" && again.status == 0, "\(again.err)")
    }

    @Test("a dry run only lists")
    func dryRun() async throws {
        let daemon = try daemon()
        let run = try await Run(["site", "articles", "blog", "--backfill", "--dry-run"], daemon: daemon)
        #expect(run.out.contains("Title of one") && run.status == 0, "\(run.err)")
        #expect(changes(daemon).isEmpty)
    }

    @Test("a person at a terminal is asked, and only a yes writes", arguments: ["y", "Yes", "n", ""])
    func asks(answer: String) async throws {
        let daemon = try daemon()
        let command = #"printf '%s\n' "$ANSWER" | script -qec "$galley site articles blog --backfill" /dev/null"#
        let run = try await Run(daemon: daemon, environment: ["ANSWER": answer], shell: command)
        #expect(run.out.contains("Title of one") && run.out.contains("Write them? [y/N]"), "\(run.out)\(run.err)")
        #expect(changes(daemon).isEmpty == !answer.lowercased().hasPrefix("y"), "\(daemon.lines)")
        #expect(run.out.contains("Nothing was written.") == changes(daemon).isEmpty, "\(run.out)")
    }

    @Test("at a terminal --yes does not ask")
    func yes() async throws {
        let daemon = try daemon()
        let command = #"script -qec "$galley site articles blog --backfill --yes" /dev/null"#
        let run = try await Run(daemon: daemon, shell: command)
        #expect(!run.out.contains("Write them?") && changes(daemon).count == 2, "\(run.out)")
    }
}
