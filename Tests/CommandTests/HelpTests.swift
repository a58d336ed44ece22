import Foundation
import Testing

@Suite("The manual of galley", .timeLimit(.minutes(10)))
struct HelpTests {
    @Test("the first page names every command and the exit codes")
    func firstPage() async throws {
        let run = try await Run(["--help"])
        #expect(run.status == 0 && run.err == "")
        #expect(
            run.out == """
                OVERVIEW: Write posts, publish them on time, and follow their deliveries.

                galley speaks to galleyd, the daemon that keeps the posts and delivers them.

                A first post, from a file that begins with “# Hello”:
                  galley post new hello.md
                  galley post preview hello
                  galley publish hello --at "tomorrow 09:00"
                  galley queue

                A post is named by its slug, its id, or an unambiguous start of its id.
                Results go to standard output and complaints to standard error. With --json a
                command prints one JSON object, or one on each line where there are several,
                and a complaint as one object of RFC 9457.

                Exit codes: 0 done, 1 refused or failed, 64 misused, 69 daemon not reachable,
                75 try again, 77 not permitted, 78 settings with errors.
                Colour is used on a terminal only, and never when NO_COLOR is set.

                USAGE: galley <subcommand>

                OPTIONS:
                  --version               Show the version.
                  -h, --help              Show help information.

                WRITING SUBCOMMANDS:
                  post                    Write, read and change posts.
                  media                   Add and describe pictures, and remove unused ones.
                  snippet                 Keep texts to put into posts by a name.

                MOVING IN AND OUT SUBCOMMANDS:
                  import                  Import posts from Hugo, Jekyll, WordPress, Ghost or a
                                          feed.
                  export                  Write your posts to files for other programs.

                PUBLISHING SUBCOMMANDS:
                  publish                 Publish a post now, or schedule it.
                  unpublish               Unpublish posts, and cancel their unsent deliveries.
                  queue                   See and steer what is on its way to the targets.

                TARGETS SUBCOMMANDS:
                  target                  List, check and pause the targets that posts are
                                          published to.
                  site                    Make a blog's pages again, and complete its articles.
                  rehearsal               Show what rehearsals would have sent.

                THE COMPOSER SUBCOMMANDS:
                  panel                   List and arrange the composer's panels.
                  window                  List the windows of the composer.

                THE DESK SUBCOMMANDS:
                  open                    Open the desk in the browser, signed in.
                  status                  Show the state of the daemon, the posts and the
                                          targets on one screen.
                  doctor                  Check the installation and print what to run next.
                  watch                   Print events as they happen.
                  notify                  List and test the notifications to the operator.
                  backup                  Back up all posts, deliveries and pictures into one
                                          file.
                  restore                 Restore a backup while the daemon is stopped.
                  store                   Move the store between a file and a database.
                  config                  Read the daemon's configuration.
                  reload                  Reload the daemon's settings.
                  user                    Manage users.
                  session                 List and end browser sessions.
                  token                   Create and revoke tokens for programs that use HTTP.
                  version                 Show the versions of galley and of the running daemon.

                  See 'galley help <subcommand>' for detailed help.

                """)
    }

    @Test("every command has an example, and every option shows how it is used")
    func everyCommand() async throws {
        let commands = [
            "post new", "post list", "post show", "post edit", "post set", "post delete", "post undelete",
            "post history",
            "post diff", "post revert", "post preview", "publish", "unpublish", "queue list", "queue show",
            "queue retry",
            "queue cancel", "queue resend", "queue confirm-sent", "queue abandon", "queue pause", "queue resume",
            "target list", "target check", "target limits", "target slots", "target pause", "target resume", "version",
            "status",
            "doctor", "backup", "restore", "store copy", "config show",
            "config check", "watch",
            "notify list", "notify test",
            "rehearsal list", "rehearsal show", "panel list", "panel frames", "panel open", "panel close",
            "panel float",
            "panel pin", "panel move", "panel resize", "panel collapse", "panel restore", "panel do", "panel undo",
            "panel redo", "panel reset", "panel save", "panel load", "panel delete", "panel export", "panel new-desk",
            "panel import", "window list", "window rename", "token add", "token list", "token rename", "token revoke",
            "open",
            "snippet list", "snippet show", "snippet set", "snippet remove", "session list", "session end", "import",
            "export", "site articles", "site rebuild", "user add", "user list", "user rename", "user remove",
        ]
        for command in commands {
            let run = try await Run(command.split(separator: " ").map(String.init) + ["--help"])
            #expect(run.status == 0 && run.out.contains("Example"), "\(command)")
            #expect(run.out.contains("  galley \(command.hasSuffix(" list") ? "" : command)"), "\(command)")
        }
    }
}
