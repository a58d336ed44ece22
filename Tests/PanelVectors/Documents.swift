import Foundation
import JSONTree

extension JSON {
    /// The value that JSONSerialization read.
    init(any value: Any) throws {
        switch value {
        case is NSNull: self = .null
        case let text as String: self = .text(text)
        case let list as [Any]: self = .list(try list.map(JSON.init(any:)))
        case let fields as [String: Any]: self = .object(try fields.mapValues(JSON.init(any:)))
        case let number as Double: self = .number(number)
        case let flag as Bool: self = .bool(flag)
        default: throw RowError("\(value) cannot stand in a document")
        }
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
