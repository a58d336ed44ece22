import ArgumentParser
import Wire

struct SiteRebuildCommand: DaemonCommand {
    static let configuration = CommandConfiguration(
        commandName: "rebuild", abstract: "Make the published pages again, by the present settings.",
        discussion: """
            Each page is made from the text that was delivered, never from a later save, and the settings in the files, \
            which the daemon reads as for `galley reload`. Addresses, dates, ids and the order of feeds stay. Nothing is \
            sent anywhere, and copies elsewhere stay as they are.

            `galley reload` does it by itself where settings have changed. After an upgrade this command brings \
            improvements of pages to old posts. --dry-run counts the pages that would change, also before a reload.

            Examples:
              galley site rebuild --dry-run
              galley site rebuild
              galley site rebuild blog
            """)

    @Argument(help: "The site, such as blog. Default: all.", completion: .targets) var target: String?

    @Flag(help: "Only count the pages that would change.") var dryRun = false

    @OptionGroup(title: "Daemon and output") var daemon: DaemonOptions

    func run(_ client: DaemonClient, _ output: Output) throws {
        let wish = RebuildRequestBody(site: target, isDryRun: dryRun)
        let rebuild = try client.send(DaemonCall(API.rebuild).carrying(wish))
        try output.show(rebuild) { rebuild in
            let lines = rebuild.sites.flatMap { $0.sentences(isDryRun: rebuild.isDryRun) }
            let isNeeded = rebuild.isDryRun && rebuild.sites.contains { $0.changed > 0 }
            let all = (rebuild.reload?.sentences ?? []) + (lines.isEmpty ? ["There is no site."] : lines)
            return (all + (isNeeded ? ["Next: galley site rebuild"] : [])).map { $0.oneLine + "\n" }.joined()
        }
    }
}
