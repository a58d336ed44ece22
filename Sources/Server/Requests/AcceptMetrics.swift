import HTTPTypes
import OpenMetrics
import Posts

extension HTTPFields {
    /// The format of metrics that `Accept` asks for: that of Prometheus, unless the field names version 1 of OpenMetrics and
    /// gives `text/plain` no higher weight.
    var metricsFormat: MetricsText.Format {
        var weights: [String: Double] = [:]
        for range in (self[.accept] ?? "").split(separator: ",").prefix(32) {
            let pieces = range.split(separator: ";", omittingEmptySubsequences: false).map(\.trimmed)
            let parameters = pieces.dropFirst().map { $0.lowercased() }
            let version = parameters.first { $0.hasPrefix("version=") }
            let type = pieces.first?.lowercased() ?? ""
            let isOther = type == MetricsText.Format.openMetrics.mediaType && version?.hasPrefix("version=1.") == false
            guard !isOther, let weight = Self.weight(parameters.first { $0.hasPrefix("q=") }?[...]) else { continue }
            if weight > weights[type] ?? 0 { weights[type] = weight }
        }
        let asked = weights[MetricsText.Format.openMetrics.mediaType] ?? 0
        return asked > 0 && asked >= weights[MetricsText.Format.prometheus.mediaType] ?? 0 ? .openMetrics : .prometheus
    }
}
