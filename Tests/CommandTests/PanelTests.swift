import Foundation
import JSONTree
import Testing
import Wire

/// Panels from the terminal: the daemon's messages, and the next command to type.
@Suite("Arranging with galley", .serialized, .timeLimit(.minutes(10)))
struct PanelTests {
    @Test("a refusal is quoted in the engine's words, followed by the accepted alternative as the next command")
    func refused() async throws {
        var problem = ProblemBody("panel-refused", "The panels did not change.", status: 409)
        problem.detail = "The left side is full."
        problem.alternative = CommandDocument(
            .object(["command": .text("pin"), "panel": .text("date"), "side": .text("right"), "index": .number(0)]))
        let reply = Reply(409, type: ProblemBody.contentType, try JSONCoding.encode(problem))
        let daemon = try ScriptedDaemon([
            "POST /v1/windows/desk/commands": [reply], "POST /v1/windows/w-1/commands": [reply],
        ])
        let run = try await Run(["panel", "pin", "date", "left"], daemon: daemon)
        #expect(run.err == "galley: The left side is full. Next: galley panel pin date right --index 0\n")
        #expect(run.status == 1 && run.out == "")
        let there = try await Run(["panel", "pin", "date", "left", "--window", "w-1"], daemon: daemon)
        #expect(there.err.hasSuffix("Next: galley panel pin date right --index 0 --window w-1\n"))
    }

