import Posts
import Synchronization
import Targets
import Testing

@testable import Courier

@Suite("The limit of deliveries under way")
struct DeliverySemaphoreTests {
    @Test("deliveries that wait for one target keep their order, and do not delay other targets")
    func order() async throws {
        let semaphore = DeliverySemaphore(claimedMax: 10, perTargetMax: 1)
        let (blog, other) = (try webhook("blog"), try webhook("other"))
        let order = Order()
        let (entered, enter) = AsyncStream.makeStream(of: Void.self)
        let (released, release) = AsyncStream.makeStream(of: Void.self)
        let first = Task {
            await semaphore.inTurn(at: blog) {
                enter.yield()
                for await _ in released { break }
            }
        }
        for await _ in entered { break }
        #expect(await semaphore.inTurn(at: other) { true } == true)
        var others: [Task<Void?, Never>] = []
        for number in 1...50 {
            // An immediate task runs until it waits.
            others.append(Task.immediate { await semaphore.inTurn(at: blog) { order.note(number) } })
        }
        release.yield()
        _ = await first.value
        for other in others { _ = await other.value }
        #expect(order.numbers == Array(1...50))
    }

    @Test("closing rejects waiting and later deliveries, and lets running ones end")
    func closing() async throws {
        let semaphore = DeliverySemaphore(claimedMax: 10, perTargetMax: 1)
        let blog = try webhook("blog")
        let (entered, enter) = AsyncStream.makeStream(of: Void.self)
        let (released, release) = AsyncStream.makeStream(of: Void.self)
        let first = Task {
            await semaphore.inTurn(at: blog) {
                enter.yield()
                for await _ in released { break }
                return 1
            }
        }
        for await _ in entered { break }
        let second = Task.immediate { await semaphore.inTurn(at: blog) { 2 } }
        semaphore.close()
        #expect(await second.value == nil)
        #expect(await semaphore.inTurn(at: blog) { 3 } == nil)
        release.yield()
        #expect(await first.value == 1)
    }

    @Test("a claimed delivery takes room until it has ended, whatever its target")
    func room() throws {
        let semaphore = DeliverySemaphore(claimedMax: 2, perTargetMax: 1)
        let blog = try webhook("blog")
        #expect(semaphore.room == 2 && semaphore.isEmpty)
        semaphore.begin(blog)
        semaphore.begin(try webhook("other"))
        #expect(semaphore.room == 0 && !semaphore.isEmpty)
        semaphore.end(blog)
        #expect(semaphore.room == 1)
    }

    @Test("a target has room for four times its exchanges, again when a quarter is free, and leaves half to the others")
    func roomOfTargets() throws {
        let (blog, other) = (try webhook("blog"), try webhook("other"))
        let semaphore = DeliverySemaphore(claimedMax: 100, perTargetMax: 2)
        #expect(semaphore.rooms(of: [blog, other]) == [blog.name: 8, other.name: 8])
        for _ in 0..<8 { semaphore.begin(blog) }
        #expect(semaphore.rooms(of: [blog, other]) == [blog.name: 0, other.name: 8])
        semaphore.end(blog)
        #expect(semaphore.rooms(of: [blog]) == [blog.name: 0])
        semaphore.end(blog)
        #expect(semaphore.rooms(of: [blog]) == [blog.name: 2])
        #expect(DeliverySemaphore(claimedMax: 10, perTargetMax: 8).rooms(of: [blog]) == [blog.name: 8])
        #expect(DeliverySemaphore(claimedMax: 64, perTargetMax: 20).rooms(of: [blog]) == [blog.name: 32])
    }
}

private final class Order: Sendable {
    private let noted = Mutex<[Int]>([])
    var numbers: [Int] { noted.withLock { $0 } }
    func note(_ number: Int) { noted.withLock { $0.append(number) } }
}
