import CCrypto
import Foundation
import FuzzReaders
import Glibc
import Testing

/// The work of a parser grows with the length of its input only: for each byte at most so many times the work of hashing
/// it, whatever the input says.
@Suite("Work has a bound", .timeLimit(.minutes(10)))
struct WorkTests {
    /// The largest input of each parser, and how many times the work of hashing it may take; where these are more than
    /// 20, `found` says how many were measured and why. `fuzz.py` reads them, too.
    private struct Bound: Decodable {
        let bytes: Int
        let times: Double
    }

    private static let bounds: [String: Bound] = {
        let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent(
            "../Fuzz/work.json")
        guard let data = try? Data(contentsOf: file) else { return [:] }
        return (try? JSONDecoder().decode([String: Bound].self, from: data)) ?? [:]
    }()

    /// Enough that a parser whose work is quadratic exceeds its bound.
    private static let bytesMax = Reader.isOptimized ? 50_000 : 10_000

    @Test("each parser keeps its bound for every part of its format, repeated", arguments: Reader.all.keys.sorted())
    func bounded(_ name: String) throws {
        let (bound, read) = (try #require(WorkTests.bounds[name]), try #require(Reader.all[name]))
        for (part, bytes) in Shapes.inputs(of: name, bytes: min(bound.bytes, WorkTests.bytesMax)) {
            let limit = bound.times * (Reader.isOptimized ? 1 : 50)
            var times = Double.infinity
            // Another process may disturb one measurement.
            for _ in 0..<3 where times > limit { times = min(times, seconds { try? read(bytes) } / hashing(bytes)) }
            #expect(times <= limit, "\(part.debugDescription), \(bytes.count) bytes")
        }
    }

    /// SHA-512, for which few processors have instructions of their own: the same ruler everywhere.
    private func hashing(_ bytes: [UInt8]) -> Double {
        let rounds = 10
        var digest = [UInt8](repeating: 0, count: 64)
        return seconds {
            for _ in 0..<rounds { unsafe _ = EVP_Digest(bytes, bytes.count, &digest, nil, EVP_sha512(), nil) }
        } / Double(rounds)
    }

    /// The CPU time of this thread.
    private func seconds(of work: () -> Void) -> Double {
        func now() -> Double {
            var time = timespec()
            unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
            return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
        }
        let start = now()
        work()
        return now() - start
    }
}
