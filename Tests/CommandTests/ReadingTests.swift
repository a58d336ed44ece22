import Foundation
import JSONTree
import Posts
import TestSupport
import Testing
import Wire

/// The output for people and programs, compared completely.
@Suite("Reading with galley", .timeLimit(.minutes(10)))
struct ReadingTests {
    @Test("posts are listed in aligned columns, in any script")
    func list() async throws {
        let posts = [
            Bodies.summary("harbour-light", title: "Harbour light", tags: ["sea"]),
            Bodies.summary("東京", title: "東京の朝", state: "published"), Bodies.summary("note", title: nil),
        ]
        let daemon = try ScriptedDaemon(["GET /v1/posts?limit=50": [.page(posts)]])
        let run = try await Run(["post", "list"], daemon: daemon)
        #expect(
            run.out == """
                POST           STATE      TITLE          DATE  TAGS
                harbour-light  draft      Harbour light        sea
                東京           published  東京の朝
                note           draft      It was early.

                """)
        #expect(run.err == "" && run.status == 0)
    }

    @Test("a post whose time has passed without it being sent is listed as due, not as one that is still to be sent")
    func dueSince() async throws {
        let posts = ["2001-05-02T08:30:00+00:00", "2131-05-02T08:30:00+00:00"].map {
            Bodies.summary("harbour", title: "Harbour", state: "scheduled", sendsAt: $0)
        }
        let daemon = try ScriptedDaemon(["GET /v1/posts?limit=50": [.page(posts)]])
        let run = try await Run(["post", "list"], daemon: daemon)
        let lines = run.out.split(separator: "\n").dropFirst()
        #expect(lines.map { $0.contains("due since ") && $0.contains("2001") } == [true, false])
        #expect(lines.map { $0.contains("sends ") && $0.contains("2131") } == [false, true])
    }

    @Test("control characters of a terminal are never printed, wherever a post contains them")
    func escapes() async throws {
        let title = "a\u{1B}]0;b\u{7}\u{9B}2Jc\u{202E}d\u{8}\r"
        let daemon = try ScriptedDaemon(["GET /v1/posts?limit=50": [.page([Bodies.summary("a", title: title)])]])
        let run = try await Run(["post", "list"], daemon: daemon)
        #expect(run.status == 0 && run.out.contains("c"))
        let obeyed = run.out.unicodeScalars.filter { $0 != "\n" && ($0.value < 32 || (127...159).contains($0.value)) }
        #expect(obeyed.isEmpty && !run.out.contains("\u{202E}"), "\(run.out.debugDescription)")
    }

    @Test("programs get one object on each line, page by page")
    func listJSON() async throws {
        let (one, two) = (Bodies.summary("one", title: "One"), Bodies.summary("two", title: "Two"))
        let daemon = try ScriptedDaemon([
            "GET /v1/posts?state=draft&tag=a%26b&limit=200": [.page([one], cursor: "c 1")],
            "GET /v1/posts?state=draft&tag=a%26b&cursor=c%201&limit=200": [.page([two])],
        ])
        let arguments = ["post", "list", "--state", "draft", "--tag", "a&b", "--limit", "0", "--json"]
        let run = try await Run(arguments, daemon: daemon)
        let lines = try run.out.split(separator: "\n").map {
            try JSONCoding.decode(PostSummaryBody.self, from: Array($0.utf8))
        }
        #expect(lines == [one, two] && run.status == 0)
    }

    @Test("a list with posts of several users names them")
    func owners() async throws {
        let posts = [Bodies.summary("a", title: "A"), Bodies.summary("b", title: "B", owner: "bo", tags: ["sea"])]
        let daemon = try ScriptedDaemon(["GET /v1/posts?limit=50": [.page(posts)]])
        let run = try await Run(["post", "list"], daemon: daemon)
        #expect(
            run.out == """
                POST  STATE  TITLE  DATE  TAGS  OWNER
                a     draft  A                  ada
                b     draft  B            sea   bo

                """)
    }

    @Test("a queue with deliveries of several users names them")
    func ownersOfDeliveries() async throws {
        var (one, two) = (Bodies.delivery(1, title: "A"), Bodies.delivery(2, title: "B"))
        (one.owner, two.owner) = ("ada", "bo")
        let daemon = try ScriptedDaemon(["GET /v1/deliveries?state=open&limit=50": [.page([one, two])]])
        let run = try await Run(["queue"], daemon: daemon)
        #expect(
            run.out == """
                ID  STATE      TARGET     POST  WHEN                      OWNER
                1   scheduled  fediverse  A     Mon 1 Dec 2031 09:00 WET  ada
                2   scheduled  fediverse  B     Mon 1 Dec 2031 09:00 WET  bo

                """)
    }

    @Test("another user's posts are requested by name")
    func listOfOwner() async throws {
        let daemon = try ScriptedDaemon([
            "GET /v1/posts?owner=bo%20b&limit=50": [.page([Bodies.summary("a", title: "A")])]
        ])
        let run = try await Run(["post", "list", "--owner", "bo b"], daemon: daemon)
        #expect(run.status == 0 && run.out.contains("a ") && run.err == "", "\(run.out)\(run.err)")
    }

    @Test("the doctor says what is missing for pictures, and how to install it")
    func doctorOfPictures() async throws {
        func said(_ canFit: Bool, _ program: String, confinement: ConfinementBody? = nil) async throws -> String {
            var status = Bodies.status()
            status.canFitPictures = canFit
            status.pictureConfinement = confinement
            let daemon = try ScriptedDaemon([
                "GET /v1/status": [.json(status)],
                "GET /v1/targets?limit=200": [.page([Bodies.target("blog", check: Bodies.well)])],
                "GET /v1/repairs": [.page([RepairBody]())],
                "GET /v1/settings?limit=200": [
                    .page([SettingBody(name: "media.vipsthumbnail", value: program, source: "galley.toml")])
                ],
            ])
            let run = try await Run(["doctor"], daemon: daemon)
            #expect(run.status == 0)
            return run.out
        }
        let without = try await said(false, "vipsthumbnail")
        #expect(without.contains("look   Pictures: “vipsthumbnail” is not installed"))
        #expect(
            without.contains(
                "       next: sudo apt install --no-install-recommends libvips-tools, then restart galleyd\n"))
        #expect(try await said(true, "vipsthumbnail").contains("well   Pictures: Galley turns them upright"))
        #expect(try await !said(false, "").contains("Pictures"))
        #expect(!without.contains("Picture program"))
        for (isWhole, verdict) in [(true, "well"), (false, "look")] {
            let confinement = ConfinementBody((isWhole: isWhole, words: "confined as far as it goes"))
            let said = try await said(true, "vips", confinement: confinement)
            #expect(said.contains("\(verdict)   Picture program: confined as far as it goes\n"))
        }
    }

    @Test("a truncated list says so, on standard error")
    func cut() async throws {
        let posts = ["one", "two", "three"].map { Bodies.summary($0, title: $0) }
        let daemon = try ScriptedDaemon(["GET /v1/posts?limit=2": [.page(posts, cursor: "more")]])
        let run = try await Run(["post", "list", "--limit", "2"], daemon: daemon)
        #expect(run.out.split(separator: "\n").count == 3)
        #expect(run.err == "There are more. --limit 0 shows all of them.\n")
    }

    @Test("a post is shown with its deliveries and its text")
    func show() async throws {
        let delivery = Bodies.delivery(state: "delivered", url: "https://social.example/@me/99")
        let daemon = try ScriptedDaemon([
            "GET /v1/posts/harbour-light": [.json(Bodies.post(state: "published"))],
            "GET /v1/posts/harbour-light/deliveries?limit=200": [.page([delivery])],
        ])
        let run = try await Run(["post", "show", "harbour-light"], daemon: daemon)
        #expect(
            run.out == """
                Harbour light

                State         published
                Slug          harbour-light
                Before        harbor-light
                Date          1 Dec 2031 09:00 Europe/Lisbon
                Tags          photography, sea
                Language      en
                At fediverse  warning “Long walk”
                Revision      3, saved Wed 2 May 2001 09:30 WEST
                Id            7k2m9qv4x1ab

                ID  STATE      TARGET     WHEN
                12  delivered  fediverse  Mon 1 Dec 2031 09:00 WET
                    https://social.example/@me/99

                It was early.

                """)
    }

    @Test("control characters are removed from foreign text, except from the bare body")
    func controlCharacters() async throws {
        let post = Bodies.post(title: "Red\u{1B}[31m", body: "\u{1B}]0;owned\u{7}\n")
        let daemon = try ScriptedDaemon([
            "GET /v1/posts/x": [.json(post)], "GET /v1/posts/x/deliveries?limit=200": [.page([DeliveryBody]())],
        ])
        let shown = try await Run(["post", "show", "x"], daemon: daemon)
        let body = try await Run(["post", "show", "x", "--body"], daemon: daemon)
        #expect(!shown.out.contains("\u{1B}") && shown.out.contains("Red\u{FFFD}[31m"))
        #expect(body.out == post.body)
    }

    @Test("the status fits one screen, with whatever needs attention last")
    func status() async throws {
        let status = Bodies.status(
            deliveries: ["delivered": 8, "uncertain": 1], warnings: [Warning(.delivery, "Delivery 12 is uncertain.")])
        let daemon = try ScriptedDaemon(["GET /v1/status": [.json(status)]])
        let run = try await Run(["status"], daemon: daemon)
        #expect(
            run.out == """
                Daemon      galleyd 0.1.0, since Wed 2 May 2001 09:30 WEST
                Store       /var/lib/galley/galley.db, healthy
                Posts       2 draft, 5 published
                Deliveries  1 uncertain, 8 delivered
                Next        Harbour light to fediverse, Mon 1 Dec 2031 09:00 WET

                ! Delivery 12 is uncertain.

                """)
        let full = try await Run(
            ["status"], daemon: try ScriptedDaemon(["GET /v1/status": [.json(Bodies.fullStatus())]]))
        #expect(
            full.out == """
                Daemon      galleyd 0.1.0, up 3 d 4 h, since Wed 2 May 2001 09:30 WEST
                Store       /var/lib/galley/galley.db, the disk is full, 12.3 MB, 34.0 GB free
                Backup      Wed 2 May 2001 09:30 WEST
                Time zones  2026b
                Posts       2 draft, 5 published
                Deliveries  1 uncertain, 8 delivered
                Next        Harbour light to fediverse, Mon 1 Dec 2031 09:00 WET
                            Harbour light to hook, Mon 1 Dec 2031 09:00 WET
                Targets     blog (site), healthy
                            fediverse (mastodon), failed: the token was refused, paused, 3 on the way
                            hook (webhook), never checked, 1 on the way

                ! The disk is full. Free some space.
                  next: df -h /var/lib/galley
                ! “Harbour light” at fediverse is uncertain: The answer was lost.
                  next: galley queue show 12

                """)
        let json = try await Run(["status", "--json"], daemon: daemon)
        #expect(try JSONCoding.decode(StatusBody.self, from: Array(json.out.utf8)) == status)
    }

    @Test("a delivery's attempts with the same result are printed together, and the others separately")
    func attempts() async throws {
        func attempt(_ number: Int, _ outcome: String?, _ reason: String?, digest: String = "d1") -> AttemptBody {
            AttemptBody(
                number: number, account: nil, startedAt: "2001-05-02T08:3\(number):00+00:00",
                endedAt: "2001-05-02T08:3\(number):01+00:00",
                idempotencyClass: "D", digest: digest, outcome: outcome, reason: reason, request: nil)
        }
        let attempts = [
            attempt(1, "unknown", "Away."), attempt(2, "unknown", "Away."), attempt(3, "unknown", "Away."),
            attempt(4, "unknown", "Else."), attempt(5, "unknown", "Away."),
            attempt(6, "unknown", "Away.", digest: "d2"),
            attempt(7, nil, nil), attempt(8, nil, nil),
        ]
        let daemon = try ScriptedDaemon([
            "GET /v1/deliveries/12": [.json(Bodies.delivery())],
            "GET /v1/deliveries/12/attempts": [.page(attempts)],
            "GET /v1/deliveries/12/attempts?limit=200": [.page(attempts)],
        ])
        let run = try await Run(["queue", "show", "12"], daemon: daemon)
        let titles = run.out.split(separator: "\n").filter { $0.hasPrefix("Attempt") }
        #expect(
            titles == [
                "Attempts 1 to 3, alike", "Attempt 4", "Attempt 5", "Attempt 6", "Attempt 7", "Attempt 8",
            ], "\(run.out)\(run.err)")
        #expect(run.out.contains("09:31") && run.out.contains("09:33") && !run.out.contains("09:32"))
    }

    @Test("the queue says of each delivery why it is in its state and what to do")
    func queue() async throws {
        let deliveries = [
            Bodies.delivery(
                7, state: "uncertain", reason: "The answer was lost.", next: "galley queue confirm-sent 7"),
            Bodies.delivery(120, target: "blog", state: "blocked", block: "auth"),
            Bodies.delivery(
                121, target: "blog", state: "blocked", block: "target", reason: "No category.",
                next: "galley config check",
                wakeAt: "2031-12-01T09:04:00+00:00"),
        ]
        let daemon = try ScriptedDaemon(["GET /v1/deliveries?state=open&limit=50": [.page(deliveries)]])
        let run = try await Run(["queue"], daemon: daemon)
        #expect(
            run.out == """
                ID   STATE             TARGET     POST           WHEN
                7    uncertain         fediverse  Harbour light  Mon 1 Dec 2031 09:00 WET
                    The answer was lost.
                    next: galley queue confirm-sent 7
                120  blocked (auth)    blog       Harbour light  Mon 1 Dec 2031 09:00 WET
                121  blocked (target)  blog       Harbour light  Mon 1 Dec 2031 09:04 WET
                    No category.
                    Galley checks again Mon 1 Dec 2031 09:04 WET.
                    next: galley config check

                """)
    }

    @Test("a post's name has at most 60 columns in the queue, in a pipe too, and all of it in JSON")
    func longName() async throws {
        let title = String(repeating: "word ", count: 40)
        let script = ["GET /v1/deliveries?state=open&limit=50": [try Reply.page([Bodies.delivery(7, title: title)])]]
        let run = try await Run(["queue"], daemon: try ScriptedDaemon(script))
        let name = String(title.prefix(59)).trimmingCharacters(in: .whitespaces) + "…"
        #expect(run.out.contains("fediverse  \(name)  Mon 1 Dec"), "\(run.out)")
        #expect(try await Run(["queue", "--json"], daemon: try ScriptedDaemon(script)).out.contains(title))
    }

    @Test("a delivery whose post is gone is listed by the post's id")
    func queueOfForgotten() async throws {
        let gone = Bodies.delivery(7, title: "", state: "delivered")
        let daemon = try ScriptedDaemon(["GET /v1/deliveries?state=all&limit=50": [.page([gone])]])
        let run = try await Run(["queue", "--state", "all"], daemon: daemon)
        #expect(run.out.contains("7   delivered  fediverse  7k2m9qv4x1ab  "))
    }

    @Test("a preview in the browser removes the files of earlier ones, which no browser reads any more")
    func previewFiles() async throws {
        let (home, call) = (try TemporaryFolder(), "GET /v1/posts/x/preview")
        let daemon = try ScriptedDaemon([call: ["1", "2"].map { Reply(200, type: "text/html", Array($0.utf8)) }])
        _ = try home.write("#!/bin/sh\n", to: "xdg-open", isProgram: true)
        func show() async throws -> [String] {
            let run = try await Run(
                ["post", "preview", "x", "--open"], daemon: daemon, home: home, environment: ["PATH": home.path])
            #expect(run.status == 0)
            let folder = "\(home.path)/.local/state/galley/edits"
            return try FileManager.default.contentsOfDirectory(atPath: folder).map { "\(folder)/\($0)" }
        }
        let first = try #require(try await show().first)
        try FileManager.default.setAttributes([.modificationDate: Date(timeIntervalSinceNow: -90)], ofItemAtPath: first)
        let second = try await show()
        #expect(second.count == 1 && second != [first])
    }

    @Test("a preview shows the request, the count, the losses and the text")
    func preview() async throws {
        let daemon = try ScriptedDaemon([
            "GET /v1/posts/x/preview?target=fediverse": [
                .json(Bodies.preview("fediverse", count: 612, problem: "612 characters, and 500 fit."))
            ]
        ])
        let run = try await Run(["post", "preview", "x", "--target", "fediverse"], daemon: daemon)
        #expect(
            run.out == """
                fediverse (mastodon)
                Request  POST https://social.example/api/v1/statuses
                Address  https://social.example/@me/…
                Length   612 of 500, characters, links count 23
                Lost     The image has no place here.
                Refused  612 characters, and 500 fit.

                Harbour light


                """)
        let text = try await Run(["post", "preview", "x", "--target", "fediverse", "--text"], daemon: daemon)
        #expect(text.out == "Harbour light\n")
    }

    @Test("a preview can be requested for the targets of the next publication")
    func previewTogether() async throws {
        let blog = Bodies.preview("blog", kind: "wordpress")
        let daemon = try ScriptedDaemon([
            "GET /v1/posts/x/preview?target=blog&to=blog%2Cfediverse": [.json(blog)],
            "GET /v1/posts/x/preview?target=fediverse&to=blog%2Cfediverse": [.json(Bodies.preview("fediverse"))],
            "GET /v1/posts/x/preview?target=blog&to=blog": [.json(blog)],
        ])
        let both = try await Run(
            ["post", "preview", "x", "--to", "blog", "--to", "fediverse", "--to", "blog"], daemon: daemon)
        #expect(both.status == 0, "\(both.err)")
        #expect(
            both.out.split(separator: "\n").filter { $0.hasSuffix(")") } == [
                "blog (wordpress)", "fediverse (mastodon)",
            ])
        let one = try await Run(
            ["post", "preview", "x", "--to", "blog", "--to", "fediverse", "--target", "fediverse"], daemon: daemon)
        #expect(one.out.hasPrefix("fediverse (mastodon)\n"))
        #expect(
            try await Run(["post", "preview", "x", "--to", "blog", "--text"], daemon: daemon).out == "Harbour light\n")
        let many = try await Run(
            ["post", "preview", "x", "--to", "blog", "--to", "fediverse", "--text"], daemon: daemon)
        #expect(many.status == 64 && many.err.contains("--text needs one target"), "\(many.err)")
    }

    @Test("a preview shows what accompanies the text: the warning, the visibility, title and tags")
    func previewBesides() async throws {
        let note = #"{"language":"fr","spoiler_text":"Food","status":"Harbour light","visibility":"unlisted"}"#
        let post = #"{"categories":["Notes"],"content":"<p>A</p>","tags":["sea","light"],"title":"Harbour"}"#
        let daemon = try ScriptedDaemon([
            "GET /v1/posts/x/preview?target=fediverse": [.json(Bodies.preview("fediverse", body: note))],
            "GET /v1/posts/x/preview?target=blog": [.json(Bodies.preview("blog", kind: "wordpress", body: post))],
        ])
        let social = try await Run(["post", "preview", "x", "--target", "fediverse"], daemon: daemon)
        #expect(social.out.contains("\nBehind    Food\nSeen by   unlisted\nLanguage  fr\n"))
        let blog = try await Run(["post", "preview", "x", "--target", "blog"], daemon: daemon)
        #expect(blog.out.contains("\nTitle       Harbour\nTags        sea, light\nCategories  Notes\n"))
    }

    @Test("an edit's changes at a target are shown line by line, with a summary")
    func held() async throws {
        var preview = Bodies.preview("fediverse")
        preview.held = HeldCopyBody(
            address: "https://social.example/17", since: "2001-05-02T08:30:00+00:00", text: "Harbor light\n\nBoats",
            next: "Harbour light\n\nBoats", words: "Edits are sent.")
        let nowhere = Bodies.preview("blog")
        let daemon = try ScriptedDaemon([
            "GET /v1/posts/x/preview?target=fediverse": [.json(preview)],
            "GET /v1/posts/x/preview?target=blog": [.json(nowhere)],
        ])
        let run = try await Run(["post", "preview", "x", "--target", "fediverse", "--diff"], daemon: daemon)
        #expect(run.status == 0 && run.out.contains("Edits are sent.") && run.out.contains("social.example/17"))
        #expect(run.out.contains("-Harbor light\n+Harbour light\n"))
        let none = try await Run(["post", "preview", "x", "--target", "blog", "--diff"], daemon: daemon)
        #expect(none.out.contains("The post is not there yet."))
    }

    @Test("a diff shows changed lines with some context")
    func diff() async throws {
        var old = Bodies.post().draft
        old.title = "Harbor light"
        old.body = (1...9).map { "line \($0)\n" }.joined()
        let new = Bodies.post(body: (1...9).map { $0 == 8 ? "LINE 8\n" : "line \($0)\n" }.joined())
        let revision = RevisionBody(revision: 2, savedAt: "2001-05-02T08:30:00+00:00", draft: old)
        let daemon = try ScriptedDaemon([
            "GET /v1/posts/x": [.json(new)], "GET /v1/posts/x/revisions/2": [.json(revision)],
        ])
        let run = try await Run(["post", "diff", "x"], daemon: daemon)
        #expect(
            run.out
                == """
                --- revision 2
                +++ revision 3
                @@ -1,5 +1,5 @@
                 ---
                -title: Harbor light
                +title: Harbour light
                 tags: ["photography", "sea"]
                 date: 2031-12-01T09:00:00 Europe/Lisbon
                 language: en
                @@ -12,5 +12,5 @@
                 line 5
                 line 6
                 line 7
                -line 8
                +LINE 8
                 line 9

                """)
    }

    @Test("the doctor names each problem once, with the next command, and exits with 1")
    func doctor() async throws {
        let warnings = [
            Warning(
                .delivery, "“Harbour light” at blog is uncertain: The answer was lost.", next: "galley queue show 7"),
            Warning(
                .target, "The last check of “fedi” failed: The token was refused.", next: "galley target check fedi"),
            Warning(.pause, "“blog” is paused.", next: "galley queue resume blog"),
        ]
        let targets = [
            Bodies.target("blog", check: Bodies.well), Bodies.target("fedi", check: Bodies.unwell),
            Bodies.target("new"),
        ]
        let daemon = try ScriptedDaemon([
            "GET /v1/status": [.json(Bodies.status(deliveries: ["uncertain": 1], warnings: warnings))],
            "GET /v1/targets?limit=200": [.page(targets)],
            "GET /v1/repairs": [
                .page([
                    RepairBody(kind: "search-index", found: "It is wrong.", isNeeded: true),
                    RepairBody(kind: "dates", found: "They are right."),
                ])
            ],
            "GET /v1/settings?limit=200": [
                .page([SettingBody(name: "time_zone", value: "Europe/Berlin", source: "galley.toml")])
            ],
        ])
        let run = try await Run(["doctor"], daemon: daemon)
        #expect(
            run.out == """
                well   Daemon: galleyd 0.1.0 answers at \(daemon.socket).
                well   Store: /var/lib/galley/galley.db is healthy.
                well   Target blog: Mastodon 4.3 knows this token. (Wed 2 May 2001 09:30 WEST)
                wrong  Target fedi: The token was refused. (Wed 2 May 2001 09:30 WEST)
                       next: galley target check fedi
                look   Target new: It was never checked.
                       next: galley target check new
                wrong  Warning: “Harbour light” at blog is uncertain: The answer was lost.
                       next: galley queue show 7
                wrong  Warning: “blog” is paused.
                       next: galley queue resume blog
                look   Search: It is wrong.
                       next: galley doctor --repair
                well   Dates: They are right.
                well   Clock: The desk's time zone is Europe/Berlin; this terminal shows times in Europe/Lisbon.

                """)
        #expect(run.status == 1 && run.err == "")
    }

    @Test("the doctor lists each public post that its file calls private, once, and the command that unpublishes them")
    func doctorOfExposed() async throws {
        let posts = ["a", "b"].map { slug in
            ExposureBody(post: "7k2m9qv4x1a\(slug)", slug: slug, title: nil, path: "posts/\(slug).md", keys: ["status"])
        }
        let warning = Warning(.exposure, "2 posts are public although …", next: "galley unpublish --exposed")
        let published = PublishedBody(post: Bodies.post(state: "unpublished"), deliveries: [], notes: [])
        let daemon = try ScriptedDaemon([
            "GET /v1/status": [.json(Bodies.status(warnings: [warning]))],
            "GET /v1/targets?limit=200": [.page([Bodies.target("b")])],
            "GET /v1/exposures?limit=200": [.page(posts)], "GET /v1/settings?limit=200": [.page([SettingBody]())],
            "DELETE /v1/posts/7k2m9qv4x1aa/publication": [.json(published)],
            "DELETE /v1/posts/7k2m9qv4x1ab/publication": [.json(published)],
        ])
        let run = try await Run(["doctor"], daemon: daemon)
        for slug in ["a", "b"] {
            let line = "wrong  Post \(slug): It is public, and “status” in posts/\(slug).md calls it private.\n"
            #expect(run.out.contains(line), "\(run.out)")
        }
        #expect(run.out.contains("wrong  Imports: 2 posts are public") && run.status == 1)
        #expect(run.out.contains("       next: galley unpublish --exposed\n") && !run.out.contains("…"))
        let taken = try await Run(["unpublish", "--exposed"], daemon: daemon)
        #expect(taken.status == 0 && taken.out.split(separator: "\n").count == 2, "\(taken.out)\(taken.err)")
        #expect(Array(daemon.lines.suffix(2)) == posts.map { "DELETE /v1/posts/\($0.post)/publication" })
        let both = try await Run(["unpublish", "a", "--exposed"], daemon: daemon)
        let none = try await Run(["unpublish"], daemon: daemon)
        #expect(both.status == none.status && none.status != 0)
    }

    @Test("if the service may not write to a site's folder, the doctor prints the drop-in that permits it")
    func dropIn() async throws {
        var status = Bodies.status(
            warnings: [Warning(.folder, "/srv/my site cannot be written by the service.", next: "galley doctor")])
        status.closedFolders = ["/srv/my site"]
        let daemon = try ScriptedDaemon([
            "GET /v1/status": [.json(status)],
            "GET /v1/targets?limit=200": [.page([Bodies.target("blog", check: Bodies.well)])],
            "GET /v1/settings?limit=200": [
                .page([
                    SettingBody(name: "target.blog.folder", value: "/srv/my site", source: "galley.toml"),
                    SettingBody(name: "target.old.folder", value: "/srv/50%/o'ld", source: "galley.toml"),
                    SettingBody(name: "target.own.folder", value: "site", source: "galley.toml"),
                    SettingBody(name: "target.home.folder", value: "/home/ada/www", source: "galley.toml"),
                ])
            ],
        ])
        let run = try await Run(["doctor"], daemon: daemon)
        #expect(run.status == 1)
        #expect(
            run.out.contains(
                """
                wrong  Sites: /srv/my site cannot be written by the service.
                       next: make a folder for each, and let the unit write there
                         sudo install -d -o galley -g galley /home/ada/www
                         sudo install -d -o galley -g galley '/srv/50%/o'\\''ld'
                         sudo install -d -o galley -g galley '/srv/my site'
                         sudo mkdir -p /etc/systemd/system/galleyd.service.d
                         printf '%s\\n' '[Service]' ProtectHome=tmpfs BindPaths=/home/ada/www 'ReadWritePaths=/srv/50%%/o'\\''ld' \
                'ReadWritePaths="/srv/my site"' | sudo tee /etc/systemd/system/galleyd.service.d/sites.conf
                         sudo systemctl daemon-reload
                         sudo systemctl restart galleyd
                well   Queue: No delivery is stuck.
                """), "\(run.out)")
    }

    @Test("a reload prints the changes, or every invalid line")
    func reload() async throws {
        let changes = ReloadBody(
            settings: [], targetsAdded: ["hook"], targetsChanged: [], targetsRemoved: [], waiting: ["http.listen"],
            next: "systemctl --user restart galleyd")
        var problem = ProblemBody("settings-wrong", "The settings files cannot be used.", status: 422)
        problem.detail =
            "The settings files cannot be used.\n/etc/galley/galley.toml:3:1: No.\n/etc/galley/galley.toml:4:1: No."
        let daemon = try ScriptedDaemon(["POST /v1/reload": [.json(changes), .json(problem, status: 422)]])
        let good = try await Run(["reload"], daemon: daemon)
        #expect(
            good.out == """
                New targets: hook.
                These settings need a restart: http.listen. Next: systemctl --user restart galleyd

                """)
        let bad = try await Run(["reload"], daemon: daemon)
        #expect(bad.status == 78 && bad.out.isEmpty && bad.err.contains("\n/etc/galley/galley.toml:4:1: No."))
    }

    @Test("the doctor counts pages that keep their HTML, and calls that no fault")
    func keptPages() async throws {
        let found = "3 pages of “blog” were published by a version of Galley that did not store it."
        let daemon = try ScriptedDaemon([
            "GET /v1/status": [.json(Bodies.status())],
            "GET /v1/targets?limit=200": [.page([Bodies.target("blog", check: Bodies.well)])],
            "GET /v1/repairs": [.page([RepairBody(kind: "pages", found: found, isNeeded: true)])],
            "GET /v1/settings?limit=200": [.page([SettingBody]())],
        ])
        let run = try await Run(["doctor"], daemon: daemon)
        let next = "       next: edit those that matter, such as: galley post edit POST\n"
        #expect(run.status == 0 && run.out.contains("look   Pages: \(found)\n\(next)"), "\(run.out)")
    }

    @Test("a rebuild says how many pages have changed, a dry run how many would, and both what a reload brought")
    func rebuild() async throws {
        let blog = SiteRebuildBody(site: "blog", pages: 40, changed: 12, kept: 0)
        var reload = ReloadBody(
            settings: ["render.raw_html"], targetsAdded: [], targetsChanged: ["blog"], targetsRemoved: [], waiting: [])
        reload.unchangedCopies = ["sky"]
        let daemon = try ScriptedDaemon([
            "POST /v1/rebuild": [
                .json(RebuildBody(sites: [blog], isDryRun: true)),
                .json(RebuildBody(sites: [blog], isDryRun: false, reload: reload)),
                .json(RebuildBody(sites: [], isDryRun: false)),
            ]
        ])
        let dry = try await Run(["site", "rebuild", "blog", "--dry-run"], daemon: daemon)
        #expect(dry.out == "Site “blog”: 12 of 40 pages would change.\nNext: galley site rebuild\n", "\(dry.err)")
        let real = try await Run(["site", "rebuild", "blog"], daemon: daemon)
        #expect(
            real.out == """
                Changed targets: blog.
                Changed settings: render.raw_html.
                Copies that were sent to sky stay as they are.
                Site “blog”: 12 of 40 pages have changed.

                """, "\(real.err)")
        let none = try await Run(["site", "rebuild"], daemon: daemon)
        #expect(none.out == "There is no site.\n" && none.status == 0)
        #expect(daemon.requests.map(\.body).map { $0.contains(#""isDryRun":true"#) } == [true, false, false])
    }

    @Test("the doctor names pictures to add again, which it cannot repair", arguments: ["GET", "POST"])
    func badPictures(_ method: String) async throws {
        let found = "1 picture must be added again: media:3f2a (boats.jpg) in “Harbour” is damaged."
        let daemon = try ScriptedDaemon([
            "GET /v1/status": [.json(Bodies.status())],
            "GET /v1/targets?limit=200": [.page([Bodies.target("blog", check: Bodies.well)])],
            "\(method) /v1/repairs": [.page([RepairBody(kind: "pictures", found: found, isNeeded: true)])],
            "GET /v1/settings?limit=200": [.page([SettingBody]())],
        ])
        let run = try await Run(["doctor"] + (method == "POST" ? ["--repair"] : []), daemon: daemon)
        let next = "       next: galley media add FILE, with the original of each\n"
        #expect(run.status == 1 && run.out.contains("wrong  Picture files: \(found)\n\(next)"), "\(run.out)")
    }

    @Test("the doctor finds nothing to report on a healthy desk")
    func healthy() async throws {
        let daemon = try ScriptedDaemon([
            "GET /v1/status": [.json(Bodies.status())],
            "GET /v1/targets?limit=200": [.page([Bodies.target("blog", check: Bodies.well)])],
            "GET /v1/repairs": [.problem("scope-missing", "Only administrators may.", status: 403)],
            "GET /v1/settings?limit=200": [.page([SettingBody]())],
        ])
        let run = try await Run(["doctor", "--json"], daemon: daemon)
        #expect(run.status == 0 && run.out.split(separator: "\n").count == 4 && !run.out.contains("wrong"))
    }

    @Test("the doctor fixes what it may with the option, and says what it did")
    func repair() async throws {
        let daemon = try ScriptedDaemon([
            "GET /v1/status": [.json(Bodies.fullStatus())],
            "GET /v1/targets?limit=200": [.page([Bodies.target("blog", check: Bodies.well)])],
            "POST /v1/repairs": [
                .page([RepairBody(kind: "leftovers", found: "3 files.", isNeeded: true, done: "Removed.")])
            ],
            "GET /v1/settings?limit=200": [.page([SettingBody]())],
        ])
        let run = try await Run(["doctor", "--repair"], daemon: daemon)
        #expect(
            run.out == """
                well   Daemon: galleyd 0.1.0 answers at \(daemon.socket).
                wrong  Machine: The disk is full. Free some space.
                       next: df -h /var/lib/galley
                well   Store: /var/lib/galley/galley.db is healthy.
                well   Disk: 34.0 GB are free.
                look   Backup: The newest that was checked is of Wed 2 May 2001 09:30 WEST.
                       next: galley backup FILE
                well   Target blog: Mastodon 4.3 knows this token. (Wed 2 May 2001 09:30 WEST)
                wrong  Warning: “Harbour light” at fediverse is uncertain: The answer was lost.
                       next: galley queue show 12
                done   Files: 3 files. Removed.

                """)
        #expect(run.status == 1)
    }

    @Test("JSON on a terminal has no control characters, and a picture's bytes do not go there")
    func terminal() async throws {
        let page = try Reply.page([Bodies.delivery(1, target: "b\u{9B}31mlog")])
        let daemon = try ScriptedDaemon(["GET /v1/deliveries?state=open&limit=50": [page]])
        let shown = try await Run(daemon: daemon, shell: #"script -qec "$galley queue list --json" /dev/null"#)
        #expect(shown.out.contains("b\u{FFFD}31mlog") && shown.status == 0, "\(shown.out)")
        let piped = try await Run(["queue", "list", "--json"], daemon: daemon)
        #expect(piped.out.contains("b\u{9B}31mlog"), "\(piped.out)")
        let bytes = try await Run(daemon: daemon, shell: #"script -qec "$galley media show 3f --file" /dev/null"#)
        #expect(bytes.status == 64 && bytes.out.contains("Write them to a file"), "\(bytes.out)")
    }

    @Test("a test notification reports the result of each means, and exits with 1 if one failed")
    func notify() async throws {
        func body(_ means: String, _ outcome: String, _ reason: String? = nil) -> NotificationBody {
            NotificationBody(
                id: 1, at: "2001-05-02T08:30:00+00:00", means: means, delivery: nil, about: "A test.",
                outcome: outcome, endedAt: "2001-05-02T08:30:00+00:00", tries: 1, nextAt: nil, reason: reason)
        }
        let items = [body("command", "told"), body("webhook", "failed", "The webhook answered 500.")]
        let daemon = try ScriptedDaemon([
            "POST /v1/notifications/trial": [.page(items)], "GET /v1/notifications?limit=50": [.page(items)],
        ])
        let trial = try await Run(["notify", "test"], daemon: daemon)
        #expect(trial.out == "command: told\nwebhook: not told\n  The webhook answered 500.\n" && trial.status == 1)
        let list = try await Run(["notify"], daemon: daemon)
        #expect(list.out.contains("failed   A test. The webhook answered 500.") && list.status == 0)
    }

    @Test("for one target all open deliveries are listed, up to the limit")
    func ofOneTarget() async throws {
        let page = (1...3).map { Bodies.delivery($0, target: "blog") }
        let daemon = try ScriptedDaemon([
            "GET /v1/deliveries?state=open&target=blog&limit=3": [.page(page, cursor: "c")]
        ])
        let run = try await Run(["queue", "list", "--target", "blog", "--limit", "3", "--json"], daemon: daemon)
        let ids = try run.out.split(separator: "\n").map {
            try JSONCoding.decode(DeliveryBody.self, from: Array($0.utf8)).id
        }
        #expect(ids == [1, 2, 3] && run.status == 0)
    }

    @Test("an empty list prints a remark, not a result")
    func empty() async throws {
        let daemon = try ScriptedDaemon(["GET /v1/deliveries?state=open&limit=50": [.page([DeliveryBody]())]])
        let run = try await Run(["queue"], daemon: daemon)
        #expect(run.out == "" && run.status == 0)
        #expect(
            run.err
                == "No delivery is open. `galley queue --state failed` lists the failed ones, `--state all` all.\n"
        )
    }

    @Test("a slow target is polled again later")
    func slowCheck() async throws {
        let accepted = Reply(raw: "HTTP/1.1 202 Accepted\r\nContent-Length: 0\r\n\r\n")
        let daemon = try ScriptedDaemon(["POST /v1/targets/fedi/check": [accepted]])
        let run = try await Run(["target", "check", "fedi"], daemon: daemon)
        #expect(run.status == 75 && run.err.hasPrefix("galley: “fedi” has not answered yet."))
    }

    @Test("a failed check exits with 1 and says so")
    func targetCheck() async throws {
        let daemon = try ScriptedDaemon(["POST /v1/targets/fedi/check": [.json(Bodies.unwell)]])
        let run = try await Run(["target", "check", "fedi"], daemon: daemon)
        #expect(run.out == "fedi: failed\n  The token was refused.\n  Make a new one.\n")
        #expect(run.status == 1)
    }
}
