import Foundation
import Testing
import Wire

@Suite("Arrangements are stored and loaded over HTTP", .timeLimit(.minutes(10)))
struct ArrangementRouteTests {
    @Test("an arrangement cannot be overwritten without its revision")
    func unread() async throws {
        try await House.open { house in
            let document = #"{"version":1}"#
            for headers in [[:], ["If-Match": "*"]] {
                let answer = try await house.web.json("PUT", "/v1/arrangements/desk", document, headers: headers)
                #expect(answer.status == 428)
            }
            let odd = try await house.web.json("PUT", "/v1/arrangements/desk", document, headers: ["If-Match": "three"])
            #expect(odd.status == 400)
            let unborn = try await house.web.json(
                "PUT", "/v1/arrangements/desk", document, headers: ["If-Match": "\"9\""])
            #expect(unborn.status == 412 && unborn.header("ETag") == "\"1\"")
            let taken = try await house.web.json(
                "PUT", "/v1/arrangements/desk", document, headers: ["If-None-Match": "*"])
            #expect(taken.status == 409)
            let missing = try await house.web.json(
                "PUT", "/v1/arrangements/no", document, headers: ["If-Match": "\"1\""])
            #expect(missing.status == 404)
        }
    }

    @Test("an invalid arrangement is refused, and none of it is stored")
    func badDocuments() async throws {
        try await House.open { house in
            let all = [
                ("[]", 422), ("{}", 422), ("7", 422), ("{", 400), ("", 400), (#"{"version":999}"#, 409),
                (#"{"x":"\#(String(repeating: "x", count: 300_000))"}"#, 413),
            ]
            for (body, status) in all {
                let answer = try await house.web.json(
                    "PUT", "/v1/arrangements/odd", body, headers: ["If-None-Match": "*"])
                #expect(answer.status == status, "\(answer.text)")
                #expect(try await house.web.send("GET", "/v1/arrangements/odd").status == 404)
            }
        }
    }

    @Test("an administrator sets the arrangement of new users")
    func newDesk() async throws {
        try await House.open { house in
            let window = try await house.window()
            _ = try await house.command(#"{"command":"close","panel":"tags"}"#, in: window.id)
            let set = try await house.local.json("PUT", "/v1/new-desk", #"{"name":"desk"}"#)
            #expect(try set.json(NewDeskBody.self).name == "desk", "\(set.text)")
            #expect(try await house.web.send("GET", "/v1/new-desk").json(NewDeskBody.self).name == "desk")
            #expect(try await house.local.json("PUT", "/v1/new-desk", #"{"name":"no"}"#).status == 404)
            #expect(try await house.local.send("DELETE", "/v1/new-desk").status == 204)
            #expect(try await house.web.send("GET", "/v1/new-desk").json(NewDeskBody.self).name == nil)
        }
    }

    @Test("a document survives a round trip")
    func roundTrip() async throws {
        try await House.open { house in
            let window = try await house.window()
            _ = try await house.command(#"{"command":"close","panel":"tags"}"#, in: window.id)
            let read = try await house.web.send("GET", "/v1/arrangements/desk")
            #expect(read.status == 200 && read.header("ETag") == "\"2\"")
            let same = try await house.web.send("GET", "/v1/arrangements/desk", headers: ["If-None-Match": "\"2\""])
            #expect(same.status == 304)
            let path = "/v1/arrangements/my%20desk"
            let kept = try await house.web.json("PUT", path, read.text, headers: ["If-None-Match": "*"])
            #expect(kept.status == 201 && kept.header("ETag") == "\"1\"")
            #expect(try await house.web.send("GET", path).text == read.text)
            _ = try await house.command(#"{"command":"open","panel":"tags"}"#, in: window.id)
            let back = try await house.web.json(
                "PUT", "/v1/arrangements/desk", read.text, headers: ["If-Match": "\"3\""])
            #expect(back.status == 200 && back.header("ETag") == "\"4\"")
            #expect(try await house.place(of: "tags", in: window.id) == "closed")
            let list = try await house.web.send("GET", "/v1/arrangements")
                .json(PageBody<ArrangementSummaryBody>.self).items
            #expect(list.map(\.name) == ["desk", "my desk"] && list.map(\.revision) == [4, 1])
            let stale = try await house.web.send("DELETE", path, headers: ["If-Match": "\"7\""])
            #expect(stale.status == 412 && stale.header("ETag") == "\"1\"")
            #expect(try await house.web.send("DELETE", path, headers: ["If-Match": "\"1\""]).status == 204)
            #expect(try await house.web.send("DELETE", path).status == 404)
            #expect(try await house.web.send("DELETE", "/v1/arrangements/desk").status == 409)
        }
    }

    @Test("a stale document is merged panel by panel, and conflicts are named")
    func merged() async throws {
        try await House.open { house in
            let window = try await house.window()
            let base = try await house.web.send("GET", "/v1/arrangements/desk").text
            _ = try await house.command(#"{"command":"close","panel":"tags"}"#, in: window.id)
            let mine = try await house.web.send("GET", "/v1/arrangements/desk").text
            _ = try await house.command(#"{"command":"undo"}"#, in: window.id)
            _ = try await house.command(#"{"command":"float","panel":"tags"}"#, in: window.id)
            _ = try await house.command(#"{"command":"open","panel":"queue"}"#, in: window.id)
            #expect(base != mine)
            let answer = try await house.web.json(
                "PUT", "/v1/arrangements/desk", mine, headers: ["If-Match": "\"1\""])
            #expect(try answer.status == 200 && answer.json(WrittenArrangementBody.self).conflicts == ["tags"])
            #expect(try await house.place(of: "tags", in: window.id) == "closed")
            #expect(try await house.place(of: "queue", in: window.id) != "closed")
        }
    }

    @Test("another user's arrangements return 404")
    func foreign() async throws {
        try await House.open { house in
            let bo = try await house.other(named: "bo")
            _ = try await house.command(#"{"command":"saveAs","name":"writing"}"#, in: "desk")
            _ = try await house.command(#"{"command":"close","panel":"tags"}"#, in: "desk")
            #expect(try await bo.send("GET", "/v1/arrangements/writing").status == 404)
            #expect(try await bo.send("DELETE", "/v1/arrangements/writing").status == 404)
            let loaded = try await bo.json(
                "POST", "/v1/windows/desk/commands", #"{"command":"load","name":"writing"}"#)
            #expect(try loaded.status == 409 && house.problem(loaded).word == "panel-refused")
            let list = try await bo.send("GET", "/v1/arrangements").json(PageBody<ArrangementSummaryBody>.self).items
            #expect(list.map(\.revision) == [1])
        }
    }
}
