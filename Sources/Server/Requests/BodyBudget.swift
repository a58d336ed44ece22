import Posts
import Synchronization

/// The memory for the bodies of requests, from their first byte to the answer.
///
/// It is limited for each user, so that one cannot take it from the others, and for all together. A request that finds no
/// room is refused before its body is read.
final class BodyBudget: Sendable {
    /// The most bytes that one user's requests hold at once, and so the largest request.
    static let userBytesMax = 32_000_000
    static let allBytesMax = 128_000_000
    /// Smaller bodies are not counted: the number of connections limits them, and a draft can always be saved.
    static let uncountedBytesMax = 16 << 10
    /// The largest JSON body: a text of 2 MB and what JSON adds to escape it.
    static let jsonBytesMax = 4_500_000
    /// The most bytes that are parsed on a thread that other requests wait for.
    static let bytesParsedAtOnce = 16 << 10

    private struct Held {
        var all = 0
        /// Those without a user are callers who sign in.
        var users: [UserID?: Int] = [:]
    }
    private let held = Mutex(Held())

    /// - Parameter count: negative to give memory back.
    /// - Throws: a `Problem` when that many bytes exceed a limit; then nothing changes.
    fileprivate func take(_ count: Int, for user: UserID?) throws(Problem) {
        let problem = held.withLock { held -> Problem? in
            let own = held.users[user, default: 0] + count
            if count > 0, own > BodyBudget.userBytesMax { return .noRoomForBody(BodyBudget.userBytesMax, isOwn: true) }
            if count > 0, held.all + count > BodyBudget.allBytesMax {
                return .noRoomForBody(BodyBudget.allBytesMax, isOwn: false)
            }
            held.all += count
            held.users[user] = own > 0 ? own : nil
            return nil
        }
        if let problem { throw problem }
    }
}

/// What the body of one request takes of the budget.
final class BodyRoom: Sendable {
    private let budget: BodyBudget
    private let user: UserID?
    private let held = Mutex(0)

    init(in budget: BodyBudget, of user: UserID?) { (self.budget, self.user) = (budget, user) }

    /// Makes room for the first `count` bytes of the body.
    /// - Throws: a `Problem` when there is none.
    func hold(_ count: Int) throws {
        guard count > BodyBudget.uncountedBytesMax else { return }
        let missing = count - held.withLock(\.self)
        guard missing > 0 else { return }
        try budget.take(missing, for: user)
        held.withLock { $0 += missing }
    }

    func release() {
        let count = held.withLock { held in
            defer { held = 0 }
            return held
        }
        // Giving back cannot fail.
        if count > 0 { try? budget.take(-count, for: user) }
    }
}
