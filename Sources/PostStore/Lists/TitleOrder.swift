import FoundationEssentials
import GRDB
import Posts

/// How titles are compared: whatever their case and accents, and only then by these.
enum TitleOrder {
    static let name = "title"

    /// For the connections of a store.
    static let collation = DatabaseCollation(name) { one, other in
        let (first, second) = (folded(one), folded(other))
        if first != second { return first < second ? .orderedAscending : .orderedDescending }
        return one == other ? .orderedSame : one < other ? .orderedAscending : .orderedDescending
    }

    private static func folded(_ title: String) -> String {
        let lower = title.lowercased()
        guard !lower.utf8.allSatisfy({ $0 < 0x80 }) else { return lower }
        let letters = lower.decomposed.unicodeScalars.filter { $0.properties.generalCategory != .nonspacingMark }
        return String(String.UnicodeScalarView(letters))
    }
}
