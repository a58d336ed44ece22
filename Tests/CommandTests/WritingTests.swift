import Foundation
import JSONTree
import TestSupport
import Testing
import Wire

/// Creating and changing posts; above all, that text is never lost.
@Suite("Writing with galley", .timeLimit(.minutes(10)))
struct WritingTests {
    @Test("a file with a header is sent unchanged; the same file again has the same key")
    func newFromFile() async throws {
        let home = try TemporaryFolder()
        let text = "+++\ntitle = \"Harbour light\"\n+++\nIt was early.\n"
        try home.write(text, to: "draft.md")
        let daemon = try ScriptedDaemon(["POST /v1/posts": [.json(Bodies.post(), status: 201)]])
        let run = try await Run(["post", "new", "draft.md"], daemon: daemon, home: home)
        _ = try await Run(["post", "new", "draft.md"], daemon: daemon, home: home)
        #expect(run.out == "Created harbour-light “Harbour light”, revision 3, draft.\n" && run.status == 0)
        #expect(daemon.requests.map(\.body) == [text, text])
        #expect(daemon.requests.first?.headers["content-type"] == "text/markdown")
        #expect(Set(daemon.requests.map { $0.headers["idempotency-key"] }).count == 1)
    }

    @Test(
        "without a header, a leading heading gives the title and leaves the text, else the name of the file gives it",
        arguments: [
            ("hello.md", "# Harbour *light* #\n\nIt was early.\n", "Harbour light", "It was early.\n"),
            ("hello.md", "\u{FEFF}\r\n# Harbour light\r\nIt was early.", "Harbour light", "It was early."),
            ("hello.md", "# Only this", "Only this", ""),
            ("2026-11-23-harbour_light.md", "It was early.\n", "Harbour light", "It was early.\n"),
            ("hello.md", "## Below\n\nWords.\n", "Hello", "## Below\n\nWords.\n"),
            ("hello.md", "Words.\n\n# Not first\n", "Hello", "Words.\n\n# Not first\n"),
            ("hello.md", "#hashtag\n", "Hello", "#hashtag\n"), ("hello.md", "#\nWords.\n", "Hello", "#\nWords.\n"),
            ("hello.md", "    # code\n", "Hello", "    # code\n"),
            ("hello.md", "# Use `Vec<T>` and *two* `a*b*c`s\n", "Use Vec<T> and two a*b*cs", ""),
            ("hello.md", "# Salt &amp; sea\n", "Salt & sea", ""),
            ("hello.md", "# Vec<T> and a <b>bold</b> claim\n", "Hello", "# Vec<T> and a <b>bold</b> claim\n"),
            ("hello.md", "# See [this](http://x.example)\n", "Hello", "# See [this](http://x.example)\n"),
            ("hello.md", "# ![A cat](cat.jpg) One ` tick\n", "Hello", "# ![A cat](cat.jpg) One ` tick\n"),
        ])
    func newWithoutHeader(file: String, text: String, title: String, body: String) async throws {
        let home = try TemporaryFolder()
        try home.write(text, to: file)
        let daemon = try ScriptedDaemon(["POST /v1/posts": [.json(Bodies.post(), status: 201)]])
        let run = try await Run(["post", "new", file], daemon: daemon, home: home)
        let draft = try daemon.draft(0)
        #expect(draft.title == title && draft.body == body && draft.slug == nil && run.status == 0)
    }

    @Test("a title that is given leaves the heading in the text, and a heading too long for a title stays there")
    func newKeepsHeading() async throws {
        let daemon = try ScriptedDaemon(["POST /v1/posts": [.json(Bodies.post(), status: 201)]])
        let text = "# Harbour light\n\nIt was early.\n"
        _ = try await Run(["post", "new", "-", "--title", "Early"], daemon: daemon, input: text)
        let long = "# " + String(repeating: "a", count: 1001) + "\n"
        _ = try await Run(["post", "new", "-"], daemon: daemon, input: long)
        #expect(try daemon.draft(0).title == "Early" && daemon.draft(0).body == text)
        #expect(try daemon.draft(1).title == nil && daemon.draft(1).body == long)
    }

    @Test("an empty standard input makes no post")
    func emptyInput() async throws {
        let daemon = try ScriptedDaemon([:])
        let run = try await Run(["post", "new", "-"], daemon: daemon, input: "")
        let words = "galley: The post would be empty. Name a file, give a --title, or use --edit.\n"
        #expect(run.status == 64 && run.err == words && daemon.ownRequests.isEmpty)
    }

