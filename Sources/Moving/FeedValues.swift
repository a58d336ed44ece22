import Posts

// Values as feeds and exports write them.

/// A text that some programs write as a number or a truth value, such as an id.
struct FlexibleText: Decodable {
    let text: String

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let text = try? container.decode(String.self) {
            self.text = text
        } else if let number = try? container.decode(Int64.self) {
            text = "\(number)"
        } else if let truth = try? container.decode(Bool.self) {
            text = truth ? "1" : "0"
        } else {
            text = "\(try container.decode(Double.self))"
        }
    }
}

extension String {
    /// The last part of a URL's path, without `.html`; nil if it has none.
    var lastPart: String? {
        let path = prefix { $0 != "?" && $0 != "#" }
        let parts = path.split(separator: "/", omittingEmptySubsequences: true)
        let start = path.contains("://") ? 2 : 0
        guard parts.count > start, let last = parts.last else { return nil }
        return last.hasSuffix(".html") ? String(last.dropLast(5)) : String(last)
    }

    /// A date of RFC 822 such as `Wed, 01 May 2019 09:00:00 +0100`, as RFC 3339; nil if it is none.
    var dateOfRFC822: String? {
        let match = wholeMatch(
            of:
                /\s*(?:[A-Za-z]+,?\s+)?(\d{1,2})\s+([A-Za-z]{3})[a-z]*\s+(\d{4}|\d{2})\s+(\d{1,2}):(\d{2})(?::(\d{2}))?(?:\s+([A-Za-z]+|[+-]\d{4}))?\s*/
        )
        let months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]
        guard let match, let month = months.firstIndex(of: match.2.lowercased()), let short = Int(match.3),
            let offset = String.offset(match.7 ?? "GMT")
        else { return nil }
        let year = match.3.count == 4 ? short : short < 70 ? 2000 + short : 1900 + short
        func two(_ digits: Substring) -> String { digits.count == 1 ? "0\(digits)" : String(digits) }
        let text =
            "\(year)-\(two("\(month + 1)"))-\(two(match.1))T\(two(match.4)):\(match.5):\(match.6 ?? "00")\(offset)"
        return (try? RFC3339.instant(text)) == nil ? nil : text
    }

    /// Of the zones in RFC 822 only these have an agreed offset.
    private static func offset(_ zone: Substring) -> String? {
        let hours = ["EST": 5, "EDT": 4, "CST": 6, "CDT": 5, "MST": 7, "MDT": 6, "PST": 8, "PDT": 7]
        if ["GMT", "UT", "UTC", "Z"].contains(zone.uppercased()) { return "Z" }
        if let hours = hours[zone.uppercased()] { return "-0\(hours):00" }
        guard zone.count == 5 else { return nil }
        return "\(zone.prefix(3)):\(zone.suffix(2))"
    }

    /// The words of HTML, without markup.
    var wordsOfHTML: String {
        withoutTags(lineBreak: " ").referencesResolved.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }

    /// The HTML of a summary as one line of Markdown; nil if it is empty, or is a text that a program cut off. Galley
    /// cuts at the end of a word itself.
    var summaryFromHTML: String? {
        let text = HTMLText.markdown(self).text.split(whereSeparator: \.isNewline).joined(separator: " ")
        let end = text.referencesResolved.filter { $0 != "\\" && $0 != "]" && $0 != ")" && $0 != " " }
        guard !text.isEmpty, !end.hasSuffix("…"), !end.hasSuffix("..."), !end.contains("appeared first on")
        else { return nil }
        return text
    }
}
