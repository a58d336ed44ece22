import Foundation
import Testing

@testable import TOML

/// Compares the parser with Python's tomllib on the same texts: `GALLEY_TOML_TEXTS=100000` of them,
/// `GALLEY_TOML_SEED=2` for others.
@Suite struct TomllibTests {
    /// The intended differences.
    enum Difference: String, CaseIterable {
        case largeInteger = "TOML wants 64 bits, and an error beyond; Python's integers have no end"
        case deepNesting = "a bound of ours"
        case longWord = "also a bound of ours"
        case nul = "U+0000 in a text is refused here; TOML allows it as an escape"
        case yearZero = "TOML's years begin with 0000, Python's with 0001"
    }

    @Test("seeded texts, valid and broken, get the same values as from tomllib, or are refused by both")
    func agrees() throws {
        let environment = ProcessInfo.processInfo.environment
        let count = environment["GALLEY_TOML_TEXTS"].flatMap(Int.init) ?? 4_000
        let seed = environment["GALLEY_TOML_SEED"].flatMap(UInt64.init) ?? 1
        let texts = (0..<count).map { number in
            var maker = TextMaker(seed: seed &* 1_000_003 &+ UInt64(number))
            return maker.text()
        }
        let theirs = try tomllib(texts)
        try #require(theirs.count == count)
        var (valid, refused, disagreeing) = (0, 0, 0)
        var differences: [Difference: Int] = [:]
        for (text, theirForm) in zip(texts, theirs) {
            let (form, difference) = read(text)
            let isRefused = theirForm == "!"
            if isRefused { refused += 1 } else { valid += 1 }
            if form == (isRefused ? nil : theirForm) { continue }
            if let difference {
                differences[difference, default: 0] += 1
                continue
            }
            disagreeing += 1
            if disagreeing <= 5 {
                let shown = String(decoding: text, as: UTF8.self)
                Issue.record("\(shown.debugDescription)\ntomllib: \(theirForm)\nhere: \(form ?? "refused")")
            }
        }
        print("tomllib: \(count) texts of seed \(seed), \(valid) valid, \(refused) refused, \(disagreeing) disagree")
        for (difference, number) in differences { print("tomllib: \(number) differ: \(difference.rawValue)") }
        #expect(disagreeing == 0)
        // Both must occur often, or the texts prove nothing.
        #expect(valid > count / 3 && refused > count / 3)
    }

    /// The values in the form of `tomllib_forms.py`, nil for a refusal; and the reason for an intended difference.
    private func read(_ bytes: [UInt8]) -> (form: String?, difference: Difference?) {
        guard let text = String(validating: bytes, as: UTF8.self) else { return (nil, nil) }
        do {
            let root = TOMLValue.table(try TOMLDocument(text).entries)
            return (form(root), hasYearZero(root) ? .yearZero : nil)
        } catch {
            let reasons: [(String, Difference)] = [
                ("64 bits", .largeInteger), ("deep", .deepNesting), ("has more than 100", .longWord),
                ("“\\u0000” is no character", .nul), ("“\\U00000000” is no character", .nul),
            ]
            return (nil, reasons.first { error.problem.contains($0.0) }?.1)
        }
    }

    private func form(_ value: TOMLValue) -> String {
        switch value {
        case .text(let text): "s\(hexadecimal(text))"
        case .fraction(let number) where number.isNaN: "nan"
        case .fraction(let number): "f" + padded(String(number.bitPattern, radix: 16), 16)
        case .time(let time): form(time)
        case .dateTime(let date, let time, _):
            "\(date)T\(form(time))" + (value.plain ?? "").dropFirst("\(date)T\(time)".count)
        case .array(let items): "[\(items.map { form($0.value) }.joined(separator: ","))]"
        case .table(let entries):
            "{\(entries.map { "\(hexadecimal($0.key)):\(form($0.value))" }.sorted().joined(separator: ","))}"
        case .whole, .flag, .date: value.plain ?? ""
        }
    }

    /// Python keeps six digits of a second.
    private func form(_ time: TOMLTime) -> String {
        let microsecond = time.nanosecond / 1_000
        return time.description.prefix(8) + (microsecond == 0 ? "" : ".\(padded(String(microsecond), 6))")
    }

    private func hexadecimal(_ text: String) -> String {
        text.utf8.map { padded(String($0, radix: 16), 2) }.joined()
    }

    private func padded(_ digits: String, _ count: Int) -> String {
        String(repeating: "0", count: max(0, count - digits.count)) + digits
    }

    private func hasYearZero(_ value: TOMLValue) -> Bool {
        switch value {
        case .date(let date), .dateTime(let date, _, _): date.year == 0
        case .array(let items): items.contains { hasYearZero($0.value) }
        case .table(let entries): entries.contains { hasYearZero($0.value) }
        default: false
        }
    }

    /// One line per text.
    private func tomllib(_ texts: [[UInt8]]) throws -> [String] {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("tomllib-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let (input, output) = (folder.appendingPathComponent("in"), folder.appendingPathComponent("out"))
        let lines = texts.map { Data($0).base64EncodedString() + "\n" }
        try Data(lines.joined().utf8).write(to: input)
        try Data().write(to: output)
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/python3")
        process.arguments = [
            "-BX", "utf8",
            URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("tomllib_forms.py").path,
        ]
        process.standardInput = try FileHandle(forReadingFrom: input)
        process.standardOutput = try FileHandle(forWritingTo: output)
        try process.run()
        process.waitUntilExit()
        #expect(process.terminationStatus == 0)
        return try String(contentsOf: output, encoding: .utf8).split(separator: "\n").map(String.init)
    }
}
