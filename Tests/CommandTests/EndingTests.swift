import Foundation
import JSONTree
import TestSupport
import Testing
import Wire

/// Exit codes, error messages, and other ways to end.
@Suite("How galley ends", .timeLimit(.minutes(10)))
struct EndingTests {
    @Test("without a daemon it says where it looked and what to do, and exits with 69")
    func noDaemon() async throws {
        let home = try TemporaryFolder()
        let run = try await Run(["status"], home: home)
        let expected =
            "galley: No daemon was found: there is no socket at \(home.path)/.local/state/galley/galley.sock or "
            + "/run/galley/galley.sock. Start it with `galleyd`, or with `systemctl start galleyd` where it is a service; "
            + "or say where it is with --socket or --url.\n"
        #expect(run.err == expected && run.out == "" && run.status == 69)
    }

    @Test("a socket in a folder that the user may not enter is not called missing, and the exit code is 77")
    func closedSocket() async throws {
        let home = try TemporaryFolder()
        let dropped = "-dac_override,-dac_read_search"
        // Root's privileges pass over the mode of a folder.
        let binding = geteuid() == 0 ? "setpriv --bounding-set=\(dropped) --inh-caps=\(dropped)" : ""
        let run = try await Run(
            home: home, environment: ["XDG_RUNTIME_DIR": "\(home.path)/closed"],
            shell: "mkdir -m 0 closed; \(binding) $galley status; code=$?; chmod 700 closed; exit $code")
        #expect(run.status == 77 && run.out.isEmpty)
        let words = "You may not open the daemon's socket \(home.path)/closed/galley.sock. Join the group that owns it"
        #expect(run.err.hasPrefix("galley: \(words)"), "\(run.err)")
    }

    @Test("a socket on which no process listens is reported the same way")
    func deadSocket() async throws {
        let home = try TemporaryFolder()
        let run = try await Run(["status", "--socket", "none.sock"], home: home)
        #expect(run.status == 69 && run.err.hasPrefix("galley: No daemon answers at none.sock. Start it with"))
        let refused = try await Run(["status", "--url", "http://127.0.0.1:9"], home: home)
        #expect(refused.status == 69 && refused.err.contains("No daemon answers at http://127.0.0.1:9"))
    }

    @Test(
        "a refusal is quoted in the daemon's words, and its status decides the exit code",
        arguments: [
            (400, 1), (401, 77), (403, 77), (404, 1), (409, 1), (412, 1), (429, 75), (503, 75), (500, 1),
        ])
    func problems(status: Int, code: Int) async throws {
        let daemon = try ScriptedDaemon([
            "GET /v1/posts/x": [.problem("some-word", "What is wrong. What to do.", status: status)]
        ])
        let run = try await Run(["post", "show", "x"], daemon: daemon)
        #expect(run.err == "galley: What is wrong. What to do.\n" && run.out == "" && run.status == Int32(code))
    }

    @Test(
        "an invalid answer is reported differently from a refusal",
        arguments: [
            ("", 75), ("HTTP/1.1 200 OK\r\nContent-Length: 99\r\n\r\n{", 75), ("SSH-2.0-OpenSSH\r\n", 75),
            ("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n", 75),
            ("HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nnope", 1),
            ("HTTP/1.1 502 Bad\r\nContent-Length: 4\r\n\r\nnope", 1),
        ])
    func badAnswers(raw: String, code: Int) async throws {
        let daemon = try ScriptedDaemon(["GET /v1/status": [Reply(raw: raw)]])
        let run = try await Run(["status"], daemon: daemon)
        #expect(run.status == Int32(code) && run.out == "" && run.err.hasPrefix("galley: "))
    }

