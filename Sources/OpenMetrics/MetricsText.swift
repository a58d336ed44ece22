/// Writes metrics in one of two text formats, which differ in the names of families, in metadata and in the end.
package struct MetricsText: Sendable {
    package enum Format: CaseIterable, Sendable {
        /// The text format of Prometheus 0.0.4 (https://prometheus.io/docs/instrumenting/exposition_formats/).
        case prometheus
        /// OpenMetrics 1.0 (https://github.com/prometheus/OpenMetrics/blob/main/specification/OpenMetrics.md).
        case openMetrics

        package var mediaType: String {
            switch self {
            case .prometheus: "text/plain"
            case .openMetrics: "application/openmetrics-text"
            }
        }

        package var contentType: String {
            switch self {
            case .prometheus: "\(mediaType); version=0.0.4; charset=utf-8"
            case .openMetrics: "\(mediaType); version=1.0.0; charset=utf-8"
            }
        }
    }

    package typealias Labels = KeyValuePairs<String, String>

    package enum Kind: String, Sendable { case counter, gauge, histogram, info }

    package let format: Format
    private var lines: [String] = []

    package init(_ format: Format) { self.format = format }

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
        let sample = name + kind.suffix
        for (labels, value) in samples { lines.append("\(sample)\(Self.text(labels)) \(Self.text(value))") }
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

    package var text: String {
        (lines + (format == .openMetrics ? ["# EOF", ""] : [""])).joined(separator: "\n")
    }

    /// Prometheus knows no units and no type `info`, names a family like its samples, and keeps quotation marks of a help.
    private mutating func describe(_ kind: Kind, _ name: String, _ unit: String, _ help: String) {
        switch format {
        case .prometheus:
            let family = name + kind.suffix
            lines.append("# HELP \(family) \(Self.escaped(help, quotes: false))")
            lines.append("# TYPE \(family) \((kind == .info ? .gauge : kind).rawValue)")
        case .openMetrics:
            lines.append("# TYPE \(name) \(kind.rawValue)")
            if !unit.isEmpty { lines.append("# UNIT \(name) \(unit)") }
            lines.append("# HELP \(name) \(Self.escaped(help, quotes: true))")
        }
    }

    private static func text(_ labels: Labels) -> String {
        guard !labels.isEmpty else { return "" }
        return "{" + labels.map { "\($0)=\"\(escaped($1, quotes: true))\"" }.joined(separator: ",") + "}"
    }

    /// Whole numbers without a decimal point.
    private static func text(_ value: Double) -> String {
        guard let whole = Int(exactly: value) else { return "\(value)" }
        return "\(whole)"
    }

    private static func escaped(_ text: String, quotes: Bool) -> String {
        var escaped = ""
        for character in text.unicodeScalars {
            switch character {
            case "\\": escaped += "\\\\"
            case "\"" where quotes: escaped += "\\\""
            case "\n": escaped += "\\n"
            default: escaped.unicodeScalars.append(character)
            }
        }
        return escaped
    }
}

extension MetricsText.Kind {
    /// What the names of the samples have after the name of their family.
    fileprivate var suffix: String {
        switch self {
        case .counter: "_total"
        case .info: "_info"
        case .gauge, .histogram: ""
        }
    }
}
