import Foundation
import FuzzReaders
import TestSupport
import Testing

/// The work of a parser grows with the length of its input only: for each byte at most so many times the work of hashing
/// it, whatever the input says.
@Suite("Work has a bound")
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
    private static let bytesMax = 50_000

    @Test("each parser keeps its bound for every part of its format, repeated", arguments: Reader.all.keys.sorted())
    func bounded(_ name: String) throws {
        let (bound, read) = (try #require(WorkTests.bounds[name]), try #require(Reader.all[name]))
        for (part, bytes) in Shapes.inputs(of: name, bytes: min(bound.bytes, WorkTests.bytesMax)) {
            let times = hashings(of: bytes, within: bound.times) { try? read(bytes) }
            #expect(times <= bound.times, "\(part.debugDescription), \(bytes.count) bytes")
        }
    }
}
