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

/// One item of a list whose others are read even if it cannot be.
struct TolerantItem<Item: Decodable>: Decodable {
    let item: Result<Item, any Error>

    init(from decoder: any Decoder) throws { item = Result { try Item(from: decoder) } }
}

extension Array {
    /// Why items of a list cannot be read, in the words of `ExportFailure`.
    func failures<Item>(in format: String, list: String, item: String) -> [ItemFailure]
    where Element == TolerantItem<Item> {
        enumerated().compactMap { index, read in
            guard case .failure(let error) = read.item else { return nil }
            return ItemFailure(
                number: index + 1, words: ExportFailure(error, in: format, list: list, item: item).words)
        }
    }
}

/// An item of an export that cannot be read.
package struct ItemFailure: Hashable, Sendable {
    /// In the order of the file, from 1.
    package let number: Int
    package let words: String
}

extension String {
    /// A date of a feed. A program that writes all times in UTC says nothing of the author's clocks: those of the import
    /// count, as for `Z`.
    var dateOfFeed: String {
        let date = trimmed
        let isUTC = ["+00:00", "-00:00", "+0000", "-0000"].contains { date.hasSuffix($0) }
        guard isUTC, let sign = date.lastIndex(where: { $0 == "+" || $0 == "-" }) else { return date }
        return date[..<sign].trimmed + " Z"
    }

    /// The last part of a URL's path, without `.html`; nil if it has none.
    var lastPart: String? {
        let path = prefix { $0 != "?" && $0 != "#" }
        let parts = path.split(separator: "/", omittingEmptySubsequences: true)
        let start = path.contains("://") ? 2 : 0
        guard parts.count > start, let last = parts.last else { return nil }
        return last.hasSuffix(".html") ? String(last.dropLast(5)) : String(last)
    }

    /// The words of HTML, without markup.
    var wordsOfHTML: String {
        withoutTags(lineBreak: " ").referencesResolved.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }

    /// Plain text as Markdown with the same words and lines.
    var markdownOfPlainText: String {
        HTMLText.markdown(htmlTextEscaped).text.replacing(/&amp;(?!#?\w+;)/, with: "&")
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