    @Test(
        "the suggested command can be typed unchanged",
        arguments: [
            (#"{"command":"load","name":"my desk"}"#, "load 'my desk'"),
            (#"{"command":"saveAs","name":"it's"}"#, #"save 'it'\''s'"#),
            (#"{"command":"takeOut","panel":"date"}"#, "do takeOut date"),
            (#"{"command":"flip","panel":"date"}"#, "do flip date"),
            (#"{"command":"collapseSide","side":"right"}"#, "do collapseSide side=right"),
            (#"{"command":"expandSide","side":"right"}"#, "do expandSide side=right"),
            (#"{"command":"popOut","panel":"date"}"#, "do popOut date"),
            (#"{"command":"stack","panel":"date","with":"tags","alone":true}"#, "do stack date alone=true with=tags"),
            (
                #"{"command":"unstack","panel":"date","side":"left","index":0}"#,
                "do unstack date index=0 side=left"
            ),
            (#"{"command":"tab","panel":"date","index":1}"#, "do tab date index=1"),
            (
                #"{"command":"float","panel":"date","frame":{"x":1,"y":2.5,"width":300,"height":200}}"#,
                "float date --frame 1,2.5,300,200"
            ),
            (#"{"command":"move","panel":"date","dx":-40,"dy":0}"#, "move date --dx -40 --dy 0"),
            (#"{"command":"move","panel":"date","direction":"up"}"#, "move date up"),
            (#"{"command":"resize","panel":"date","width":280,"edge":"left"}"#, "resize date --width 280 --edge left"),
            (#"{"command":"thickness","side":"right","value":420}"#, "do thickness side=right value=420"),
            (#"{"command":"share","panel":"date","value":500}"#, "do share date value=500"),
            (#"{"command":"reset","scope":"class"}"#, "reset --class"),
            (#"{"command":"reset","panel":"date","scope":"panel"}"#, "reset date"),
            (#"{"command":"closeAllPinned"}"#, "do closeAllPinned"),
            (#"{"command":"sheet","panel":"date","edge":"bottom"}"#, "do sheet date edge=bottom"),
            (
                #"{"command":"sheet","panel":"date","edge":"left","state":"tip","isModal":true}"#,
                "do sheet date edge=left isModal=true state=tip"
            ),
            (#"{"command":"detent","panel":"date","state":"full"}"#, "do detent date state=full"),
        ])
    func nextLines(body: String, line: String) async throws {
        var problem = ProblemBody("panel-refused", "No.", status: 409)
        problem.alternative = try JSONCoding.decode(CommandDocument.self, from: Array(body.utf8))
        let daemon = try ScriptedDaemon([
            "POST /v1/windows/desk/commands": [
                Reply(409, type: ProblemBody.contentType, try JSONCoding.encode(problem)),
                .json(Bodies.arranged("Done.")),
            ]
        ])
        let run = try await Run(["panel", "undo"], daemon: daemon)
        #expect(run.err == "galley: No. Next: galley panel \(line)\n")
        // The suggestion is parsed, and yields the same command.
        let again = try await Run(daemon: daemon, shell: #""$galley" panel "# + line)
        #expect(again.status == 0, "\(again.err)")
        let sent = try JSONCoding.decode(CommandDocument.self, from: Array((daemon.requests.last?.body ?? "").utf8))
        #expect(sent == problem.alternative)
    }

    @Test(
        "every command of the list is one request",
        arguments: [
            ("open queue", #"{"command":"open","panel":"queue"}"#),
            ("close queue", #"{"command":"close","panel":"queue"}"#),
            ("do raise queue", #"{"command":"raise","panel":"queue"}"#),
            ("collapse queue", #"{"command":"collapse","panel":"queue"}"#),
            ("collapse date --alone", #"{"alone":true,"command":"collapse","panel":"date"}"#),
            ("restore queue", #"{"command":"restore","panel":"queue"}"#),
            ("do take-out queue", #"{"command":"takeOut","panel":"queue"}"#),
            ("float date", #"{"command":"float","panel":"date"}"#),
            (
                "do sheet queue edge=bottom state=half",
                #"{"command":"sheet","edge":"bottom","panel":"queue","state":"half"}"#
            ),
            ("do detent queue state=less", #"{"command":"detent","panel":"queue","state":"less"}"#),
            ("pin date right", #"{"command":"pin","panel":"date","side":"right"}"#),
            ("resize date --dw -40 --edge left", #"{"command":"resize","dh":0,"dw":-40,"edge":"left","panel":"date"}"#),
            ("do thickness side=top", #"{"command":"thickness","side":"top"}"#),
            ("do nextPanel", #"{"command":"nextPanel"}"#),
            ("do previous-panel date", #"{"command":"previousPanel","panel":"date"}"#),
            ("do flip date", #"{"command":"flip","panel":"date"}"#), ("do flip", #"{"command":"flip"}"#),
            ("do flip date far=2 on=true", #"{"command":"flip","far":2,"on":true,"panel":"date"}"#),
            (
                "do popover queue frame=1200,0,90,28",
                #"{"command":"popover","frame":{"height":28,"width":90,"x":1200,"y":0},"panel":"queue"}"#
            ), ("do lock", #"{"command":"lock"}"#), ("do lock side=right", #"{"command":"lock","side":"right"}"#),
            ("do close-all-floating", #"{"command":"closeAllFloating"}"#), ("undo", #"{"command":"undo"}"#),
            ("redo", #"{"command":"redo"}"#), ("reset", #"{"command":"reset","scope":"all"}"#),
            ("save writing", #"{"command":"saveAs","name":"writing"}"#),
            ("load writing", #"{"command":"load","name":"writing"}"#), ("do detach", #"{"command":"detach"}"#),
            ("do attach", #"{"command":"attach"}"#), ("do useEverywhere", #"{"command":"useEverywhere"}"#),
        ])
    func commands(line: String, body: String) async throws {
        let daemon = try ScriptedDaemon(["POST /v1/windows/desk/commands": [.json(Bodies.arranged("Done."))]])
        let run = try await Run(["panel"] + line.split(separator: " ").map(String.init), daemon: daemon)
        #expect(run.out == "Done.\n" && run.err == "" && run.status == 0)
        #expect(daemon.requests.map(\.body) == [body])
    }

    @Test(
        "invalid input is refused before any request",
        arguments: [
            "float date --frame 1,2,3", "float date --frame 1,2,3,nan", "move date", "move date up --dx 1",
            "resize date", "resize date --width 1 --dw 1", "do share date value=inf", "reset date --class", "pin date",
            "do thickness side=top value=1e9", "do stack date with=tags with=title", "do stack date far=1",
            "do detach date", "do sheet date isModal=perhaps", "do unstack date frame=1,2,3",
            "stack date tags --alone", "flip", "raise", "next", "close-all --pinned",
        ])
    func misuse(line: String) async throws {
        let daemon = try ScriptedDaemon([:])
        let run = try await Run(["panel"] + line.split(separator: " ").map(String.init), daemon: daemon)
        #expect(run.status == 64 && run.out == "" && daemon.requests.isEmpty, "\(run.err)")
    }

    @Test("a command of “do” used without “do” is refused with its spelling, and the help lists it")
    func fields() async throws {
        let daemon = try ScriptedDaemon([:])
        let old = try await Run(["panel", "stack", "date", "tags", "--alone"], daemon: daemon)
        let line = "galley panel do stack PANEL with=PANEL [alone=true|false]"
        #expect(old.err.contains("“stack” is a command of “do”. Run: \(line)"))
        let wrong = try await Run(["panel", "do", "pin", "date", "sied=left"], daemon: daemon)
        #expect(wrong.err.contains("“pin” has no field “sied”. Run: galley panel do pin PANEL side="))
        #expect(!wrong.err.contains("Usage: galley <subcommand>"))
        let help = try await Run(["panel", "do", "--help"])
        for line in ["stack PANEL with=PANEL", "detent PANEL", "zen", "useEverywhere", "popover [PANEL]"] {
            #expect(help.out.contains("\n  \(line)"), "\(line)")
        }
    }

    @Test("a change that another window's change preceded is carried out, and the command says so")
    func conflict() async throws {
        let done = Bodies.arranged("Date closed.", conflict: "Date was also changed elsewhere.")
        let daemon = try ScriptedDaemon(["POST /v1/windows/desk/commands": [.json(done)]])
        let run = try await Run(["panel", "close", "date"], daemon: daemon)
        #expect(run.out == "Date closed.\n" && run.err == "Date was also changed elsewhere.\n" && run.status == 0)
        let json = try await Run(["panel", "close", "date", "--json"], daemon: daemon)
        #expect(try JSONCoding.decode(ArrangedBody.self, from: Array(json.out.utf8)) == done && json.err == "")
    }

    @Test("panels are listed with their places and reasons, followed by the saved arrangements")
    func list() async throws {
        let daemon = try ScriptedDaemon(["GET /v1/windows/desk": [.json(Bodies.window())]])
        let run = try await Run(["panel"], daemon: daemon)
        #expect(
            run.out == """
                PANEL  PLACE       SIZE     NOTE
                title  pinned top  866×150
                date   floating    400×300
                tags   in Meta              There is no room for it.
                queue  closed

                Window  1366×1024, wide
                Shows   desk
                Saved   my desk, writing

                """)
        #expect(run.err == "The Date panel's place could not be read. It is at its default.\n" && run.status == 0)
        let json = try await Run(["panel", "list", "--json"], daemon: daemon)
        #expect(json.out.split(separator: "\n").count == 4 && json.err == "")
    }

    @Test("frames are drawn as the daemon draws them, and printed as numbers")
    func frames() async throws {
        let drawn = Reply(200, type: "text/plain; charset=utf-8", Array("┌──┐\n│\u{1B}│\n└──┘\n".utf8))
        let daemon = try ScriptedDaemon([
            "GET /v1/windows/desk/simulation?columns=80&height=1180&width=820": [drawn],
            "GET /v1/windows/w-1/simulation?columns=80": [drawn],
            "GET /v1/windows/desk/simulation?width=820.5": [.json(Bodies.window())],
        ])
        let run = try await Run(["panel", "frames", "--width", "820", "--height", "1180"], daemon: daemon)
        #expect(run.out == "┌──┐\n│\u{FFFD}│\n└──┘\n" && run.status == 0)
        #expect(daemon.requests.first?.headers["accept"] == "text/plain")
        #expect(try await Run(["panel", "frames", "--window", "w-1"], daemon: daemon).status == 0)
        let json = try await Run(["panel", "frames", "--width", "820.5", "--json"], daemon: daemon)
        #expect(try JSONCoding.decode(WindowBody.self, from: Array(json.out.utf8)) == Bodies.window())
    }

    @Test("a saved arrangement is deleted by its name, whatever its content")
    func delete() async throws {
        let daemon = try ScriptedDaemon(["DELETE /v1/arrangements/my%20desk": [.done]])
        let run = try await Run(["panel", "delete", "my desk"], daemon: daemon)
        #expect(run.out == "The arrangement “my desk” is deleted.\n" && run.status == 0)
    }

    @Test("windows are listed, the most recently seen last first; without any, the command says how to open one")
    func windows() async throws {
        let own = Bodies.window(
            id: "w-7k2m9qv4x1ab", label: "Chromium", follows: nil, seenAt: "2001-05-02T08:30:00+00:00")
        let daemon = try ScriptedDaemon(["GET /v1/windows?limit=200": [.page([own]), .page([] as [WindowBody])]])
        let run = try await Run(["window"], daemon: daemon)
        #expect(
            run.out == """
                WINDOW          LABEL     SIZE       CLASS  SHOWS    SEEN
                w-7k2m9qv4x1ab  Chromium  1366×1024  wide   its own  Wed 2 May 2001 09:30 WEST

                """)
        let none = try await Run(["window", "list"], daemon: daemon)
        #expect(none.out == "" && none.err.contains("galley open") && none.status == 0)
    }
}
