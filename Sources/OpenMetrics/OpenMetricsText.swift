/// Writes the text format of OpenMetrics 1.0
/// (https://github.com/prometheus/OpenMetrics/blob/main/specification/OpenMetrics.md).
package struct OpenMetricsText: Sendable {
    package static let contentType = "application/openmetrics-text; version=1.0.0; charset=utf-8"

    package typealias Labels = KeyValuePairs<String, String>

    package enum Kind: String, Sendable { case counter, gauge, histogram, info }

    private var lines: [String] = []

    package init() {}

    /// Adds a complete metric family; call it once per name.
    /// - Parameters:
    ///   - name: without the suffix that the kind adds; ends with `_` and the unit if there is one.
    ///   - unit: for example `seconds`; empty for none.
    ///   - help: one sentence.
    ///   - samples: in a fixed order, each with different labels.
    package mutating func add(
        _ kind: Kind, _ name: String, unit: String = "", _ help: String, _ samples: [(Labels, Double)]
    ) {
        describe(kind, name, unit, help)
        let suffix =
            switch kind {
            case .counter: "_total"
            case .info: "_info"
            case .gauge, .histogram: ""
            }
        for (labels, value) in samples { lines.append("\(name)\(suffix)\(Self.text(labels)) \(Self.text(value))") }
    }

    package mutating func add(_ kind: Kind, _ name: String, unit: String = "", _ help: String, value: Double) {
        let none: Labels = [:]
        add(kind, name, unit: unit, help, [(none, value)])
    }

    package mutating func add(_ kind: Kind, _ name: String, unit: String = "", _ help: String, count: Int) {
        add(kind, name, unit: unit, help, value: Double(count))
    }

    package mutating func add(_ name: String, unit: String, _ help: String, _ reading: Timings.Reading) {
        describe(.histogram, name, unit, help)
        for (bound, count) in zip(reading.bounds, reading.cumulative) {
            lines.append("\(name)_bucket{le=\"\(bound)\"} \(count)")
        }
        let all = reading.cumulative.last ?? 0
        lines.append("\(name)_bucket{le=\"+Inf\"} \(all)")
        lines.append("\(name)_count \(all)")
        lines.append("\(name)_sum \(Self.text(reading.sum))")
    }

    package var text: String { (lines + ["# EOF", ""]).joined(separator: "\n") }

    private mutating func describe(_ kind: Kind, _ name: String, _ unit: String, _ help: String) {
        lines.append("# TYPE \(name) \(kind.rawValue)")
        if !unit.isEmpty { lines.append("# UNIT \(name) \(unit)") }
        lines.append("# HELP \(name) \(Self.escaped(help))")
    }

    private static func text(_ labels: Labels) -> String {
        guard !labels.isEmpty else { return "" }
        return "{" + labels.map { "\($0)=\"\(escaped($1))\"" }.joined(separator: ",") + "}"
    }

    /// Whole numbers without a decimal point.
    private static func text(_ value: Double) -> String {
        guard let whole = Int(exactly: value) else { return "\(value)" }
        return "\(whole)"
    }

    private static func escaped(_ text: String) -> String {
        var escaped = ""
        for character in text.unicodeScalars {
            switch character {
            case "\\": escaped += "\\\\"
            case "\"": escaped += "\\\""
            case "\n": escaped += "\\n"
            default: escaped.unicodeScalars.append(character)
            }
        }
        return escaped
    }
}
