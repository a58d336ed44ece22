import Foundation
import Testing
import Wire

@Suite("Panels are dragged over HTTP", .timeLimit(.minutes(10)))
struct DragRouteTests {
    private static let move = #"{"kind":"move","panel":"date","pointer":{"x":1100,"y":100}}"#

    private func begin(_ house: House, _ window: WindowBody, _ body: String = move) async throws -> DragHintsBody {
        try await house.web.json("PUT", "/v1/windows/\(window.id)/drag", body).json(DragHintsBody.self)
    }

    @Test("an impossible drag is refused with the field at fault")
    func badBeginnings() async throws {
        try await House.open { house in
            let all: [(String, Int, String?)] = [
                (#"{"kind":"throw","panel":"date","pointer":{"x":1,"y":1}}"#, 422, "kind"),
                (#"{"kind":"move","pointer":{"x":1,"y":1}}"#, 422, "panel"),
                (#"{"kind":"resize","panel":"date","edge":"middle","pointer":{"x":1,"y":1}}"#, 422, "edge"),
                (#"{"kind":"move","panel":"","pointer":{"x":1,"y":1}}"#, 422, "panel"),
                (#"{"kind":"move","panel":"date","pointer":{"x":1e300,"y":1}}"#, 422, "pointer.x"),
                (#"{"kind":"move","panel":"date"}"#, 422, "pointer"),
                (#"{"kind":"move","panel":"nothing","pointer":{"x":1,"y":1}}"#, 409, nil),
                (#"{"kind":"tab","panel":"date","pointer":{"x":1,"y":1}}"#, 409, nil),
            ]
            for (body, status, field) in all {
                let window = try await house.window()
                let answer = try await house.web.json("PUT", "/v1/windows/\(window.id)/drag", body)
                #expect(try answer.status == status && house.problem(answer).field == field, "\(answer.text)")
            }
        }
    }

    @Test("beginning a drag returns everything that the page needs, stores nothing, and a command ends it")
    func moved() async throws {
        try await House.open { house in
            let window = try await house.window()
            let hints = try await begin(house, window)
            let date = try #require(window.panels.first { $0.id == "date" }?.frame)
            #expect(hints.frame == date && hints.revision == window.revision)
            #expect(hints.start == 5 && hints.zone == 24 && hints.unpin == 16)
            #expect(hints.slots.map(\.side).contains("right") && hints.panel == "date" && !hints.unstacks)
            #expect(hints.reasons["left"] == "The left side is full: it takes one panel.")
            #expect(try await begin(house, window) == hints)
            let path = "/v1/windows/\(window.id)"
            #expect(try await house.web.send("GET", path).json(WindowBody.self).revision == window.revision)
            let slot = try #require(hints.slots.first { $0.side == "bottom" }?.frames.first)
            let done = try await house.web.json(
                "POST", path + "/commands", #"{"command":"pin","panel":"date","side":"bottom","index":0}"#,
                headers: ["If-Match": "\"\(hints.revision)\""]
            ).json(ArrangedBody.self)
            #expect(done.window.panels.first { $0.id == "date" }?.frame == slot)
            for method in ["POST", "DELETE"] {
                #expect(try await house.web.json(method, path + "/drag", Self.move).status == 405)
            }
        }
    }

    @Test("a panel dropped without a pointer is pinned according to its edges")
    func dropped() async throws {
        try await House.open { house in
            let window = try await house.window()
            let drop = #"{"command":"drop","panel":"date","frame":{"x":700,"y":724,"width":300,"height":300}}"#
            let done = try await house.command(drop, in: window.id).json(ArrangedBody.self)
            #expect(done.window.panels.first { $0.id == "date" }?.side == "bottom")
        }
    }

    @Test("a sheet's release is a command for its place, or to close it, with the revision of what was drawn")
    func sheet() async throws {
        try await House.open { house in
            let window = try await house.window()
            _ = try await house.command(#"{"command":"closeAllPinned"}"#, in: window.id)
            let made = try await house.command(#"{"command":"sheet","panel":"tags","edge":"bottom"}"#, in: window.id)
                .json(ArrangedBody.self)
            let sheet = try #require(made.window.panels.first { $0.id == "tags" }?.sheet)
            #expect(sheet.state == "half" && sheet.edge == "bottom" && sheet.states.first?.name == "full")
            func send(_ command: String, at revision: Int64) async throws -> Caller.Answer {
                try await house.web.json(
                    "POST", "/v1/windows/\(window.id)/commands", command, headers: ["If-Match": "\"\(revision)\""])
            }
            let full = #"{"command":"detent","panel":"tags","state":"full"}"#
            #expect(try await send(full, at: window.revision).status == 412)
            let done = try await send(full, at: made.window.revision).json(ArrangedBody.self)
            #expect(done.window.panels.first { $0.id == "tags" }?.sheet?.state == "full")
            let close = #"{"command":"close","panel":"tags"}"#
            #expect(try await send(close, at: made.window.revision).status == 412)
            let gone = try await send(close, at: done.window.revision).json(ArrangedBody.self)
            #expect(gone.window.panels.first { $0.id == "tags" }?.place == "closed")
        }
    }

    @Test("changes by others meanwhile refuse a command for the earlier state; a retry keeps its intent")
    func meanwhile() async throws {
        try await House.open { house in
            let (one, two) = (try await house.window(), try await house.window())
            let hints = try await begin(house, one)
            _ = try await house.command(#"{"command":"close","panel":"tags"}"#, in: two.id)
            let path = "/v1/windows/\(one.id)/commands"
            let pin = #"{"command":"pin","panel":"date","side":"bottom","index":0}"#
            func send(at revision: Int64) async throws -> Caller.Answer {
                try await house.web.json("POST", path, pin, headers: ["If-Match": "\"\(revision)\""])
            }
            #expect(try await send(at: hints.revision).status == 412)
            let again = try await begin(house, one)
            #expect(again.slots.contains { $0.side == "bottom" })
            let done = try await send(at: again.revision).json(ArrangedBody.self)
            #expect(done.conflict == nil && done.window.panels.first { $0.id == "tags" }?.place == "closed")
        }
    }
}
