import Foundation

/// Parses the text format of OpenMetrics 1.0 strictly: any violation of the specification's “MUST” about a page is an
/// error here (https://github.com/prometheus/OpenMetrics/blob/main/specification/OpenMetrics.md).
struct OpenMetricsReader {
    struct Sample: Hashable {
        let name: String
        let labels: [String: String]
        let value: Double
    }

    struct Family {
        var type = "unknown"
        var unit = ""
        var help: String?
        var samples: [Sample] = []
        fileprivate var described: Set<String> = []
    }

    struct Mistake: Error, CustomStringConvertible {
        let description: String
        init(_ line: some StringProtocol, _ words: String) { description = "“\(line)”: \(words)" }
    }

    private(set) var families: [String: Family] = [:]
    private var current: String?

    init(_ text: String) throws {
        guard text.hasSuffix("\n# EOF\n") else { throw Mistake(text.suffix(20), "it does not end with # EOF") }
        for line in text.dropLast("# EOF\n".count).split(separator: "\n", omittingEmptySubsequences: false).dropLast() {
            if line.hasPrefix("# ") { try describe(line) } else { try sample(line) }
        }
        for (name, family) in families { try check(name, family) }
    }

    func value(_ name: String, _ labels: [String: String] = [:]) -> Double? {
        families.values.joinedSamples.first { $0.name == name && $0.labels == labels }?.value
    }

    private mutating func describe(_ line: Substring) throws {
        guard let match = try /# (TYPE|UNIT|HELP) ([a-zA-Z_:][a-zA-Z0-9_:]*) (.+)/.wholeMatch(in: line) else {
            throw Mistake(line, "no TYPE, UNIT or HELP")
        }
        let (word, name, rest) = (String(match.1), String(match.2), String(match.3))
        if name != current {
            guard families[name] == nil else { throw Mistake(line, "a family in two places") }
            families[name] = Family()
            current = name
        }
        guard families[name]?.described.insert(word).inserted == true else { throw Mistake(line, "said twice") }
        guard families[name]?.samples.isEmpty == true else { throw Mistake(line, "said after samples") }
        switch word {
        case "TYPE":
            guard ["counter", "gauge", "histogram", "info"].contains(rest) else { throw Mistake(line, "no such type") }
            families[name]?.type = rest
        case "UNIT":
            guard name.hasSuffix("_\(rest)") else { throw Mistake(line, "the name does not end with the unit") }
            families[name]?.unit = rest
        default:
            let help = try unescaped(rest, line)
            families[name]?.help = help
        }
    }

    private mutating func sample(_ line: Substring) throws {
        let pattern = /([a-zA-Z_:][a-zA-Z0-9_:]*)(?:\{(.*)\})? ([^ ]+)/
        guard let match = try pattern.wholeMatch(in: line), let current else { throw Mistake(line, "no sample") }
        guard let value = Double(match.3), !value.isNaN else { throw Mistake(line, "no number") }
        let found: [String: String] = try match.2.map { try labels($0, line) } ?? [:]
        let sample = Sample(name: String(match.1), labels: found, value: value)
        let isKnown = families[current]?.samples.contains { $0.name == sample.name && $0.labels == found } ?? false
        guard !isKnown else { throw Mistake(line, "the same sample twice") }
        families[current]?.samples.append(sample)
    }

    private func labels(_ text: Substring, _ line: Substring) throws -> [String: String] {
        var (rest, labels) = (text, [String: String]())
        while !rest.isEmpty {
            let pattern = /([a-zA-Z_][a-zA-Z0-9_]*)="((?:[^"\\]|\\.)*)"(?:,(?=.)|$)/
            guard let match = try pattern.prefixMatch(in: rest) else { throw Mistake(line, "labels") }
            guard labels.updateValue(try unescaped(String(match.2), line), forKey: String(match.1)) == nil else {
                throw Mistake(line, "a label twice")
            }
            rest = rest[match.range.upperBound...]
        }
        return labels
    }

    private func unescaped(_ text: String, _ line: Substring) throws -> String {
        var (result, isEscape) = ("", false)
        for character in text {
            switch (isEscape, character) {
            case (false, "\\"): isEscape = true
            case (true, "n"): result += "\n"; isEscape = false
            case (true, "\\"), (true, "\""): result.append(character); isEscape = false
            case (true, _): throw Mistake(line, "an escape that there is not")
            case (false, _): result.append(character)
            }
        }
        guard !isEscape else { throw Mistake(line, "an open escape") }
        return result
    }

    private func check(_ name: String, _ family: Family) throws {
        for sample in family.samples {
            switch family.type {
            case "counter":
                guard sample.name == "\(name)_total", sample.value >= 0 else { throw Mistake(name, "counter") }
            case "gauge": guard sample.name == name else { throw Mistake(name, "gauge") }
            case "info":
                guard sample.name == "\(name)_info", sample.value == 1 else { throw Mistake(name, "info") }
            default: break
            }
        }
        if family.type == "histogram" { try checkHistogram(name, family.samples) }
    }

    /// For histograms without labels.
    private func checkHistogram(_ name: String, _ samples: [Sample]) throws {
        let buckets = samples.filter { $0.name == "\(name)_bucket" }
        let bounds = buckets.compactMap { $0.labels["le"] }
        guard bounds.last == "+Inf", bounds.dropLast().allSatisfy({ $0.contains(".") }) else {
            throw Mistake(name, "bounds are written as floating-point numbers, the last is +Inf")
        }
        let numbers = bounds.dropLast().compactMap { Double($0) }
        guard numbers.count == bounds.count - 1, numbers == numbers.sorted(), Set(numbers).count == numbers.count,
            buckets.map(\.value) == buckets.map(\.value).sorted()
        else { throw Mistake(name, "buckets that do not rise") }
        let rest = samples.filter { $0.name != "\(name)_bucket" }
        guard Set(rest.map(\.name)) == ["\(name)_count", "\(name)_sum"], rest.count == 2,
            rest.first(where: { $0.name == "\(name)_count" })?.value == buckets.last?.value
        else { throw Mistake(name, "count and sum") }
    }
}

extension Collection where Element == OpenMetricsReader.Family {
    fileprivate var joinedSamples: [OpenMetricsReader.Sample] { flatMap(\.samples) }
}
