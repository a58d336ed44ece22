import ArgumentParser
import Glibc
import Posts
import Wire

struct SiteCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "site", abstract: "Make a blog's pages again, and complete its articles.",
        discussion: """
            Examples:
              galley site articles blog
              galley site rebuild --dry-run
            """,
        subcommands: [SiteArticlesCommand.self, SiteRebuildCommand.self])
}

struct SiteArticlesCommand: DaemonCommand {
    static let configuration = CommandConfiguration(
        commandName: "articles", abstract: "List a blog's articles on the AT Protocol, and write the missing ones.",
        discussion: """
            Needs the setting atproto of the blog. A new post gets its article by itself; --backfill writes those of the \
            posts that are older than the setting, without posts on Bluesky. Articles that another tool has written for \
            the same pages are adopted. It first lists what it will write, and at a terminal asks whether to go on. \
            Repeating it is safe.

            Examples:
              galley site articles blog
              galley site articles blog --backfill --dry-run
              galley site articles blog --backfill
            """)

    @Argument(help: "The blog, such as blog.", completion: .targets) var target: String

    @Flag(help: "Write the articles of posts that have none.") var backfill = false

    @Flag(help: "With --backfill: only list what would be written.") var dryRun = false

    @Flag(help: "With --backfill: do not ask.") var yes = false

    @OptionGroup(title: "Daemon and output") var daemon: DaemonOptions

    func validate() throws {
        if dryRun, !backfill { throw ValidationError("--dry-run belongs to --backfill.") }
        if yes, !backfill || dryRun { throw ValidationError("--yes belongs to --backfill without --dry-run.") }
    }

    func run(_ client: DaemonClient, _ output: Output) throws {
        let articles = try client.all(DaemonCall(API.listArticles, target))
        let missing = articles.filter { $0.isMissing }
        guard backfill else {
            return try output.show(all: articles) { table($0, output) + Self.summary($0, of: target) }
        }
        if missing.isEmpty, !output.isJSON { return remark("Every post of “\(target)” has its article.") }
        let list = { table(missing, output) + Self.announcement(of: missing) }
        guard !dryRun else { return try output.show(all: missing) { _ in list() } }
        if !output.isJSON { write("\(list())\n", to: .complaints) }
        guard yes || output.isJSON || confirm("Write them?") else { return remark("Nothing was written.") }
        // The check finds the articles of other tools.
        try client.bytes(DaemonCall(API.checkTarget, "\(target)-articles"))
        let round = try Backfill(target: target, client: client).write(missing)
        try output.show(round) { $0.text }
        if round.failed > 0 { throw ExitCode(ExitStatus.refused.rawValue) }
    }

    private func table(_ articles: [ArticleBody], _ output: Output) -> String {
        output.table(articles, "POST", "ARTICLE", "TITLE", "PAGE", flexible: "TITLE") { article in
            [
                .init(article.post, .strong), .init(article.state ?? "none", article.isMissing ? .warning : .plain),
                .init(article.title), .init(article.url ?? "", .faint),
            ]
        }
    }

    private static func announcement(of missing: [ArticleBody]) -> String {
        "\nTo be written: \(counted(missing.count, "article")). Nothing is posted to Bluesky.\n"
    }

    private static func summary(_ articles: [ArticleBody], of target: String) -> String {
        let missing = articles.count { $0.isMissing }
        guard missing > 0 else { return "" }
        return "\nWithout an article: \(missing) of \(articles.count). "
            + "Next: galley site articles \(target.quotedForShell) --backfill\n"
    }
}

extension ArticleBody {
    /// Whether nothing is written and nothing is on its way.
    fileprivate var isMissing: Bool { [nil, "failed", "missed", "cancelled", "superseded"].contains(state) }
    fileprivate var isOnItsWay: Bool { !isMissing && state != "delivered" }
}

/// Asks a person at the terminal. A script, which cannot answer, is not asked.
private func confirm(_ question: String) -> Bool {
    guard isatty(STDIN_FILENO) == 1 else { return true }
    write("\(question) [y/N] ", to: .complaints)
    return ["y", "yes"].contains(readLine()?.lowercased())
}

/// Adds the missing articles to the queue and follows them.
private struct Backfill {
    let target: String
    let client: DaemonClient

    struct Round: Encodable {
        let written, waiting, failed: Int
        let refusals: [String]

        var text: String {
            var lines = ["Written: \(counted(written, "article"))."]
            if waiting > 0 {
                lines.append(
                    "Still waiting: \(waiting). They are sent without this command; follow them with: galley queue")
            }
            if failed > 0 { lines.append("Not written: \(failed).") }
            return (lines + refusals.prefix(5).map { "  \($0.oneLine)" }).map { $0 + "\n" }.joined()
        }
    }

    func write(_ missing: [ArticleBody]) throws -> Round {
        var (ticker, refusals) = (Ticker(), [String]())
        let wish = PublicationBody(to: ["\(target)-articles"], at: nil, rehearse: nil)
        for (index, article) in missing.enumerated() {
            ticker.show("Queued \(index) of \(missing.count) articles")
            do {
                try client.bytes(try DaemonCall(API.publishPost, article.post).carrying(wish))
            } catch let problem as ProblemBody {
                refusals.append("\(article.title): \(problem.title)")
            }
        }
        let round = try follow(Set(missing.map(\.post)), refusals, &ticker)
        ticker.clear()
        return round
    }

    /// Follows the queue until nothing has changed for a while; the daemon goes on by itself.
    private func follow(_ posts: Set<String>, _ refusals: [String], _ ticker: inout Ticker) throws -> Round {
        var (last, unchanged) = (-1, 0)
        while true {
            let articles = try client.all(DaemonCall(API.listArticles, target))
                .filter { posts.contains($0.post) }
            let written = articles.count { $0.state == "delivered" }
            let waiting = articles.count { $0.isOnItsWay }
            ticker.show("Written \(written) of \(posts.count) articles")
            unchanged = waiting == last ? unchanged + 1 : 0
            last = waiting
            if waiting == 0 || unchanged >= Self.patienceSeconds {
                return Round(
                    written: written, waiting: waiting, failed: articles.count { $0.isMissing }, refusals: refusals)
            }
            sleep(1)
        }
    }

    /// Longer than the undo window usually is.
    private static let patienceSeconds = 60
}
