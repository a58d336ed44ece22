import Foundation
import JSONTree
import PostStore
import Testing
import Wire

@Suite("Windows are drawn and arranged over HTTP", .timeLimit(.minutes(10)))
struct WindowRouteTests {
    @Test("an impossible window is refused with the field at fault")
    func badWindows() async throws {
        try await House.open { house in
            let all = [
                (#"{"width":0,"height":10}"#, "width"), (#"{"width":1366,"height":-1}"#, "height"),
                (#"{"width":1e300,"height":10}"#, "width"), (#"{"width":100001,"height":10}"#, "width"),
                (#"{"height":10}"#, "width"), (#"{"width":"wide","height":10}"#, "width"),
                (#"{"width":10,"height":10,"insets":{"top":-1}}"#, "insets.top"),
                (#"{"width":10,"height":10,"insets":{"left":1e9}}"#, "insets.left"),
                (#"{"width":10,"height":10,"label":"a\u0000b"}"#, "label"),
            ]
            for (body, field) in all {
                let answer = try await house.web.json("POST", "/v1/windows", body)
                #expect(try answer.status == 422 && house.problem(answer).field == field, "\(answer.text)")
                #expect(try await house.web.send("GET", "/v1/windows").json(PageBody<WindowBody>.self).items.isEmpty)
            }
        }
    }

    @Test("a window is registered, resized, listed and removed, and contains everything that the page draws")
    func life() async throws {
        try await House.open { house in
            let made = try await house.web.json(
                "POST", "/v1/windows", #"{"label":"Chromium","width":1366,"height":1024,"insets":{"top":40}}"#)
            let window = try made.json(WindowBody.self)
            #expect(made.status == 201 && made.header("Location") == "/v1/windows/\(window.id)")
            #expect(window.follows == "desk" && window.arrangement == "desk" && window.class == "wide")
            #expect(window.panels.map(\.id).prefix(3) == ["title", "date", "tags"])
            let date = try #require(window.panels.first { $0.id == "date" })
            #expect(date.place == "pinned" && date.side == "right" && date.index == 0 && date.frame != nil)
            #expect(window.separators.contains { $0.id == "right" && $0.orientation == "vertical" })
            #expect(window.names == ["desk"] && !window.canUndo && !window.canRedo && window.diagnostics.isEmpty)
            #expect(window.offers?.map(\.word) == ["closeAllPinned"])
            #expect(window.offers?.first?.document["says"] == .text("Close all pinned panels"))
            #expect(made.text.contains(#""reason":null"#) && made.text.contains(#""seenAt":"#))
            let path = "/v1/windows/\(window.id)"
            let narrow = try await house.web.json("PUT", path, #"{"width":390,"height":844}"#).json(WindowBody.self)
            #expect(narrow.class == "compact" && narrow.revision == window.revision)
            #expect(narrow.panels.allSatisfy { $0.frame == nil } && narrow.insets.top == 0)
            let all = try await house.web.send("GET", "/v1/windows").json(PageBody<WindowBody>.self).items
            #expect(all == [narrow])
            #expect(try await house.web.send("DELETE", path).status == 204)
            #expect(try await house.web.send("GET", path).status == 404)
        }
    }

    @Test("another user's window returns 404 for every request")
    func foreign() async throws {
        try await House.open { house in
            let window = try await house.window()
            let bo = try await house.other(named: "bo")
            let path = "/v1/windows/\(window.id)"
            let answers = [
                try await bo.send("GET", path), try await bo.send("GET", path + "/simulation?width=800"),
                try await bo.json("PUT", path, #"{"width":10,"height":10}"#),
                try await bo.json("POST", path + "/commands", #"{"command":"close","panel":"tags"}"#),
                try await bo.json(
                    "PUT", path + "/drag", #"{"kind":"move","panel":"date","pointer":{"x":1000,"y":10}}"#),
                try await bo.send("DELETE", path),
            ]
            for answer in answers {
                #expect(try answer.status == 404 && house.problem(answer).word == "no-such-window", "\(answer.text)")
            }
            #expect(try await house.web.send("GET", path).status == 200)
            #expect(try await bo.send("GET", "/v1/windows").json(PageBody<WindowBody>.self).items.isEmpty)
            #expect(try await house.stranger.send("GET", path).status == 401)
        }
    }

    @Test("an invalid command is refused with the field at fault")
    func badCommands() async throws {
        try await House.open { house in
            let all = [
                ("{}", "command"), ("[]", "command"), (#"{"command":"explode"}"#, "command"),
                (#"{"command":7}"#, "command"), (#"{"command":"pin","panel":"date"}"#, "side"),
                (#"{"command":"pin","panel":"date","side":"middle"}"#, "side"), (#"{"command":"open"}"#, "panel"),
                (#"{"command":"float","panel":"date","frame":{"x":1}}"#, "frame"),
                (#"{"command":"undo","revision":0}"#, "revision"), (#"{"command":"undo","revision":1.5}"#, "revision"),
                (#"{"command":"undo","revision":1e300}"#, "revision"), (#"{"command":"saveAs","name":"a/b"}"#, "name"),
                (#"{"command":"saveAs","name":""}"#, "name"),
            ]
            for (body, field) in all {
                let answer = try await house.web.json("POST", "/v1/windows/desk/commands", body)
                #expect(try answer.status == 422 && house.problem(answer).field == field, "\(answer.text)")
            }
        }
    }

    @Test("a command for an outdated revision of the panels is refused, and changes nothing")
    func staleCommands() async throws {
        try await House.open { house in
            let window = try await house.window()
            let path = "/v1/windows/\(window.id)/commands"
            func send(_ body: String, ifMatch tag: String) async throws -> Caller.Answer {
                try await house.web.json("POST", path, body, headers: ["If-Match": tag])
            }
            let close = #"{"command":"close","panel":"tags"}"#
            #expect(try await send(close, ifMatch: "\"\(window.revision)\"").status == 200)
            let late = try await send(#"{"command":"close","panel":"date"}"#, ifMatch: "\"\(window.revision)\"")
            let problem = try house.problem(late)
            #expect(late.status == 412 && problem.word == "stale" && problem.revision == 2)
            #expect(late.header("ETag") == "\"2\"")
            #expect(try await house.place(of: "date", in: window.id) == "pinned")
            #expect(try await send(#"{"command":"close","panel":"date"}"#, ifMatch: "\"2\"").status == 200)
            #expect(try await send(close, ifMatch: "2").status == 400)
        }
    }

    @Test("a command answers with the resulting window; a refusal with its reason and its alternative")
    func commands() async throws {
        try await House.open { house in
            let window = try await house.window()
            let done = try await house.command(#"{"command":"close","panel":"tags"}"#, in: window.id)
            let arranged = try done.json(ArrangedBody.self)
            #expect(arranged.applied && arranged.revision == 2 && arranged.window.revision == 2)
            #expect(arranged.announcement.contains("Tags") && arranged.panel == "tags" && arranged.conflict == nil)
            #expect(arranged.window.panels.first { $0.id == "tags" }?.place == "closed" && arranged.window.canUndo)
            let refused = try await house.command(
                #"{"command":"pin","panel":"date","side":"left"}"#, in: window.id)
            let problem = try house.problem(refused)
            #expect(refused.status == 409 && problem.type == "urn:galley:problem:panel-refused")
            #expect(problem.detail?.isEmpty == false && problem.words == problem.detail)
            let alternative = try #require(problem.alternative)
            let again = try await house.command(
                String(decoding: try JSONCoding.encode(alternative), as: UTF8.self), in: window.id)
            #expect(again.status == 200, "\(again.text)")
            #expect(try await house.command(#"{"command":"undo"}"#, in: window.id).status == 200)
        }
    }

    @Test("a window may have its own arrangement, and others follow the desk")
    func following() async throws {
        try await House.open { house in
            let (one, two) = (try await house.window(), try await house.window())
            let own = try await house.command(#"{"command":"detach"}"#, in: one.id).json(ArrangedBody.self).window
            #expect(own.follows == nil && own.arrangement == "own")
            _ = try await house.command(#"{"command":"close","panel":"date"}"#, in: one.id)
            #expect(try await house.place(of: "date", in: two.id) == "pinned")
            let all = try await house.command(#"{"command":"useEverywhere"}"#, in: one.id).json(ArrangedBody.self)
            #expect(all.window.follows == "desk")
            #expect(try await house.place(of: "date", in: two.id) == "closed")
            let nobody = try await house.command(#"{"command":"detach"}"#, in: "desk")
            #expect(nobody.status == 409)
        }
    }

    @Test("without a window the desk is arranged, at the size of the window seen last")
    func service() async throws {
        try await House.open { house in
            let usual = try await house.local.send("GET", "/v1/windows/desk").json(WindowBody.self)
            #expect(usual.id == "desk" && usual.width == 1366 && usual.height == 1024 && usual.seenAt == nil)
            let window = try await house.window(820, 1180)
            #expect(try await house.local.send("GET", "/v1/windows/desk").json(WindowBody.self).class == "medium")
            _ = try await house.command(#"{"command":"close","panel":"title"}"#, in: "desk", by: house.local)
            #expect(try await house.place(of: "title", in: window.id) == "closed")
            #expect(try await house.local.json("PUT", "/v1/windows/desk", #"{"width":9,"height":9}"#).status == 404)
            let made = try await house.local.json("POST", "/v1/windows", #"{"width":900,"height":700}"#)
            let path = "/v1/windows/\(try made.json(WindowBody.self).id)"
            for path in ["/v1/windows", path] {
                let method = path == "/v1/windows" ? "POST" : "PUT"
                let wrong = try await house.local.json(method, path, #"{"width":900,"height":700,"label":"a\u000fb"}"#)
                #expect(wrong.status == 422 && wrong.text.contains("label"), "\(method)")
            }
            #expect(try await house.local.send("DELETE", "/v1/windows/desk").status == 404)
        }
    }

    @Test("any size can be simulated without storing it, as numbers and as a drawing")
    func simulation() async throws {
        try await House.open { house in
            let window = try await house.window()
            let path = "/v1/windows/\(window.id)/simulation"
            let narrow = try await house.web.send("GET", path + "?width=390&height=844").json(WindowBody.self)
            #expect(narrow.class == "compact" && narrow.width == 390)
            #expect(try await house.web.send("GET", path).json(WindowBody.self).width == 1366)
            let half = try await house.web.send("GET", path + "?width=800").json(WindowBody.self)
            #expect(half.width == 800 && half.height == 1024)
            let drawn = try await house.web.send("GET", path + "?columns=60", headers: ["Accept": "text/plain"])
            #expect(drawn.header("Content-Type") == "text/plain; charset=utf-8")
            #expect(drawn.text.contains("┌") && drawn.text.contains("Preview"))
            #expect(drawn.text.split(separator: "\n").allSatisfy { !$0.contains("┌") || $0.count <= 60 })
            for query in ["width=0", "width=abc", "height=1e9", "width=nan", "height=inf", "width=-5"] {
                #expect(try await house.web.send("GET", "\(path)?\(query)").status == 400, "\(query)")
            }
            for query in ["columns=1", "columns=100000", "rows=x"] {
                let answer = try await house.web.send("GET", "\(path)?\(query)", headers: ["Accept": "text/plain"])
                #expect(answer.status == 400, "\(query)")
            }
        }
    }

    @Test("all windows of the user receive each change with its origin, and other users receive nothing")
    func events() async throws {
        try await House.open { house in
            let window = try await house.window()
            let bo = try await house.other(named: "bo")
            let page = try await house.browser()
            _ = try await house.command(#"{"command":"close","panel":"tags"}"#, in: window.id, by: page)
            _ = try await house.command(#"{"command":"detach"}"#, in: window.id, by: house.local)
            _ = try await house.write("Last")
            let heard = try await house.web.events(headers: ["Last-Event-ID": "0"]) { $0.contains("post-created") }
            let events = try heard.split(separator: "\n").filter { $0.hasPrefix("data: ") && $0.contains("subject") }
                .map { try JSONCoding.decode(EventBody.self, from: Array($0.dropFirst(6).utf8)) }
            #expect(events.map(\.kind) == ["arrangement-changed", "arrangement-changed", "post-created"])
            #expect(events[0].name == "desk" && events[0].revision == 2 && events[0].origin == window.id)
            #expect(events[0].announcement?.contains("Tags") == true && events[0].window == nil)
            #expect(events[1].window == window.id && events[1].revision == nil && events[1].name == nil)
            // Sent from elsewhere, so that the page does not take it for its own echo.
            #expect(events[1].origin == nil)
            #expect(events[2].announcement == nil)
            _ = try await bo.json("POST", "/v1/posts", #"{"title":"Of Bo"}"#)
            let others = try await bo.events(headers: ["Last-Event-ID": "0"]) { $0.contains("post-created") }
            #expect(!others.contains("arrangement-changed"))
        }
    }
}
