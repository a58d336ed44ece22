import Posts

/// The words that a reader sees of HTML, found without the code under test.
func words(ofHTML html: String) -> [String] {
    let inline: Set<String> = [
        "a", "abbr", "b", "cite", "code", "del", "em", "font", "i", "img", "input", "kbd", "mark", "s", "small", "span",
        "strong", "sub", "sup", "u", "q",
    ]
    var text = ""
    var rest = html.replacing(/<!--[\s\S]*?-->/, with: "")[...]
    rest = rest.replacing(/<(script|style)[\s\S]*?<\/(script|style)>/, with: " ")[...]
    while let tag = rest.firstMatch(of: /<\/?([a-zA-Z][a-zA-Z0-9]*)[^>]*>/) {
        text += rest[..<tag.range.lowerBound] + (inline.contains(tag.1.lowercased()) ? "" : " ")
        rest = rest[tag.range.upperBound...]
    }
    return (text + rest).referencesResolved.split(whereSeparator: \.isWhitespace).map(String.init)
}
