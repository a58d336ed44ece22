import Posts
import Synchronization

/// Lets one dialogue at a time be about one thing at a target, such as a picture that it looks for and then adds. The
/// others wait in the order in which they came, and find it when their turn comes.
///
/// A dialogue leaves one subject before it enters the next, so that no two wait for each other.
final class Subjects: Sendable {
    private struct Name: Hashable {
        let target: TargetName
        let subject: String
    }
    /// Of each subject that somebody is about, those who wait for it.
    private let waiting = Mutex<[Name: [CheckedContinuation<Void, Never>]]>([:])

    func enter(_ subject: String, at target: TargetName) async {
        let name = Name(target: target, subject: subject)
        await withCheckedContinuation { continuation in
            let isFree = waiting.withLock { waiting in
                guard waiting[name] == nil else {
                    waiting[name]?.append(continuation)
                    return false
                }
                waiting[name] = []
                return true
            }
            if isFree { continuation.resume() }
        }
    }

    func leave(_ subject: String, at target: TargetName) {
        let name = Name(target: target, subject: subject)
        let next: CheckedContinuation<Void, Never>? = waiting.withLock { waiting in
            guard var others = waiting[name], !others.isEmpty else {
                waiting[name] = nil
                return nil
            }
            let next = others.removeFirst()
            waiting[name] = others
            return next
        }
        next?.resume()
    }
}
