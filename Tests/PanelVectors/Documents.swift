import Foundation
import JSONTree

extension JSON {
    /// The value as an object of Foundation, whose numbers can be cast to `Int` and `Double`. JSONSerialization itself
    /// rounds numbers of 17 digits (`230.39999999999998` to `230.4`).
    var foundation: Any {
        switch self {
        case .null: NSNull()
        case .bool(let flag): flag
        case .number(let number): NSNumber(value: number)
        case .large(let number): NSNumber(value: Double(number))
        case .text(let text): text
        case .list(let items): items.map(\.foundation)
        case .object(let fields): fields.mapValues(\.foundation)
        }
    }

    /// The value of such an object. Written again, because Swift casts the number 1 to `true` as well.
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