    @Test("a text from standard input gets the fields of the options")
    func newFromInput() async throws {
        let daemon = try ScriptedDaemon(["POST /v1/posts": [.json(Bodies.post(), status: 201)]])
        let arguments = ["post", "new", "-", "--title", "Good morning", "--tag", "sea", "--date", "tomorrow 09:00"]
        let run = try await Run(arguments, daemon: daemon, input: "Hello.\n")
        var expected = DraftBody()
        (expected.title, expected.body, expected.tags, expected.date) = (
            "Good morning", "Hello.\n", ["sea"], "tomorrow 09:00"
        )
        #expect(try daemon.draft(0) == expected && run.status == 0)
    }

    @Test("standard input is read even without “-”")
    func newFromInputUnasked() async throws {
        let daemon = try ScriptedDaemon(["POST /v1/posts": [.json(Bodies.post(), status: 201)]])
        let run = try await Run(["post", "new", "--title", "Good morning"], daemon: daemon, input: "Hello.\n")
        #expect(try daemon.draft(0).body == "Hello.\n" && run.status == 0)
    }

    @Test("a pipe that stays open is told; the post is made when it ends")
    func openPipe() async throws {
        let daemon = try ScriptedDaemon(["POST /v1/posts": [.json(Bodies.post(), status: 201)]])
        let shell = #"""
            mkfifo pipe && exec 3<>pipe; "$galley" post new --title T <pipe 3>&- 2>words & made=$!
            until grep -q "Waiting for standard input" words || ! kill -0 $made; do :; done; exec 3>&-; wait $made; cat words
            """#
        let run = try await Run(daemon: daemon, shell: shell)
        #expect(run.status == 0 && run.out.contains("“</dev/null”"), "\(run.out)\(run.err)")
        #expect(try daemon.draft(0).title == "T")
    }

    @Test("an option overrides the file's header")
    func newWithHeaderAndOptions() async throws {
        let post = Bodies.post(revision: 1, tags: ["sea", "light"])
        let daemon = try ScriptedDaemon([
            "POST /v1/posts": [.json(post, status: 201)], "PUT /v1/posts/7k2m9qv4x1ab": [.json(Bodies.post())],
        ])
        _ = try await Run(
            ["post", "new", "-", "--tag", "light"], daemon: daemon, input: "---\ntags: sea, light\n---\nHello.\n")
        #expect(daemon.requests.last?.headers["if-match"] == "\"1\"")
        #expect(try daemon.draft(1).tags == ["light", "sea"])
    }

    @Test("if the answer is lost, the request is repeated once with the same key")
    func lostAnswer() async throws {
        let daemon = try ScriptedDaemon(["POST /v1/posts": [.lost, .json(Bodies.post(), status: 201)]])
        let run = try await Run(["post", "new", "--title", "Harbour light"], daemon: daemon)
        #expect(run.status == 0 && daemon.requests.count == 2)
        #expect(daemon.requests[0].headers["idempotency-key"] == daemon.requests[1].headers["idempotency-key"])
    }

    @Test("a new post opens an editor; an unchanged one creates nothing, a refused one is kept")
    func compose() async throws {
        let home = try TemporaryFolder()
        let daemon = try ScriptedDaemon([
            "POST /v1/posts": [
                .problem("bad-field", "The tag is empty.", status: 422), .json(Bodies.post(revision: 1), status: 201),
            ]
        ])
        let arguments = ["post", "new", "--title", "Light: a story", "--edit"]
        let nothing = try await Run(arguments, daemon: daemon, home: home, environment: ["EDITOR": "true"])
        #expect(nothing.status == 1 && home.files(in: ".local/state/galley/edits").isEmpty)

        let editor = ["EDITOR": "sh -c 'echo Hello. >> \"$0\"'"]
        let refused = try await Run(arguments, daemon: daemon, home: home, environment: editor)
        let kept = try #require(home.files(in: ".local/state/galley/edits").first)
        #expect(refused.status == 1 && refused.err.contains("The tag is empty. Your text is kept in \(home.path)/"))
        #expect(daemon.requests.first?.body == "---\ntitle: \"Light: a story\"\ntags:\ndate:\n---\n\nHello.\n")

        let again = try await Run(
            ["post", "new", ".local/state/galley/edits/\(kept)"], daemon: daemon, home: home)
        #expect(again.status == 0 && daemon.requests.count == 2)
    }

    @Test("piped words are edited, and stay in a file when the editor fails")
    func composePiped() async throws {
        let home = try TemporaryFolder()
        let daemon = try ScriptedDaemon(["POST /v1/posts": [.json(Bodies.post(revision: 1), status: 201)]])
        let failed = try await Run(
            ["post", "new", "--edit"], daemon: daemon, home: home, environment: ["EDITOR": "false"], input: "Early.\n")
        let kept = try #require(home.files(in: ".local/state/galley/edits").first)
        #expect(failed.status == 1 && failed.err.contains("Your text is kept in \(home.path)/"), "\(failed.err)")
        #expect(try home.read(".local/state/galley/edits/\(kept)") == "Early.\n" && daemon.requests.isEmpty)

        let path = "\(home.path)/.local/state/galley/edits/\(kept)"
        let editor = ["EDITOR": "sh -c 'echo And late. >> \"$0\"'"]
        let saved = try await Run(
            ["post", "new", "--edit"], daemon: daemon, home: home, environment: editor, input: "Again.\n")
        #expect(saved.status == 0 && saved.err.contains("never saved is in \(path)."), "\(saved.err)")
        #expect(daemon.requests.first?.body.contains("Again.\\nAnd late.") == true, "\(daemon.requests)")
        let again = try await Run(["post", "new", path], daemon: daemon, home: home)
        #expect(again.status == 0 && home.files(in: ".local/state/galley/edits").isEmpty, "\(again.err)")
    }

    @Test("a file that is not in UTF-8 is refused before it is edited")
    func composeLatin1() async throws {
        let run = try await Run(
            daemon: try ScriptedDaemon([:]), environment: ["EDITOR": "touch edited; true"],
            shell: #"printf 'caf\351\n' > a.md; "$galley" post new a.md --edit; code=$?; ls; exit $code"#)
        #expect(run.status == 64 && run.out == "a.md\n" && run.err.contains("not in UTF-8"), "\(run.out)\(run.err)")
    }

    @Test("a date that the clock skips is reported when it is set")
    func skippedDate() async throws {
        let post = Bodies.post(revision: 1, note: "The clocks skip it.")
        let daemon = try ScriptedDaemon(["POST /v1/posts": [.json(post, status: 201)]])
        let run = try await Run(["post", "new", "--title", "A", "--date", "2027-03-28 01:30"], daemon: daemon)
        #expect(run.status == 0 && run.out.hasSuffix("draft.\nNote: The clocks skip it.\n"), "\(run.out)")
    }

    @Test("a revision is restored as a new one, and the history lists the times")
    func revert() async throws {
        let revision = RevisionBody(
            revision: 1, savedAt: "2001-05-02T08:30:00+00:00", draft: Bodies.post(body: "Old.\n").draft)
        let sitting = SittingBody(
            firstRevision: 1, lastRevision: 3, startedAt: "2001-05-02T08:00:00+00:00",
            endedAt: "2001-05-02T08:30:00+00:00",
            author: "ana", characters: 14)
        let daemon = try ScriptedDaemon([
            "GET /v1/posts/x": [.json(Bodies.post())], "GET /v1/posts/x/revisions/1": [.json(revision)],
            "PUT /v1/posts/7k2m9qv4x1ab": [.json(Bodies.post(revision: 4))],
            "GET /v1/posts/x/revisions?limit=50": [.page([sitting])],
        ])
        let reverted = try await Run(["post", "revert", "x", "1"], daemon: daemon)
        #expect(try daemon.draft(2) == revision.draft)
        #expect(reverted.status == 0)
        let history = try await Run(["post", "history", "x"], daemon: daemon)
        #expect(
            history.out == "REVISIONS  SAVED                      CHARACTERS  AUTHOR\n"
                + "1–3        Wed 2 May 2001 09:30 WEST  14          ana\n")
    }

    @Test("an editor gets header and text, and its result is saved")
    func edit() async throws {
        let home = try TemporaryFolder()
        let editor = try home.write(
            "cp \"$2\" seen; sed -i 's/^title:.*/title: \"Light: a story\"/; s/early/late/; /^slug/d' \"$2\"",
            to: "editor.sh")
        let daemon = try ScriptedDaemon([
            "GET /v1/posts/harbour": [.json(Bodies.post())],
            "PUT /v1/posts/7k2m9qv4x1ab": [.json(Bodies.post(revision: 4))],
        ])
        let run = try await Run(
            ["post", "edit", "harbour"], daemon: daemon, home: home, environment: ["EDITOR": "sh \(editor) --wait"])
        let seen = """
            ---
            title: Harbour light
            tags: ["photography", "sea"]
            date: 2031-12-01T09:00:00 Europe/Lisbon
            language: en
            ---

            It was early.

            """
        #expect(try home.read("seen") == seen)
        var expected = Bodies.post().draft
        (expected.title, expected.body) = ("Light: a story", "It was late.\n")
        #expect(try daemon.draft(1) == expected)
        #expect(daemon.ownRequests[1].headers["if-match"] == "\"3\"")
        #expect(run.out == "Saved harbour-light “Harbour light”, revision 4, draft.\n" && run.status == 0)
        #expect(home.files(in: ".local/state/galley/edits").isEmpty)
    }

    @Test(
        "an edit leaves line ends, empty lines and odd titles as they are",
        arguments: [
            ("Light", "One.\r\n\r\nearly\r\n"), ("Light", "\n\n    code\nearly"), (": yes", "early\n\n\n"),
            (" [a] #b \"c\" ", "---\n\nearly"), ("no", "+++\r\nearly"), ("2026-01-01", "\r\nearly"), (" ", "early"),
            ("C# & F#, a #1!", "early"),
            ("a\tb: c", "early"),
            ("‏אב", "early\r\none line end of another kind\n"), ("-", "\u{FEFF}early"),
        ])
    func keepsText(title: String, body: String) async throws {
        let post = Bodies.post(title: title, body: body)
        let daemon = try ScriptedDaemon([
            "GET /v1/posts/harbour": [.json(post)], "PUT /v1/posts/7k2m9qv4x1ab": [.json(post)],
        ])
        let run = try await Run(
            ["post", "edit", "harbour"], daemon: daemon, environment: ["EDITOR": "sed -i s/early/late/"])
        #expect(run.status == 0, "\(run.err)")
        var expected = post.draft
        expected.body = body.replacing("early", with: "late")
        #expect(try daemon.draft(1) == expected)
    }

    @Test("an edit keeps the longest fields of a post, and its private notes with their lines")
    func keepsNotes() async throws {
        var post = Bodies.post()
        post.privateNotes = String(repeating: "日本語\n\u{1}", count: 2000)
        post.summary = String(repeating: "👩‍👩‍👧‍👦", count: 10_000)
        let daemon = try ScriptedDaemon([
            "GET /v1/posts/harbour": [.json(post)], "PUT /v1/posts/7k2m9qv4x1ab": [.json(post)],
        ])
        let run = try await Run(
            ["post", "edit", "harbour"], daemon: daemon, environment: ["EDITOR": "sed -i s/early/late/"])
        #expect(run.status == 0, "\(run.err.prefix(300))")
        var expected = post.draft
        expected.body = expected.body?.replacing("early", with: "late")
        #expect(try daemon.draft(1) == expected)
    }

    @Test(
        "an edit whose head was deleted keeps all fields, and a head in TOML is read",
        arguments: [(#"It was late.\n"#, "Harbour light"), (#"+++\ntitle = "Boats"\n+++\n\nIt was late.\n"#, "Boats")])
    func heads(text: String, title: String) async throws {
        let home = try TemporaryFolder()
        let editor = try home.write("printf '\(text)' > \"$1\"", to: "editor.sh")
        let daemon = try ScriptedDaemon([
            "GET /v1/posts/harbour": [.json(Bodies.post())], "PUT /v1/posts/7k2m9qv4x1ab": [.json(Bodies.post())],
        ])
        let run = try await Run(
            ["post", "edit", "harbour"], daemon: daemon, home: home, environment: ["EDITOR": "sh \(editor)"])
        #expect(run.status == 0, "\(run.err)")
        let draft = try daemon.draft(1)
        #expect(draft.title == title && draft.body == "It was late.\n")
        #expect(draft.tags == (title == "Boats" ? nil : Bodies.post().draft.tags))
    }

    @Test("an edit says where else the post is open, and that it is open here until the editor ends")
    func presence() async throws {
        let home = try TemporaryFolder()
        let bo = PresenceBody(user: "bo", program: "Firefox on Linux", caret: 7)
        let daemon = try ScriptedDaemon([
            "GET /v1/posts/harbour": [.json(Bodies.post())],
            "PUT /v1/posts/7k2m9qv4x1ab/presence": [.json(PageBody(items: [bo], cursor: nil))],
        ])
        let run = try await Run(
            ["post", "edit", "harbour"], daemon: daemon, home: home, environment: ["EDITOR": "true"])
        #expect(run.err.contains("bo has this post open too (Firefox on Linux).") && run.status == 0)
        let lines = daemon.lines.map { $0.prefix { $0 != "?" } }
        #expect(lines.suffix(2).map { $0.split(separator: " ").first } == ["PUT", "DELETE"])
        #expect(lines.suffix(2).allSatisfy { $0.contains("/v1/posts/7k2m9qv4x1ab/presence") })
    }

    @Test("a stale save overwrites nothing, keeps the text and says how to continue")
    func staleSave() async throws {
        let home = try TemporaryFolder()
        let daemon = try ScriptedDaemon([
            "GET /v1/posts/harbour": [.json(Bodies.post())],
            "GET /v1/posts/7k2m9qv4x1ab": [.json(Bodies.post(revision: 5))],
            "PUT /v1/posts/7k2m9qv4x1ab": [
                .problem("stale", "The post has changed.", status: 412, revision: 5), .json(Bodies.post(revision: 6)),
            ],
        ])
        let editor = ["EDITOR": "sed -i s/early/late/"]
        let run = try await Run(["post", "edit", "harbour"], daemon: daemon, home: home, environment: editor)
        let kept = try #require(home.files(in: ".local/state/galley/edits").first)
        let path = "\(home.path)/.local/state/galley/edits/\(kept)"
        #expect(
            run.err == """
                galley: The post was saved by someone else while you wrote (revision 3 then, 5 now), so yours was not saved \
                over it. Your text is kept in \(path).
                  See what they changed:    galley post diff 7k2m9qv4x1ab 3
                  Take it in, and save:     galley post edit 7k2m9qv4x1ab --resume \(path)

                """)
        #expect(run.status == 1 && run.out == "")
        #expect(try home.read(".local/state/galley/edits/\(kept)").hasSuffix("\n\nIt was late.\n"))

        let again = try await Run(
            ["post", "edit", "7k2m9qv4x1ab", "--resume", path], daemon: daemon, home: home,
            environment: ["EDITOR": "true"])
        #expect(again.status == 0 && home.files(in: ".local/state/galley/edits").isEmpty)
        #expect(try daemon.draft(3).body == "It was late.\n" && daemon.ownRequests[3].headers["if-match"] == "\"5\"")
    }

    @Test(
        "after any failure, written text is kept and its file is named",
        arguments: [
            ("sed -i s/early/late/", Reply.problem("too-large", "It is too large.", status: 413), 1),
            ("sed -i s/early/late/", Reply.lost, 75), ("sed -i s/^title:/Title:/", Reply.done, 1),
            ("sed -i 3d;sed -i 's/^tags/tags: a\\ntags/'", Reply.done, 1),
            // What YAML would drop.
            ("sed -i 's/^title:.*/title: Harbour #2/'", Reply.done, 1),
            ("sed -i 's/^title:.*/title: !urgent/'", Reply.done, 1),
            ("sed -i 's/^tags:.*/tags: #swift, news/'", Reply.done, 1),
            ("sed -i 's/^tags:.*/tags:\\n  - sea\\n  - #swift/'", Reply.done, 1),
            ("sh -c 'echo >> \"$0\"; exit 3'", Reply.done, 1),
            ("printf '\\377' >", Reply.done, 1),
        ])
    func keptWords(editor: String, reply: Reply, code: Int) async throws {
        let home = try TemporaryFolder()
        let daemon = try ScriptedDaemon([
            "GET /v1/posts/harbour": [.json(Bodies.post())], "PUT /v1/posts/7k2m9qv4x1ab": [reply],
        ])
        let run = try await Run(
            ["post", "edit", "harbour"], daemon: daemon, home: home, environment: ["VISUAL": editor])
        let kept = try #require(home.files(in: ".local/state/galley/edits").first)
        #expect(run.status == Int32(code) && run.err.contains("Your text is kept in \(home.path)/"))
        #expect(run.err.contains(kept))
        let file = "\(home.path)/.local/state/galley/edits/\(kept)"
        let mode = try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions] as? Int
        #expect(mode == 0o600)
    }

    @Test(
        "an editor that fails before it changes anything leaves no file and no presence",
        arguments: ["false", "no-such-editor"])
    func failedEditor(editor: String) async throws {
        let home = try TemporaryFolder()
        let daemon = try ScriptedDaemon([
            "GET /v1/posts/harbour": [.json(Bodies.post())],
            "PUT /v1/posts/7k2m9qv4x1ab/presence": [.json(PageBody<PresenceBody>(items: [], cursor: nil))],
        ])
        let run = try await Run(
            ["post", "edit", "harbour"], daemon: daemon, home: home, environment: ["EDITOR": editor])
        #expect(run.status == 1 && run.err.contains("so nothing was saved.\n"))
        #expect(home.files(in: ".local/state/galley/edits").isEmpty)
        #expect(daemon.lines.last?.hasPrefix("DELETE /v1/posts/7k2m9qv4x1ab/presence") == true)
    }

    @Test(
        "an editor that leaves an empty file, or none, saves nothing",
        arguments: [(": >", "is empty, so nothing was saved."), ("rm", "removed the file, so nothing was saved.")])
    func emptied(editor: String, words: String) async throws {
        let home = try TemporaryFolder()
        let daemon = try ScriptedDaemon(["GET /v1/posts/harbour": [.json(Bodies.post())]])
        let run = try await Run(
            ["post", "edit", "harbour"], daemon: daemon, home: home, environment: ["EDITOR": editor])
        #expect(run.status == 1 && run.err.contains(words) && daemon.ownRequests.count == 1)
        #expect(home.files(in: ".local/state/galley/edits").isEmpty)
    }

    @Test("an editor that changes nothing saves nothing")
    func unchanged() async throws {
        let home = try TemporaryFolder()
        let daemon = try ScriptedDaemon(["GET /v1/posts/harbour": [.json(Bodies.post())]])
        let run = try await Run(
            ["post", "edit", "harbour"], daemon: daemon, home: home, environment: ["EDITOR": "true"])
        #expect(run.status == 0 && run.err == "Nothing was changed.\n" && daemon.ownRequests.count == 1)
        #expect(home.files(in: ".local/state/galley/edits").isEmpty)
    }

    @Test("fields are set on top of changes that others saved meanwhile, and the notes of the answer are shown")
    func set() async throws {
        var saved = Bodies.post(revision: 5)
        saved.notes = ["It moved."]
        let daemon = try ScriptedDaemon([
            "GET /v1/posts/harbour": [.json(Bodies.post()), .json(Bodies.post(revision: 4, body: "Theirs.\n"))],
            "PUT /v1/posts/7k2m9qv4x1ab": [
                .problem("stale", "Stale.", status: 412, revision: 4), .json(saved),
            ],
        ])
        let run = try await Run(
            ["post", "set", "harbour", "title=A = b", "tags=", "fediverse.warning="], daemon: daemon)
        let draft = try daemon.draft(3)
        #expect(draft.title == "A = b" && draft.tags == [] && draft.body == "Theirs.\n" && draft.overrides == [:])
        #expect(run.status == 0 && daemon.ownRequests[3].headers["if-match"] == "\"4\"")
        #expect(run.err == "It moved.\n")
    }

    @Test(
        "a date that is set with an offset or a zone takes it instead of the post's own; a zone that is set counts for both",
        arguments: [
            (["date=2027-01-05T09:00+05:30"], "2027-01-05T09:00+05:30", nil),
            (["date=2027-01-05 09:00 Asia/Tokyo"], "2027-01-05 09:00 Asia/Tokyo", nil),
            (["date=2027-01-05 09:00"], "2027-01-05 09:00", "Europe/Lisbon"),
            (["date=2027-01-05 09:00Z"], "2027-01-05 09:00Z", "Europe/Lisbon"),
            (["zone=+05:30"], "2031-12-01T09:00:00", "+05:30"),
            (["zone=-03:30", "date=2027-01-05T09:00+05:30"], "2027-01-05T09:00+05:30", "-03:30"),
            (["date="], nil, nil),
        ])
    func setDates(fields: [String], date: String?, zone: String?) async throws {
        let post = Bodies.post()
        let daemon = try ScriptedDaemon([
            "GET /v1/posts/harbour": [.json(post)], "PUT /v1/posts/7k2m9qv4x1ab": [.json(post)],
        ])
        let run = try await Run(["post", "set", "harbour"] + fields, daemon: daemon)
        #expect(run.status == 0, "\(run.err)")
        let draft = try daemon.draft(1)
        #expect(draft.date == date && draft.zone == zone)
    }

    @Test("the date of a post in its own offset is edited as text, with the offset")
    func editOffset() async throws {
        let post = Bodies.post(
            date: DateBody(local: "2005-06-01T01:17:00", zone: "+08:00", instant: "2005-06-01T01:17:00+08:00"))
        for (editor, date, zone) in [
            ("sed -i s/T01:17/T02:17/", "2005-06-01T02:17:00 +08:00", nil),
            ("sed -i s/early/late/", "2005-06-01T01:17:00", "+08:00"),
            ("sed -i 's/ [+]08:00//;s/T01/T02/'", "2005-06-01T02:17:00", "+08:00"),
        ] {
            let daemon = try ScriptedDaemon([
                "GET /v1/posts/harbour": [.json(post)], "PUT /v1/posts/7k2m9qv4x1ab": [.json(post)],
            ])
            let run = try await Run(["post", "edit", "harbour"], daemon: daemon, environment: ["EDITOR": editor])
            #expect(run.status == 0, "\(run.err)")
            let draft = try daemon.draft(1)
            #expect(draft.date == date && draft.zone == zone, "\(editor)")
        }
    }

    @Test("an override for an unknown target is refused, and nothing is saved")
    func setForStranger() async throws {
        let daemon = try ScriptedDaemon(["GET /v1/targets?limit=200": [.page([Bodies.target("fediverse")])]])
        let run = try await Run(["post", "set", "harbour", "fedivers.warning=Food"], daemon: daemon)
        #expect(run.status == 1 && run.err.contains("There is no target “fedivers”"))
        #expect(daemon.requests.count == 1)
    }

    @Test("publishing prints targets, times and warnings")
    func publish() async throws {
        let published = PublishedBody(
            post: Bodies.post(state: "scheduled"), deliveries: [Bodies.delivery()],
            notes: ["The clocks skip 02:30 that night; it goes at 03:30."])
        let daemon = try ScriptedDaemon(["PUT /v1/posts/harbour/publication": [.json(published)]])
        let arguments = ["publish", "harbour", "--to", "fediverse", "--at", "tomorrow 09:00", "--rehearse"]
        let run = try await Run(arguments, daemon: daemon)
        #expect(
            run.out == """
                harbour-light is scheduled, 1 Dec 2031 09:00 Europe/Lisbon.
                Note: The clocks skip 02:30 that night; it goes at 03:30.

                ID  STATE      TARGET     WHEN
                12  scheduled  fediverse  Mon 1 Dec 2031 09:00 WET

                """)
        #expect(daemon.requests[0].body == #"{"at":"tomorrow 09:00","rehearse":true,"to":["fediverse"]}"#)
    }

    @Test("a post can ask for the next slot in place of a time")
    func nextSlot() async throws {
        let published = PublishedBody(post: Bodies.post(state: "scheduled"), deliveries: [Bodies.delivery()], notes: [])
        let daemon = try ScriptedDaemon(["PUT /v1/posts/harbour/publication": [.json(published)]])
        _ = try await Run(["publish", "harbour", "--next-slot"], daemon: daemon)
        #expect(daemon.requests[0].body == #"{"at":"next slot"}"#)
        let both = try await Run(["publish", "harbour", "--next-slot", "--at", "09:00"], daemon: daemon)
        #expect(both.status == 64 && both.err.contains("not both"), "\(both.err)")
    }

    @Test("the slots are listed with those that are taken; without any the answer says where they are set")
    func slots() async throws {
        let date = DateBody(
            local: "2031-12-01T09:00", zone: "Europe/Lisbon", instant: "2031-12-01T09:00:00+00:00", note: nil)
        let slots = [
            SlotBody(target: "blog", date: date, isFree: true),
            SlotBody(target: "fediverse", date: date, isFree: false),
        ]
        let daemon = try ScriptedDaemon([
            "GET /v1/slots?limit=200": [.page(slots)], "GET /v1/slots?target=blog&limit=200": [.page([SlotBody]())],
        ])
        #expect(
            try await Run(["target", "slots"], daemon: daemon).out == """
                WHEN                            TARGET     STATE
                1 Dec 2031 09:00 Europe/Lisbon  blog       free
                1 Dec 2031 09:00 Europe/Lisbon  fediverse  taken

                """)
        #expect(try await Run(["target", "slots", "blog"], daemon: daemon).err.contains("slots = ["))
    }

    @Test(
        "the verbs of the queue are one request each",
        arguments: [
            (["retry", "12"], "POST /v1/deliveries/12/retry"), (["cancel", "12"], "POST /v1/deliveries/12/cancel"),
            (["resend", "12"], "POST /v1/deliveries/12/resend"), (["abandon", "12"], "POST /v1/deliveries/12/abandon"),
            (["confirm-sent", "12", "--at-url", "https://x.example"], "POST /v1/deliveries/12/confirm-sent"),
            (["pause"], "PUT /v1/pause"), (["pause", "blog"], "PUT /v1/targets/blog/pause"),
            (["resume", "blog"], "DELETE /v1/targets/blog/pause"),
        ])
    func verbs(arguments: [String], line: String) async throws {
        let daemon = try ScriptedDaemon([line: [.json(Bodies.delivery())]])
        let run = try await Run(["queue"] + arguments, daemon: daemon)
        #expect(daemon.lines == [line] && run.status == 0 && !run.out.isEmpty)
    }

    @Test("an expired token is listed as such")
    func expiredToken() async throws {
        let token = TokenBody(
            name: "phone", user: "ana", scopes: ["read"], createdAt: "2001-05-02T08:30:00+00:00",
            expiresAt: "2001-08-02T08:30:00+00:00")
        let run = try await Run(
            ["token", "list"], daemon: try ScriptedDaemon(["GET /v1/tokens?limit=200": [.page([token])]]))
        #expect(run.out.contains("  has expired\n"), "\(run.out)")
    }

    @Test("a token without an expiry is valid until it is revoked, and is not confused with an expired one")
    func lastingToken() async throws {
        let token = TokenBody(name: "phone", user: "ana", scopes: ["read"], createdAt: "2001-05-02T08:30:00+00:00")
        let run = try await Run(
            ["token", "list"], daemon: try ScriptedDaemon(["GET /v1/tokens?limit=200": [.page([token])]]))
        #expect(run.out.contains("EXPIRES") && run.out.contains("  when revoked\n"), "\(run.out)")
    }

    @Test("the suggested next command can be copied for any user name", arguments: ["bo", "Ann O'Hara"])
    func nextForUser(name: String) async throws {
        let user = UserBody(
            name: name, uid: nil, isAdministrator: false, createdAt: "2001-05-02T08:30:00+00:00", posts: 0)
        let daemon = try ScriptedDaemon(["POST /v1/users": [.json(user, status: 201)]])
        let run = try await Run(["user", "add", name], daemon: daemon)
        let quoted = name == "bo" ? "bo" : #"'Ann O'\''Hara'"#
        #expect(run.err.contains("Next: galley open --user \(quoted) prints a link"), "\(run.err)")
    }

    @Test("only the token is printed on standard output")
    func token() async throws {
        let token = TokenBody(
            name: "phone", user: "ana", scopes: ["read"], createdAt: "2001-05-02T08:30:00+00:00",
            expiresAt: "2001-08-02T08:30:00+00:00", secret: "s3cret")
        let daemon = try ScriptedDaemon(["POST /v1/tokens": [.json(token, status: 201)]])
        let options = ["--scope", "read", "--expires", "+90d", "--user", "ana"]
        let run = try await Run(["token", "add", "phone"] + options, daemon: daemon)
        #expect(run.out == "s3cret\n" && run.err.contains("shown only now"))
        #expect(run.err.contains("“ana”, which may read until"))
        let wish = try JSONCoding.decode(NewTokenBody.self, from: Array(daemon.requests[0].body.utf8))
        #expect(wish == NewTokenBody(name: "phone", user: "ana", scopes: ["read"], expires: "+90d"))
    }
}

extension ScriptedDaemon {
    /// The draft in the body of the request at `index`.
    /// Without those that say where a post is open.
    fileprivate var ownRequests: [Arrived] { requests.filter { !$0.line.contains("/presence") } }

    fileprivate func draft(_ index: Int) throws -> DraftBody {
        let requests = ownRequests
        try #require(requests.indices.contains(index), "There are \(requests.count) requests.")
        return try JSONCoding.decode(DraftBody.self, from: Array(requests[index].body.utf8))
    }
}
