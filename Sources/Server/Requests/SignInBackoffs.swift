import Glibc
import Posts
import Synchronization

/// The sign-in backoffs by address. Their number is bounded: the address without a failure for the longest time is
/// dropped first.
final class SignInBackoffs: Sendable {
    private let now: @Sendable () -> Instant
    private let entries = Mutex<[String: SignInBackoff]>([:])

    static let addressesMax = 1000

    init(now: @escaping @Sendable () -> Instant) { self.now = now }

    /// Records that a secret was looked up and not found.
    /// - Throws: `Problem.tooManyFailures` while the address has to wait.
    func fail(_ hash: [UInt8], from address: String) throws {
        let (key, at) = (SignInBackoffs.key(of: address), now())
        let wait = entries.withLock { entries -> Span? in
            if let wait = entries[key]?.wait(toShow: hash, at: at) { return wait }
            if entries[key] == nil, entries.count >= SignInBackoffs.addressesMax {
                SignInBackoffs.makeRoom(&entries, at)
            }
            entries[key, default: SignInBackoff(now: at)].note(hash, at: at)
            return nil
        }
        if let wait { throw Problem.tooManyFailures(wait) }
    }

    private static func makeRoom(_ entries: inout [String: SignInBackoff], _ now: Instant) {
        entries = entries.filter { !$0.value.isOver(at: now) }
        guard entries.count >= addressesMax else { return }
        if let quietest = entries.min(by: { $0.value.latestAt < $1.value.latestAt }) { entries[quietest.key] = nil }
    }

    /// A subscriber usually has 2^64 IPv6 addresses. They count as one, by their first 64 bits.
    private static func key(of address: String) -> String {
        var bytes = [UInt8](repeating: 0, count: 16)
        guard unsafe inet_pton(AF_INET6, address, &bytes) == 1 else { return address }
        return bytes.prefix(8).map { String($0, radix: 16) }.joined(separator: ":")
    }
}
