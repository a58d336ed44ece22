/// PostgreSQL's form of what is written in the common dialect, with the marks and the types of SQLite.
package enum Dialect {
    /// A statement with “$1” for “?” and “?1”, and without what only SQLite's planner needs.
    package static func postgres(_ sql: String) -> String { prepared(sql).sql }

    /// - Returns: also how many arguments it wants.
    static func prepared(_ sql: String) -> (sql: String, arguments: Int) {
        let (numbered, count) = numbered(sql)
        return (common(numbered), count)
    }

    private static func common(_ sql: String) -> String {
        sql
            .replacing(#/ INDEXED BY \w+/#, with: "")
            // On SQLite it fixes the order of a join.
            .replacing("CROSS JOIN", with: "JOIN")
            .replacing("group_concat(", with: "string_agg(").replacing("instr(", with: "strpos(")
            // Bytes that are no text, or have U+0000, would be an error. ASCII stays, and “é” becomes “\\303\\251”.
            .replacing(#/CAST\((?<bytes>[\w.$]+) AS TEXT\)/#) { "encode(\($0.bytes), 'escape')" }
            .replacing(#/\bhex\((?<bytes>[\w.$]+)\)/#) { "upper(encode(\($0.bytes), 'hex'))" }
    }

    /// “?” is the number after the greatest one so far, as in SQLite.
    private static func numbered(_ sql: String) -> (sql: String, greatest: Int) {
        var (result, greatest): (String, Int) = ("", 0)
        var rest = Substring(sql)
        while let place = rest.firstIndex(where: { $0 == "?" || $0 == "'" || $0 == "\"" }) {
            result += rest[..<place]
            let sign = rest[place]
            rest = rest[rest.index(after: place)...]
            if sign == "?" {
                let digits = rest.prefix { ("0"..."9").contains($0) }
                let number = Int(digits) ?? greatest + 1
                greatest = max(greatest, number)
                result += "$\(number)"
                rest = rest[digits.endIndex...]
            } else {
                let quoted = rest.prefix { $0 != sign }
                result.append(sign)
                result += quoted
                rest = rest[quoted.endIndex...]
                if !rest.isEmpty { result.append(rest.removeFirst()) }
            }
        }
        return (result + rest, greatest)
    }
}
