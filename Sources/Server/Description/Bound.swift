import JSONTree
import Posts
import Wire

/// The constraints on a value in addition to its type, as JSON Schema keywords (draft 2020-12).
struct Bound: Sendable {
    let words: [String: JSON]

    /// A length in Unicode scalars, as JSON Schema counts characters.
    static func text(_ length: ClosedRange<Int>, _ pattern: String? = nil) -> Bound {
        var words: [String: JSON] = ["maxLength": .number(Double(length.upperBound))]
        if length.lowerBound > 0 { words["minLength"] = .number(Double(length.lowerBound)) }
        if let pattern { words["pattern"] = .text(pattern) }
        return Bound(words: words)
    }

    static func oneOf(_ texts: [String]) -> Bound { Bound(words: ["enum": .texts(texts)]) }

    static func number(_ range: ClosedRange<Double>) -> Bound {
        Bound(words: ["minimum": .number(range.lowerBound), "maximum": .number(range.upperBound)])
    }

    static func items(_ count: ClosedRange<Int>, each: Bound? = nil) -> Bound {
        var words: [String: JSON] = ["maxItems": .number(Double(count.upperBound))]
        if count.lowerBound > 0 { words["minItems"] = .number(Double(count.lowerBound)) }
        if let each { words["items"] = .object(each.words) }
        return Bound(words: words)
    }

    /// Constraints on the fields of an object.
    static func fields(_ fields: [String: Bound]) -> Bound {
        Bound(words: ["properties": .object(fields.mapValues { .object($0.words) })])
    }

    /// Constraints on names in an object whose names the caller chooses, and on their number.
    static func names(_ bound: Bound, max: Int) -> Bound {
        Bound(words: ["propertyNames": .object(bound.words), "maxProperties": .number(Double(max))])
    }

