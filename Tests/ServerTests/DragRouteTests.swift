import Foundation
import Testing
import Wire

@testable import Server

@Suite("Panels are dragged over HTTP", .timeLimit(.minutes(1)))
struct DragRouteTests {
    private static let move = #"{"kind":"move","panel":"date","pointer":{"x":1100,"y":100}}"#

    private func begin(_ house: House, _ window: WindowBody, _ body: String = move) async throws -> DragHintsBody {
        try await house.web.json("PUT", "/v1/windows/\(window.id)/drag", body).json(DragHintsBody.self)
    }

    @Test("what cannot be dragged is refused with the field at fault")
    func badBeginnings() async throws {
        try await House.open { house in
            let all: [(String, Int, String?)] = [
                (#"{"kind":"throw","panel":"date","pointer":{"x":1,"y":1}}"#, 422, "kind"),
                (#"{"kind":"move","pointer":{"x":1,"y":1}}"#, 422, "panel"),
                (#"{"kind":"resize","panel":"date","edge":"middle","pointer":{"x":1,"y":1}}"#, 422, "edge"),
                (#"{"kind":"splitter","separator":"right/0","pointer":{"x":1,"y":1}}"#, 422, "separator"),
                (#"{"kind":"move","panel":"date","pointer":{"x":1e300,"y":1}}"#, 422, "pointer.x"),
                (#"{"kind":"move","panel":"date"}"#, 422, "pointer"),
                (#"{"kind":"move","panel":"nothing","pointer":{"x":1,"y":1}}"#, 409, nil),
                (#"{"kind":"splitter","separator":"bottom","pointer":{"x":1,"y":1}}"#, 409, nil),
            ]
            for (body, status, field) in all {
                let window = try await house.window()
                let answer = try await house.web.json("PUT", "/v1/windows/\(window.id)/drag", body)
                #expect(try answer.status == status && house.problem(answer).field == field, "\(answer.text)")
            }
        }
    }

    @Test("a drag begins with all that the page needs, and where it ends is what the panel does")
    func moved() async throws {
        try await House.open { house in
            let window = try await house.window()
            let hints = try await begin(house, window)
            let date = try #require(window.panels.first { $0.id == "date" }?.frame)
            #expect(hints.frame == date && hints.revision == window.revision)
            #expect(hints.start == 5 && hints.zone == 24 && hints.unpin == 16)
            #expect(hints.slots.map(\.side).contains("right") && hints.reasons["left"] != nil)
            let end = """
                {"drag":"\(hints.drag)","frame":{"x":600,"y":400,"width":300,"height":300},"pointer":{"x":620,"y":410}}
                """
            let done = try await house.web.json("POST", "/v1/windows/\(window.id)/drag", end).json(ArrangedBody.self)
            #expect(done.applied && done.window.panels.first { $0.id == "date" }?.place == "floating")
            let again = try await house.web.json("POST", "/v1/windows/\(window.id)/drag", end)
            #expect(try again.status == 404 && house.problem(again).word == "no-such-drag")
        }
    }

    @Test("a drop on a side that is full floats and says why; without a pointer the frame decides")
    func fullSide() async throws {
        try await House.open { house in
            let window = try await house.window()
            func end(_ rest: String) async throws -> ArrangedBody {
                let hints = try await begin(house, window)
                let body = #"{"drag":"\#(hints.drag)",\#(rest)}"#
                return try await house.web.json("POST", "/v1/windows/\(window.id)/drag", body).json(ArrangedBody.self)
            }
            let frame = #""frame":{"x":420,"y":400,"width":300,"height":300}"#
            let full = try await end(#"\#(frame),"pointer":{"x":200,"y":410}"#)
            #expect(full.window.panels.first { $0.id == "date" }?.place == "floating")
            #expect(full.reason == "The left side is full: it takes one panel.")
            let free = try await end(#"\#(frame),"pointer":{"x":600,"y":510}"#)
            #expect(free.reason == nil)
            let near = try await end(#""frame":{"x":700,"y":724,"width":300,"height":300}"#)
            #expect(near.window.panels.first { $0.id == "date" }?.side == "bottom" && near.reason == nil)
        }
    }

    @Test("a drag that went nowhere changes nothing, and a cancelled one has no end")
    func nothing() async throws {
        try await House.open { house in
            let window = try await house.window()
            let path = "/v1/windows/\(window.id)/drag"
            var hints = try await begin(house, window)
            let still = #"{"drag":"\#(hints.drag)","pointer":{"x":1101,"y":100}}"#
            let done = try await house.web.json("POST", path, still).json(ArrangedBody.self)
            #expect(!done.applied && done.revision == window.revision)
            hints = try await begin(house, window)
            #expect(try await house.web.send("DELETE", path).status == 204)
            #expect(try await house.web.send("DELETE", path).status == 204)
            let late = #"{"drag":"\#(hints.drag)","pointer":{"x":600,"y":400}}"#
            #expect(try await house.web.json("POST", path, late).status == 404)
            let first = try await begin(house, window)
            _ = try await begin(house, window)
            let old = #"{"drag":"\#(first.drag)","pointer":{"x":600,"y":400}}"#
            #expect(try await house.web.json("POST", path, old).status == 404)
            #expect(try await house.web.send("GET", "/v1/windows/\(window.id)").json(WindowBody.self).revision == 1)
        }
    }

    @Test("a splitter gives the side its thickness")
    func splitter() async throws {
        try await House.open { house in
            let window = try await house.window()
            let right = try #require(window.separators.first { $0.id == "right" })
            let hints = try await begin(
                house, window, #"{"kind":"splitter","separator":"right","pointer":{"x":900,"y":500}}"#)
            #expect(hints.limits == .init(minimum: right.minimum, maximum: right.maximum))
            let wanted = (right.minimum + right.maximum) / 2
            let end = #"{"drag":"\#(hints.drag)","value":\#(wanted),"pointer":{"x":850,"y":500}}"#
            let done = try await house.web.json("POST", "/v1/windows/\(window.id)/drag", end).json(ArrangedBody.self)
            let value = try #require(done.window.separators.first { $0.id == "right" }?.value)
            #expect(abs(value - wanted) <= 1)
        }
    }

    @Test("a sheet that is flung goes a place on, one that is flung to its edge is closed")
    func sheet() async throws {
        try await House.open { house in
            let window = try await house.window()
            let path = "/v1/windows/\(window.id)/drag"
            let take = #"{"kind":"sheet","panel":"tags","pointer":{"x":100,"y":100}}"#
            #expect(try await house.web.json("PUT", path, take).status == 409)
            _ = try await house.command(#"{"command":"closeAllPinned"}"#, in: window.id)
            _ = try await house.command(#"{"command":"sheet","panel":"tags","edge":"bottom"}"#, in: window.id)
            var hints = try await begin(house, window, take)
            let half = try #require(hints.sheet?.states.first { $0.name == "half" })
            #expect(hints.sheet?.state == "half" && hints.sheet?.edge == "bottom")
            let fling = """
                {"drag":"\(hints.drag)","location":\(half.position - 20),"velocity":-900,"pointer":{"x":100,"y":80}}
                """
            let done = try await house.web.json("POST", path, fling).json(ArrangedBody.self)
            #expect(done.window.panels.first { $0.id == "tags" }?.sheet?.state == "full")
            hints = try await begin(house, window, take)
            let absurd = #"{"drag":"\#(hints.drag)","location":1e300,"pointer":{"x":100,"y":80}}"#
            #expect(try await house.web.json("POST", path, absurd).status == 422)
            hints = try await begin(house, window, take)
            let away = """
                {"drag":"\(hints.drag)","location":\(half.position + 60),"velocity":9000,"pointer":{"x":100,"y":900}}
                """
            let gone = try await house.web.json("POST", path, away).json(ArrangedBody.self)
            #expect(gone.window.panels.first { $0.id == "tags" }?.place == "closed")
        }
    }

    @Test("what others did meanwhile stays, and who moved the same panel is told")
    func meanwhile() async throws {
        try await House.open { house in
            let (one, two) = (try await house.window(), try await house.window())
            let hints = try await begin(house, one)
            _ = try await house.command(#"{"command":"close","panel":"tags"}"#, in: two.id)
            _ = try await house.command(#"{"command":"float","panel":"date"}"#, in: two.id)
            let end = """
                {"drag":"\(hints.drag)","frame":{"x":500,"y":300,"width":300,"height":300},"pointer":{"x":520,"y":310}}
                """
            let done = try await house.web.json("POST", "/v1/windows/\(one.id)/drag", end).json(ArrangedBody.self)
            #expect(done.applied && done.conflict != nil)
            #expect(done.window.panels.first { $0.id == "tags" }?.place == "closed")
        }
    }
}
