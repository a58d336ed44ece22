import Foundation
import JSONTree

extension JSON {
    /// The value that JSONSerialization read. Written again, because Swift takes its `true` for a number as well.
    init(any value: Any) throws {
        self = try JSON(reading: [UInt8](JSONSerialization.data(withJSONObject: value, options: .fragmentsAllowed)))
    }

    /// The entry of a panel in the plan for wide windows.
    func entry(of panel: String) -> JSON? {
        fields?["classes"]?.fields?["wide"]?.fields?["panels"]?.fields?[panel]
    }

    mutating func setEntry(of panel: String, to entry: JSON?) {
        set(["classes", "wide", "panels", panel], entry)
    }

    mutating func removeEntry(of panel: String) { setEntry(of: panel, to: nil) }

    /// A row writes "ok" for an unchanged entry.
    mutating func setEntry(of panel: String, toEntry entry: Any) throws {
        if entry as? String == "ok" { return }
        setEntry(of: panel, to: try JSON(any: entry))
    }

    private mutating func set(_ path: [String], _ value: JSON?) {
        guard let key = path.first, case .object(var fields) = self else { return }
        if path.count == 1 {
            fields[key] = value
        } else {
            fields[key]?.set(Array(path.dropFirst()), value)
        }
        self = .object(fields)
    }
}
