import Foundation
import TestSupport
import Testing
import Wire

/// The media commands: what they send and print, and that only unused pictures are removed.
@Suite("Pictures with galley", .timeLimit(.minutes(10)))
struct MediaTests {
    private func picture(
        _ id: String, alt: String = "Boats", at: String = "2001-05-01T08:00:00+00:00", uses: [MediaUseBody] = [],
        isUnused: Bool = false
    ) -> MediaBody {
        MediaBody(
            id: id, address: "media:\(id)", revision: 2, name: "\(id).jpg", type: "image/jpeg", bytes: 120_000,
            width: 640,
            height: 480, isAnimated: false, alt: alt, focus: nil, createdAt: at, uses: uses, isUnused: isUnused)
    }

    @Test("a picture is sent unchanged, and the Markdown for the post is printed")
    func add() async throws {
        let home = try TemporaryFolder()
        try home.write("a picture", to: "harbour light.jpg")
        let daemon = try ScriptedDaemon([
            "POST /v1/media?alt=Boats%20%5B2%5D&focus=0.2%2C-0.5&name=harbour%20light.jpg": [
                .json(picture("3f2a", alt: "Boats [2]"), status: 201)
            ],
            "POST /v1/media": [.json(picture("77aa", alt: ""), status: 201)],
        ])
        let arguments = ["media", "add", "harbour light.jpg", "--alt", "Boats [2]", "--focus", "0.2,-0.5"]
        let run = try await Run(arguments, daemon: daemon, home: home)
        #expect(
            run.out == "![Boats \\[2\\]](media:3f2a)\n" && run.err == "" && run.status == 0, "\(daemon.lines)\(run.err)"
        )
        #expect(daemon.requests.first?.body == "a picture")
        let unnamed = try await Run(["media", "add", "-"], daemon: daemon, input: "another")
        #expect(unnamed.out == "![](media:77aa)\n")
        #expect(unnamed.err == "It has no alternative text yet: galley media set 77aa --alt \"…\"\n")
    }

    @Test("a description survives the way through Markdown")
    func markedWords() async throws {
        let said = "<x> & *one*\n\n_two_ `three` &amp; ![\\"
        let daemon = try ScriptedDaemon(["POST /v1/media": [.json(picture("3f2a", alt: said), status: 201)]])
        let run = try await Run(["media", "add", "-"], daemon: daemon, input: "one")
        #expect(run.out == #"![\<x\> \& \*one\* \_two\_ \`three\` \&amp; \!\[\\](media:3f2a)"# + "\n")
    }

    @Test("a picture that the daemon already has keeps its description, and the command says so")
    func keepsWords() async throws {
        let home = try TemporaryFolder()
        try home.write("a picture", to: "a.jpg")
        let daemon = try ScriptedDaemon(["POST /v1/media?alt=Ships&name=a.jpg": [.json(picture("3f2a"), status: 200)]])
        let run = try await Run(["media", "add", "a.jpg", "--alt", "Ships"], daemon: daemon, home: home)
        #expect(run.out == "![Boats](media:3f2a)\n" && run.err.contains("It was already here"), "\(run.err)")
        #expect(run.err.contains("galley media set 3f2a --alt"))
    }

    @Test(
        "white space alone makes no other description",
        arguments: [
            ("two\nlines", "two%0Alines"), ("two  lines", "two%20%20lines"), (" two lines ", "%20two%20lines%20"),
        ])
    func normalisesWords(alt: String, sent: String) async throws {
        let stored = try Reply.json(picture("3f2a", alt: "two lines"), status: 201)
        let daemon = try ScriptedDaemon(["POST /v1/media?alt=\(sent)": [stored]])
        let run = try await Run(["media", "add", "-", "--alt", alt], daemon: daemon, input: "one")
        #expect(run.out == "![two lines](media:3f2a)\n" && run.err.isEmpty, "\(run.err)")
    }

    @Test("if nothing can be removed, the reasons cover only the requested pictures")
    func prunesNothing() async throws {
        let daemon = try ScriptedDaemon(["GET /v1/media?limit=200": [.page([picture("3f2a")])]])
        let all = try await Run(["media", "prune", "--recent"], daemon: daemon)
        #expect(all.err == "Every picture is in use.\n" && all.status == 0)
        #expect(try await Run(["media", "prune"], daemon: daemon).err.contains("or was added within the last day"))
    }

    @Test("an unreadable or too large file is refused before anything is sent")
    func refuses() async throws {
        let daemon = try ScriptedDaemon([:])
        let missing = try await Run(["media", "add", "gone.jpg"], daemon: daemon)
        #expect(missing.status == 64 && missing.err.contains("“gone.jpg” cannot be read: No such file or directory."))
        let large = try await Run(daemon: daemon, shell: "head -c 64000001 /dev/zero | $galley media add -")
        #expect(large.status == 1 && large.err.contains("has more than 64 MB"), "\(large.err)")
        #expect(daemon.lines.isEmpty)
    }

    @Test("the pictures are listed with their descriptions and uses")
    func list() async throws {
        let use = MediaUseBody(id: "1", slug: "harbour", title: "Harbour", isPresent: true)
        let old = MediaUseBody(id: "2", slug: "before", title: "Before", isPresent: false)
        let pictures = [picture("3f2a", uses: [use, old]), picture("77aa", alt: "", isUnused: true)]
        let daemon = try ScriptedDaemon(["GET /v1/media?limit=50": [.page(pictures)]])
        let run = try await Run(["media", "list"], daemon: daemon)
        let lines = run.out.split(separator: "\n").map { $0.split(separator: " ", omittingEmptySubsequences: true) }
        #expect(lines.count == 3 && run.status == 0)
        #expect(
            lines[1].joined(separator: " ")
                == "3f2a 640 × 480 120 KB 3f2a.jpg Boats harbour, before (an older revision)")
        #expect(lines[2].joined(separator: " ") == "77aa 640 × 480 120 KB 77aa.jpg (no alternative text) nothing")
    }

    @Test("a description is saved on the revision that was read")
    func set() async throws {
        let daemon = try ScriptedDaemon([
            "GET /v1/media/3f": [.json(picture("3f2a"))],
            "PUT /v1/media/3f2a": [.json(picture("3f2a", alt: "Low tide"))],
        ])
        let run = try await Run(["media", "set", "3f", "--alt", "Low tide"], daemon: daemon)
        #expect(run.status == 0 && run.out.contains("Low tide"), "\(run.err)")
        #expect(
            daemon.requests.last?.headers["if-match"] == "\"2\"" && daemon.requests.last?.body == #"{"alt":"Low tide"}"#
        )
        for focus in ["left", "0.2,x,0.5", "0.2,", "nan,0"] {
            let misused = try await Run(["media", "set", "3f", "--focus", focus], daemon: daemon)
            #expect(misused.status == 64 && misused.err.contains("The focus is two numbers"), "\(focus)")
        }
    }

    @Test("only pictures that are unused and older than a day are removed, and a dry run removes nothing")
    func prune() async throws {
        let pictures = [
            picture("3f2a"), picture("77aa", isUnused: true),
            picture("88bb", at: "2999-01-01T00:00:00Z", isUnused: true),
        ]
        let daemon = try ScriptedDaemon([
            "GET /v1/media?limit=200": [.page(pictures)], "DELETE /v1/media/77aa": [.done],
            "DELETE /v1/media/88bb": [.done],
        ])
        let trial = try await Run(["media", "prune", "--dry-run"], daemon: daemon)
        #expect(trial.err == "1 picture would be removed.\n" && daemon.lines.count == 1)
        let run = try await Run(["media", "prune"], daemon: daemon)
        #expect(run.err == "1 picture removed.\n" && daemon.lines.suffix(1) == ["DELETE /v1/media/77aa"], "\(run.err)")
        let all = try await Run(["media", "prune", "--recent"], daemon: daemon)
        #expect(all.err == "2 pictures removed.\n" && daemon.lines.last == "DELETE /v1/media/88bb")
    }
}