    /// Text that SQLite can store.
    static let storable = #"^[^\x00]*$"#
    /// A flag in a query, as `QueryParameter.value` reads it.
    static let flag = oneOf(["", "1", "true", "yes", "0", "false", "no"])
    /// Two numbers from -1 to 1.
    static let focus = text(3...20, "^-?(0(\\.[0-9]{1,6})?|1(\\.0{1,6})?),-?(0(\\.[0-9]{1,6})?|1(\\.0{1,6})?)$")
    static let line = text(0...1000, storable)
    static let address = text(8...2000, "^https?://[!-~]+$")
    /// An empty text counts as absent.
    static let addressOrNone = text(0...2000, "^(https?://[!-~]+)?$")
    /// The daemon checks the names between the “/”.
    static let pathOrNone = text(0...PostPath.charactersMax, #"^(/?[^/.:?#\\\x00-\x1f\x7f][^?#\\\x00-\x1f\x7f]*)?$"#)
    static let languageOrNone = text(0...35, "^$|" + languagePattern)
    /// At least one character other than blanks and “#”; no comma, no control characters, and no format characters but
    /// joiners.
    static let tag = text(
        1...Tag.scalarsMax,
        #"^(?=[\s#]*[^\s#])[^,\x00-\x1f\x7f-\x9f\xad\u0600-\u0605\u061c\u06dd\u070f\u0890\u0891\u08e2\u180e\u200b\u200e\u200f"#
            + #"\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]*$"#)
    static let targetName = text(1...40, "^[a-z0-9-]+$")
    /// A new name, by the rule of `GivenName`; the daemon checks the characters that are not ASCII.
    static func givenName(_ lengths: ClosedRange<Int>) -> Bound {
        let others = #"\x00-\x1f!-&(-*,/:-?\[-^`{-\x9f"#
        let name = "[^\(others) .-]([^\(others)]*[^\(others) ])?"
        return text(lengths, lengths.contains(0) ? "^(\(name))?$" : "^\(name)$")
    }
    /// The name of a user that exists: no “/”, no control characters, no blanks at the ends.
    static let accountName = text(
        1...100, #"^(?!\.{1,2}$)[^ /\x00-\x1f\x7f]([^/\x00-\x1f\x7f]*[^ /\x00-\x1f\x7f])?$"#)
    /// No “/”, line breaks or control characters, no blanks at the ends, and not like the id of a window.
    static let arrangementName = text(
        1...60,
        #"^(?!\.{1,2}$)(?!w-)[^ /\x00-\x1f\x7f-\x9f\u2028\u2029]"#
            + #"([^/\x00-\x1f\x7f-\x9f\u2028\u2029]*[^ /\x00-\x1f\x7f-\x9f\u2028\u2029])?$"#)
    /// The daemon checks whether the zone exists on this machine.
    static let zoneOrNone = text(0...80, "^(\(zonePattern))?$")
    /// Times that `When` reads, without the variants that it tolerates.
    static let time = text(1...80, "^(\(timePattern))$")
    static let timeOrSlot = text(1...80, "^(\(timePattern)|\(PublicationBody.nextSlot))$")
    static let timeOrNone = text(0...80, "^(\(timePattern))?$")
    private static let languagePattern = "^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*$"

    private static let offsetPattern = "[+-]([01][0-9]|2[0-3]):[0-5][0-9]"
    private static let zonePattern = "[A-Z][A-Za-z_]{0,20}(/[A-Z][A-Za-z_]{0,20}){0,2}|\(offsetPattern)"
    private static let timePattern: String = {
        let year = "(19|2[0-9])[0-9]{2}"
        let leapYear = "((19|2[0-9])(0[48]|[2468][048]|[13579][26])|2[048]00)"
        let days = [
            "\(year)-(0[1-9]|1[0-2])-(0[1-9]|1[0-9]|2[0-8])", "\(year)-(0[13-9]|1[0-2])-(29|30)",
            "\(year)-(0[13578]|1[02])-31", "\(leapYear)-02-29",
        ]
        let clock = "([01][0-9]|2[0-3]):[0-5][0-9](:[0-5][0-9](\\.[0-9]{1,6})?)?"
        // No offset stands behind it.
        let halfDayClock = "([1-9]|1[0-2])(:[0-5][0-9])? ?[AaPp][Mm]"
        let time = "(\(clock)|\(halfDayClock))"
        let weekdays = [
            "mon(day)?", "tue(sday)?", "wed(nesday)?", "thu(rsday)?", "fri(day)?", "sat(urday)?", "sun(day)?",
        ]
        let day = "(today|tomorrow|\(weekdays.joined(separator: "|")))"
        let forms = [
            "now", "\\+[1-9][0-9]{0,3}d", "\\+([1-9][0-9]{0,3}d)?[1-9][0-9]{0,3}h([1-9][0-9]{0,3}m)?",
            "\\+[1-9][0-9]{0,3}m", "in [1-9][0-9]{0,3} (minutes?|hours?|days?|weeks?)",
            "(\(days.joined(separator: "|")))"
                + "([T ]\(clock)(Z|\(offsetPattern)| (\(zonePattern)))?| \(halfDayClock)( (\(zonePattern)))?)?",
            "(\(day) )?\(time)", "\(time) \(day)",
        ]
        return forms.joined(separator: "|")
    }()
}

extension JSON {
    /// The schema with a constraint, which replaces the type's own. A list's constraint may also be one on its items.
    func bounded(_ bound: Bound) -> JSON {
        guard case .object(let fields) = self else { return self }
        return .object(
            fields.merging(bound.words) { own, more in
                guard case .object(let more) = more else { return more }
                return own.bounded(Bound(words: more))
            })
    }

    /// The schema, or null, which counts as absent.
    var orNull: JSON {
        guard case .object(var words) = self else { return self }
        guard case .text(let type)? = words["type"] else {
            return .object(["anyOf": .list([self, .ofType("null")])])
        }
        words["type"] = .texts([type, "null"])
        if case .list(let values)? = words["enum"] { words["enum"] = .list(values + [.null]) }
        return .object(words)
    }
}
