import Posts
import SQL

/// What a list by title is ordered by, byte for byte: the title whatever its case and accents, and after that the title.
enum TitleKey {
    /// Lets a migration call it.
    static func add(to db: SQLiteDatabase) throws {
        try db.add("foldedTitle", arguments: 2) { texts in
            text(title: texts.first ?? nil, excerpt: texts.last.flatMap { $0 } ?? "")
        }
    }

    /// Titles may be long, and only their beginnings are compared.
    private static let scalarsMax = 200

    /// - Parameter excerpt: for posts without a title.
    static func text(title: String?, excerpt: String) -> String {
        let start = String(String.UnicodeScalarView((title ?? excerpt).unicodeScalars.prefix(scalarsMax)))
        // No letter comes before the separator, so that a shorter title comes before a longer one.
        return "\(folded(start))\u{1}\(start.composed)"
    }

    private static func folded(_ title: String) -> String {
        let lower = title.lowercased()
        guard !lower.utf8.allSatisfy({ $0 < 0x80 }) else { return lower }
        let letters = lower.decomposed.unicodeScalars.filter { $0.properties.generalCategory != .nonspacingMark }
        return String(String.UnicodeScalarView(letters)).composed
    }
}
