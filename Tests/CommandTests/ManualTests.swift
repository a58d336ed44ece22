import Foundation
import Testing
import Wire

/// The files that `make install` adds to the programs: pages for man(1), and completions for three shells.
@Suite("Manual pages and completions", .timeLimit(.minutes(10)))
struct ManualTests {
    /// The parts of the program's help dump that the tests need.
    private struct Help: Decodable {
        let command: Command
        struct Command: Decodable {
            let commandName: String
            let superCommands: [String]?
            let subcommands: [Command]?
            let arguments: [Argument]?
            let shouldDisplay: Bool

            var words: [String] { (superCommands ?? []) + [commandName] }
            var leaves: [Command] {
                let shown = (subcommands ?? []).filter { $0.shouldDisplay && $0.commandName != "help" }
                return shown.isEmpty ? [self] : shown.flatMap(\.leaves)
            }
        }
        struct Argument: Decodable {
            let kind: String
            let shouldDisplay: Bool
            let names: [Name]?
            let valueName: String?
            let completionKind: Completion?
            struct Completion: Decodable { let file, directory: Unused? }
            struct Unused: Decodable {}
            struct Name: Decodable { let kind, name: String }
        }
    }

    /// Writes all of it with the sources' own tool, as `make install` does.
    private func manual() async throws -> (commands: [Help.Command], folder: URL) {
        let own = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        let tool = own.deletingLastPathComponent().appending(path: ".make/manual").path()
        let folder = FileManager.default.temporaryDirectory.appending(path: "manual-\(UUID().uuidString)")
        let programs = URL(filePath: Run.program).deletingLastPathComponent().path()
        let run = try await Run(
            environment: ["tool": tool, "programs": programs, "folder": folder.path()],
            shell: #""$tool" "$programs" "$folder""#)
        #expect(run.status == 0 && run.err == "")
        let help = try await Run(["--experimental-dump-help"]).out
        return (try JSONDecoder().decode(Help.self, from: Data(help.utf8)).command.leaves, folder)
    }

    @Test("every command has a place in a manual page, with each of its options")
    func pages() async throws {
        let (commands, folder) = try await manual()
        defer { try? FileManager.default.removeItem(at: folder) }
        #expect(commands.count > 60)
        let pages = folder.appending(path: "man/man1")
        // A line break in the help is one in the page.
        let importing = try String(contentsOf: pages.appending(path: "galley-import.1"), encoding: .utf8)
        #expect(importing.contains("old addresses.\n.br\nwordpress: "))
        let overview = try String(contentsOf: pages.appending(path: "galley.1"), encoding: .utf8)
        for command in commands {
            let name = command.words.joined(separator: " ").replacing("-", with: "\\-")
            #expect(overview.contains(".B \(name)\n"), "\(name)")
            let file = command.words.prefix(2).joined(separator: "-") + ".1"
            let page = try String(contentsOf: pages.appending(path: file), encoding: .utf8)
            #expect(page.contains("\\fB\(name)\\fR"), "\(name)")
            let options = (command.arguments ?? []).filter(\.shouldDisplay).flatMap { $0.names ?? [] }
                .filter { $0.kind == "long" && !["help", "version"].contains($0.name) }
            for option in options {
                #expect(
                    page.contains("\\fB\\-\\-\(option.name.replacing("-", with: "\\-"))\\fR"),
                    "\(name) --\(option.name)")
            }
        }
        let daemon = try String(contentsOf: folder.appending(path: "man/man8/galleyd.8"), encoding: .utf8)
        #expect(daemon.contains("galleyd serve") && daemon.contains("\\-\\-config"))
    }