    @Test(
        "a daemon that accepts and never answers, or stops midway, is reported after a timeout, with 75",
        arguments: ["", "HTTP/1.1 200 OK\r\n", "HTTP/1.1 200 OK\r\nContent-Length: 99\r\n\r\n{"], [false, true])
    func silence(begun: String, onNetwork: Bool) async throws {
        let daemon = try ScriptedDaemon(["GET /v1/status": [.held(begun)]], onNetwork: onNetwork)
        let options = onNetwork ? ["--url", daemon.url] : ["--socket", daemon.socket]
        let run = try await Run(["status"] + options, environment: ["GALLEY_TIMEOUT": "1"])
        #expect(daemon.lines == ["GET /v1/status"])
        #expect(run.status == 75 && run.out == "")
        #expect(
            run.err.hasPrefix("galley: ") && run.err.contains(onNetwork ? "127.0.0.1" : daemon.socket), "\(run.err)")
        if !onNetwork, begun.isEmpty {
            #expect(
                run.err == """
                    galley: The daemon at \(daemon.socket) did not answer in time. It may have carried out the request: \
                    check before you run the same command again.\n
                    """)
        }
        #expect(["in time", "answer", "stopped"].contains { run.err.contains($0) }, "\(run.err)")
    }

    @Test("an invalid timeout is refused before anything is sent")
    func badTimeout() async throws {
        let daemon = try ScriptedDaemon(["GET /v1/status": [.json(Bodies.status())]])
        for text in ["0", "-1", "soon", "99999999999999999999"] {
            let run = try await Run(["status"], daemon: daemon, environment: ["GALLEY_TIMEOUT": text])
            #expect(
                run.status == 64 && run.err == "galley: GALLEY_TIMEOUT is “\(text)”. Use whole seconds, 1 to 3600.\n")
        }
        #expect(daemon.lines.isEmpty)
    }

    @Test("chunks, interim answers and trailers are parsed")
    func chunks() async throws {
        let body = String(decoding: try JSONCoding.encode(Bodies.status()), as: UTF8.self)
        let (one, two) = (body.prefix(10), body.dropFirst(10))
        let head = "HTTP/1.1 103 Early Hints\r\n\r\nHTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
        let chunks = [one, two].map { "\(String($0.utf8.count, radix: 16));x=y\r\n\($0)\r\n" }.joined()
        let daemon = try ScriptedDaemon(["GET /v1/status": [Reply(raw: head + chunks + "0\r\nTrailer: x\r\n\r\n")]])
        let run = try await Run(["status", "--json"], daemon: daemon)
        #expect(run.out == body + "\n" && run.status == 0)
    }

    @Test("invalid input exits with 64, and no token crosses a network unencrypted")
    func misuse() async throws {
        let home = try TemporaryFolder()
        for arguments in [
            ["post", "fly"], ["post", "list", "--limit", "-1"], ["status", "--socket", "a", "--url", "http://b"],
        ] {
            let run = try await Run(arguments, home: home)
            #expect(run.status == 64 && run.out == "" && !run.err.isEmpty, "\(arguments)")
        }
        let clear = try await Run(
            ["status", "--url", "http://desk.example"], home: home, environment: ["GALLEY_TOKEN": "s3cret"])
        #expect(clear.status == 64 && clear.err.contains("A secret would have gone") && !clear.err.contains("s3cret"))
    }

    @Test("over the network the token is sent along, and answers and streams are the same")
    func network() async throws {
        let home = try TemporaryFolder()
        try home.write("s3cret\n", to: "token")
        let event = EventBody(id: 4, at: "2001-05-02T08:30:05+00:00", kind: "post-created", subject: "x")
        let line = String(decoding: try JSONCoding.encode(event), as: UTF8.self) + "\n"
        let text = "id: 4\ndata: \(line)\n"
        let daemon = try ScriptedDaemon(
            ["GET /v1/status": [.json(Bodies.status())], "GET /v1/events": [.events(text)]], onNetwork: true)
        let options = ["--url", daemon.url + "/", "--token-file", "token"]
        let status = try await Run(["status"] + options, home: home)
        let watch = try await Run(["watch", "--count", "1", "--json"] + options, home: home)
        #expect(status.status == 0 && status.out.contains("Everything is fine."))
        #expect(watch.status == 0 && watch.out == line)
        #expect(daemon.requests.map { $0.headers["authorization"] } == ["Bearer s3cret", "Bearer s3cret"])
    }

    @Test("settings are checked by the daemon's program beside this one, with its messages and its exit code")
    func configCheck() async throws {
        let home = try TemporaryFolder()
        try home.write("", to: "my.toml")
        try home.write("#!/bin/sh\necho \"$@\"\nexit 78\n", to: "galleyd", isProgram: true)
        let run = try await Run(
            home: home, shell: "cp '\(Run.program)' . && ./galley config check --json --config my.toml")
        #expect(run.out == "check --config my.toml --json\n" && run.status == 78)
    }

    @Test(
        "a word that is no command is named, with the command that was meant",
        arguments: [
            ("statsu", "There is no command “galley statsu”. Did you mean “galley status”?"),
            ("post lsit", "There is no command “galley post lsit”. Did you mean “galley post list”?"),
            ("target chekc blog", "There is no command “galley target chekc”. Did you mean “galley target check”?"),
            ("help post lsit", "There is no command “galley post lsit”. Did you mean “galley post list”?"),
            ("frobnicate", "There is no command “galley frobnicate”. “galley --help” lists the commands."),
            ("queue 12", "There is no command “galley queue 12”. “galley queue --help” lists the commands."),
        ])
    func unknownCommand(words: String, message: String) async throws {
        let run = try await Run(words.split(separator: " ").map(String.init))
        #expect(run.err == "galley: \(message)\n" && run.out == "" && run.status == 64)
    }

    @Test("an option that does not exist is named, with the option that was meant and how the command is used")
    func unknownOption() async throws {
        let run = try await Run(["post", "list", "--tga", "sea"])
        #expect(run.err.hasPrefix("galley: Unknown option '--tga'. Did you mean '--tag'?\nUsage: galley post list "))
        #expect(run.status == 64)
    }

    @Test(
        "a file that cannot be read has the same message and exit code everywhere, before the daemon is asked",
        arguments: [
            "post new FILE", "post set x body=@FILE", "media add FILE", "panel import FILE", "restore FILE",
            "config check --config FILE", "status --url http://127.0.0.1:9 --token-file FILE",
        ])
    func missingFile(command: String) async throws {
        let home = try TemporaryFolder()
        func run(_ file: String) async throws -> Run {
            let words = command.replacing("FILE", with: file).split(separator: " ").map(String.init)
            return try await Run(words, home: home)
        }
        let missing = try await run("gone")
        let said = "galley: The file “gone” cannot be read: No such file or directory. Check its name.\n"
        #expect(missing.err == said && missing.out == "" && missing.status == 64)
    }

    @Test("for a program a failure is one line of problem JSON: the daemon's with all its fields, or a local one")
    func problemsAsJSON() async throws {
        func problem(_ arguments: [String], daemon: ScriptedDaemon? = nil) async throws -> (ProblemBody, Int32) {
            let run = try await Run(arguments + ["--json"], daemon: daemon)
            #expect(
                run.out == "" && run.err.hasSuffix("}\n") && run.err.split(separator: "\n").count == 1, "\(run.err)")
            return (try JSONCoding.decode(ProblemBody.self, from: Array(run.err.utf8)), run.status)
        }
        let daemon = try ScriptedDaemon([
            "GET /v1/posts/x": [.problem("stale", "The post has changed.", status: 412, revision: 5)]
        ])
        let (refused, one) = try await problem(["post", "show", "x"], daemon: daemon)
        #expect(refused.word == "stale" && refused.status == 412 && refused.revision == 5 && one == 1)
        let (absent, two) = try await problem(["status"])
        #expect(absent.word == "unreachable" && absent.words.hasPrefix("No daemon was found: ") && two == 69)
        let (missing, three) = try await problem(["post", "new", "gone"])
        #expect(missing.word == "misused" && missing.words.contains("“gone” cannot be read: ") && three == 64)
        let (unknown, four) = try await problem(["statsu"])
        #expect(unknown.words.hasSuffix("Did you mean “galley status”?") && four == 64)
        let (option, five) = try await problem(["post", "list", "--tga", "sea"])
        #expect(option.words == "Unknown option '--tga'. Did you mean '--tag'?" && five == 64)
    }

    @Test("the versions of both programs are shown, and without a daemon that of this one")
    func version() async throws {
        let daemon = try ScriptedDaemon(["GET /v1/status": [.json(Bodies.status())]])
        #expect(try await Run(["version"], daemon: daemon).out == "galley \(GalleyVersion.text)\ngalleyd 0.1.0\n")
        let alone = try await Run(["version", "--json"])
        #expect(alone.out == "{\"galley\":\"\(GalleyVersion.text)\"}\n" && alone.err == "" && alone.status == 0)
    }

    @Test("a reader that closes the pipe early is not an error")
    func brokenPipe() async throws {
        let posts = (0..<5000).map { Bodies.summary("post-\($0)", title: "A title that fills the pipe") }
        let daemon = try ScriptedDaemon(["GET /v1/posts?limit=200": [.page(posts)]])
        let run = try await Run(
            daemon: daemon, shell: #"{ "$galley" post list --limit 0; echo "$?" >&2; } | head -n 1"#)
        #expect(run.out.hasPrefix("POST ") && run.err == "0\n")
    }

    @Test("colour is for terminals, unless the user turns it off")
    func colour() async throws {
        let daemon = try ScriptedDaemon(["GET /v1/status": [.json(Bodies.status())]])
        let onTerminal = #"script -qec '"$galley" status' /dev/null"#
        let coloured = try await Run(daemon: daemon, environment: ["TERM": "xterm"], shell: onTerminal)
        let plain = try await Run(daemon: daemon, environment: ["TERM": "xterm", "NO_COLOR": "1"], shell: onTerminal)
        let piped = try await Run(daemon: daemon, environment: ["TERM": "xterm"], shell: #""$galley" status | cat"#)
        #expect(coloured.out.contains("\u{1B}[32m") && coloured.out.contains("Everything is fine."))
        #expect(!plain.out.contains("\u{1B}") && plain.out.contains("Everything is fine."))
        #expect(!piped.out.contains("\u{1B}") && piped.out.contains("Everything is fine."))
    }

    @Test("on a narrow terminal the title is shortened, and no line is longer than the screen")
    func narrow() async throws {
        let post = Bodies.summary("harbour", title: "東京の朝は早い、そして静かだ、という話", tags: ["sea"])
        let daemon = try ScriptedDaemon(["GET /v1/posts?limit=50": [.page([post])]])
        let shell = #"script -qec 'stty cols 50; NO_COLOR=1 "$galley" post list' /dev/null"#
        let run = try await Run(daemon: daemon, environment: ["TERM": "xterm"], shell: shell)
        #expect(run.out.replacing("\r\n", with: "\n").contains("harbour  draft  東京の朝は早い、そし…         sea\n"))
    }
}
