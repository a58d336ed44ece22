import Courier
import Foundation
import PostStore
import Posts
import StoreSupport
import Synchronization
import Targets
import Testing

@Suite("The courier during changes of its settings and its clock", .timeLimit(.minutes(10)))
struct ReloadTests {
    @Test("a delivery that waited for a target leaves when a reload adds the target")
    func bringsTarget() async throws {
        // Given a delivery for a target that the configuration does not have
        let round = try await Round([try webhook()])
        try await round.publish()
        let transport = ScriptedTransport { _ in answered(200) }
        let courier = round.courier(transport, knowing: [])
        let hasWaited = Mutex(false)
        try await round.run(courier) { round in
            let states = try await round.states()
            // When that has blocked it, and the configuration is reloaded
            let isBlocked = states == ["hook": .blocked]
            let isFirst = hasWaited.withLock { waited in
                defer { waited = waited || isBlocked }
                return isBlocked && !waited
            }
            if isFirst { await courier.reload(targets: round.targets, transport: transport, darkroom: nil) }
            // Then it leaves
            return try await round.states() == ["hook": .delivered]
        }
        #expect(hasWaited.withLock { $0 })
        #expect(transport.requests.count == 1)
    }

    @Test("a reload says how many deliveries wait because it has removed their target")
    func namesStopped() async throws {
        let round = try await Round([try webhook()])
        for _ in 0..<2 { try await round.publish() }
        let courier = round.courier(ScriptedTransport { _ in answered(200) })
        let transport = ScriptedTransport { _ in answered(200) }
        let stopped = await courier.reload(targets: [], transport: transport, darkroom: nil).troubles
        #expect(stopped.count == 1)
        #expect(stopped.first?.hasPrefix("2 deliveries to “hook” wait, because the settings have no such") == true)
        let again = await courier.reload(targets: round.targets, transport: transport, darkroom: nil)
        #expect(again.troubles.isEmpty && again.rebuilt.isEmpty)
    }

    @Test("a delivery under way ends normally when a reload removes its target")
    func takesTarget() async throws {
        let round = try await Round([try webhook()])
        try await round.publish()
        let running = Mutex<Courier?>(nil)
        let transport = ScriptedTransport { _ in
            if let courier = running.withLock({ $0 }) {
                await courier.reload(targets: [], transport: ScriptedTransport { _ in answered(500) }, darkroom: nil)
            }
            return answered(200)
        }
        let courier = round.courier(transport)
        running.withLock { $0 = courier }
        try await round.run(courier) { try await $0.states() == ["hook": .delivered] }
        // A delivery that becomes due later has no target.
        try await round.publish("Second light")
        try await round.run(round.courier(transport, knowing: [])) { round in
            try await round.store.deliveries(.state(.blocked)).items.count == 1
        }
        #expect(transport.requests.count == 1)
    }

    @Test("after a change of the address nothing goes to the former server, which would get the new credential")
    func movesTarget() async throws {
        let round = try await Round([try webhook()])
        try await round.publish()
        let transport = ScriptedTransport { _ in answered(200) }
        let moved = try webhook(at: "https://other.example")
        try await round.run(round.courier(transport, knowing: [moved])) { try await $0.states() == ["hook": .blocked] }
        let words = try await round.store.deliveries(.all).items.first.map { "\($0.delivery.state)" } ?? ""
        #expect(transport.requests.isEmpty && words.contains("hooks.example.net"), "\(words)")
    }

    @Test("a site is written although its name was that of a webhook, whose posts are none of its pages")
    func changesKind() async throws {
        let round = try await Round([try webhook("site")])
        let transport = ScriptedTransport { _ in answered(200) }
        try await round.publish()
        try await round.run(transport) { try await $0.states() == ["site": .delivered] }
        try await round.publish("Waiting")
        let pages = try site(folder: round.folder + "/www")
        try await round.publish("Second light", to: [pages])
        try await round.run(round.courier(transport, knowing: [pages])) { round in
            let states = try await round.store.deliveries(.all).items.map(\.delivery.state.word)
            return states.filter { $0 == .delivered }.count == 2 && states.contains(.failed)
        }
        #expect(FileManager.default.fileExists(atPath: round.folder + "/www/second-light/index.html"))
    }

    @Test("while the clock is in doubt nothing leaves; afterwards everything does, once")
    func waitsForClock() async throws {
        let round = try await Round([try webhook()])
        try await round.publish()
        let looks = Mutex(0)
        let sentInDoubt = Mutex(false)
        let transport = ScriptedTransport { _ in
            if looks.withLock({ $0 < 3 }) { sentInDoubt.withLock { $0 = true } }
            return answered(200)
        }
        let courier = round.courier(transport) {
            looks.withLock { looks in
                looks += 1
                return looks >= 3
            }
        }
        try await round.run(courier) { try await $0.states() == ["hook": .delivered] }
        #expect(transport.requests.count == 1)
        #expect(!sentInDoubt.withLock { $0 })
    }
}
