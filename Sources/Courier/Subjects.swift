import Posts
import Synchronization

/// Serialises the dialogues about one subject at a target, for example a picture that a dialogue looks up and then
/// adds. The others wait in order of arrival and then find the picture.
///
/// A dialogue leaves one subject before it enters the next, so there is no deadlock.
final class Subjects: Sendable {
    private struct Name: Hashable {
        let target: TargetName
        let subject: String
    }
    /// The waiting dialogues of each subject in use.
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
