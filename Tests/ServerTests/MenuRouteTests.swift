import Foundation
import TestSupport
import Testing
import Wire

@Suite("Menus of panels over HTTP", .timeLimit(.minutes(10)))
struct MenuRouteTests {
    private func menu(_ house: House, _ window: String, _ panel: String) async throws -> PanelMenuBody {
        try await house.web.send("GET", "/v1/windows/\(window)/panels/\(panel)/menu").json(PanelMenuBody.self)
    }

    private func send(_ command: CommandDocument, _ house: House, _ window: String) async throws -> Caller.Answer {
        try await house.command(String(decoding: JSONEncoder().encode(command), as: UTF8.self), in: window)
    }

    @Test("the daemon refuses what a menu disables, with the same reason, and carries out the rest")
    func truth() async throws {
        try await House.open { house in
            var chance = SeededNumbers(seed: 7)
            var (offered, refused) = (0, 0)
            for (width, height) in [(1600, 1000), (900, 700), (390, 800)] {
                let window = try await house.window(width, height)
                _ = try await house.command(#"{"command":"detach"}"#, in: window.id)
                for panel in ["date", "title", "queue"] {
                    for start in Self.starts(panel) { _ = try await house.command(start, in: window.id) }
                    for _ in 0..<8 {
                        let shown = try await house.web.send("GET", "/v1/windows/\(window.id)").json(WindowBody.self)
                        guard let seen = shown.panels.filter({ $0.frame != nil }).randomElement(using: &chance) else {
                            _ = try await house.command(#"{"command":"open","panel":"\#(panel)"}"#, in: window.id)
                            continue
                        }
                        let menu = try await menu(house, window.id, seen.id)
                        #expect(menu.revision == shown.revision)
                        let items = menu.sections.flatMap(\.items) + menu.mates.items
                        for item in items {
                            guard let command = item.command, let reason = item.reason else { continue }
                            let answer = try await send(command, house, window.id)
                            #expect(try answer.status == 409 && house.problem(answer).detail == reason)
                            refused += 1
                        }
                        let free = items.filter { $0.command != nil && $0.reason == nil }
                        let chosen = try #require(free.randomElement(using: &chance)?.command)
                        let answer = try await send(chosen, house, window.id)
                        #expect(answer.status == 200, "\(chosen) of \(seen.id): \(answer.text.prefix(300))")
                        offered += 1
                    }
                }
            }
            #expect(offered > 40 && refused > 200, "\(offered) offered, \(refused) refused")
        }
    }

    /// Commands that make a panel visible in some way; a refusal means that it is visible already.
    private static func starts(_ panel: String) -> [String] {
        let commands = [
            #"{"command":"unlock"}"#, #"{"command":"reset","scope":"all"}"#, #"{"command":"open","panel":"\#(panel)"}"#,
        ]
        return commands + [
            panel == "queue"
                ? #"{"command":"float","panel":"queue"}"# : #"{"command":"lock","panel":"\#(panel)"}"#
        ]
    }

    @Test("a panel at a button says what to do first, to any client")
    func guest() async throws {
        try await House.open { house in
            let window = try await house.window()
            _ = try await house.command(#"{"command":"popover","panel":"queue","anchor":"panels"}"#, in: window.id)
            let items = try await menu(house, window.id, "queue").sections.flatMap(\.items)
            let lock = try #require(items.first { $0.id == "lock" })
            #expect(lock.reason == "Queue is shown for a while only. Pin it or let it float first.")
            let answer = try await send(try #require(lock.command), house, window.id)
            #expect(try house.problem(answer).detail == lock.reason)
        }
    }

    @Test("only a visible panel in one of the caller's windows has a menu")
    func refused() async throws {
        try await House.open { house in
            let window = try await house.window()
            func ask(_ path: String) async throws -> Caller.Answer { try await house.web.send("GET", path) }
            let closed = try await ask("/v1/windows/\(window.id)/panels/queue/menu")
            #expect(try closed.status == 409 && house.problem(closed).detail == "Queue is not open.")
            #expect(try house.problem(closed).alternative?.word == "open")
            #expect(try await ask("/v1/windows/\(window.id)/panels/nobody/menu").status == 409)
            #expect(try await ask("/v1/windows/desk/panels/date/menu").status == 404)
            #expect(try await ask("/v1/windows/w-000000000000/panels/date/menu").status == 404)
            let other = try await house.other(named: "ada")
            #expect(try await other.send("GET", "/v1/windows/\(window.id)/panels/date/menu").status == 404)
        }
    }
}