    @Test(
        "posts, targets and tokens are completed with the daemon's names, and without a daemon in silence",
        arguments: [
            ("galley post show ha", ["harbour-light", "hail"]), ("galley target check b", ["blog"]),
            ("galley target pause f", ["fediverse"]), ("galley token revoke ph", ["phone"]),
            // Only names that no shell, file system or terminal obeys.
            ("galley token revoke x", []), ("galley token rename my", ["my phone"]),
            ("galley token revoke o'n", ["o'neil"]),
            ("galley publish hail --to f", ["fediverse"]), ("galley post undelete o", ["old"]),
            // As one word, which zsh and fish pass.
            ("galley post show --socket=/nowhere ha", []),
        ])
    func names(line: String, expected: [String]) async throws {
        let (_, folder) = try await manual()
        defer { try? FileManager.default.removeItem(at: folder) }
        let posts = ["harbour-light", "hail", "morning"].map { Bodies.summary($0, title: nil) }
        let names = [
            "phone", "my phone", "o'neil", "x$(touch PWNED)", "x`touch PWNED`", "x;touch PWNED", "x*", "x\u{202E}",
        ]
        let tokens = names.map {
            TokenBody(name: $0, user: "ana", scopes: ["read"], createdAt: "2001-05-02T08:30:00+00:00")
        }
        let daemon = try ScriptedDaemon([
            "GET /v1/posts?limit=200": [.page(posts)],
            "GET /v1/posts?state=deleted&limit=200": [.page([Bodies.summary("old", title: nil)])],
            "GET /v1/targets?limit=200": [.page([Bodies.target("blog"), Bodies.target("fediverse")])],
            "GET /v1/tokens?limit=200": [.page(tokens)],
        ])
        let script = #"""
            . "$completions"; read -ra COMP_WORDS <<<"$line"; COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); COMP_LINE=$line
            COMP_POINT=${#line}; PATH=$(dirname "$galley"):$PATH
            _galley galley "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD-1]}"; printf '%s\n' "${COMPREPLY[@]}"
            [ ! -e PWNED ] || echo "A name was run." >&2
            """#
        for daemon in [daemon, nil] {
            let run = try await Run(
                daemon: daemon,
                environment: [
                    "completions": folder.appending(path: "bash-completion/completions/galley").path(),
                    "script": script,
                    "line": line,
                ], shell: #"/bin/bash -c "$script""#)
            let words = run.out.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
            #expect(words == (daemon == nil ? [] : expected) && run.err == "", "\(line): \(run.out) \(run.err)")
        }
    }

    @Test("the script for bash expands no word, whatever the program printed")
    func expandsNothing() async throws {
        let (_, folder) = try await manual()
        defer { try? FileManager.default.removeItem(at: folder) }
        // As if an older `galley` completed every name.
        let script = #"""
            . "$completions"; old() { printf '%s\n' 'x$(touch PWNED)' 'x`touch PWNED`' 'x<(touch PWNED)' 'x*'; }
            COMP_WORDS=(old token revoke x); COMP_CWORD=3; COMP_LINE="old token revoke x"; COMP_POINT=18
            _galley old x revoke; printf '%s\n' "${COMPREPLY[@]}"; ls
            """#
        let run = try await Run(
            environment: [
                "completions": folder.appending(path: "bash-completion/completions/galley").path(), "script": script,
            ], shell: #"/bin/bash -c "$script""#)
        #expect(
            run.out.hasPrefix("x$(touch PWNED)\nx`touch PWNED`\nx<(touch PWNED)\nx*\n") && !run.out.contains("\nPWNED"),
            "\(run.out)\(run.err)")
    }

    @Test("every shell completes every command")
    func completions() async throws {
        let (commands, folder) = try await manual()
        defer { try? FileManager.default.removeItem(at: folder) }
        let files = [
            "bash-completion/completions/galley", "zsh/site-functions/_galley", "fish/vendor_completions.d/galley.fish",
        ]
        for file in files {
            let text = try String(contentsOf: folder.appending(path: file), encoding: .utf8)
            for word in Set(commands.flatMap { $0.words.dropFirst() }) {
                #expect(text.contains(word), "\(file): \(word)")
            }
        }
        for command in commands {
            for argument in command.arguments ?? [] where argument.kind != "flag" {
                guard let name = argument.valueName, ["file", "folder", "path"].contains(name) else { continue }
                let completes = argument.completionKind?.file != nil || argument.completionKind?.directory != nil
                #expect(completes, "\(command.words.joined(separator: " ")): \(name)")
            }
        }
        let bash = folder.appending(path: files[0]).path()
        // As in a shell in which the author has typed “galley token ” and pressed Tab.
        let script = """
            . "$completions"; COMP_WORDS=(galley token ""); COMP_CWORD=2; COMP_LINE="galley token "; COMP_POINT=13
            _galley galley "" token; printf '%s\\n' "${COMPREPLY[@]}"
            """
        let run = try await Run(
            environment: ["completions": bash, "script": script], shell: #"/bin/bash -c "$script""#)
        let words = run.out.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
        #expect(Set(words).isSuperset(of: ["add", "list", "revoke"]), "\(run.out) \(run.err)")
    }
}
