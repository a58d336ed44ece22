/// What `RawHTMLPolicy.filter` keeps of the HTML in a Markdown text: elements that show text, and of their attributes
/// those by which nothing runs, nothing takes another place on the page, and nothing looks like a part of the theme.
enum HTMLPolicy {
    /// Whether the element is kept. Of all others the tags go and the words stay.
    static func keeps(_ element: String) -> Bool { elements.contains(element) || isVoid(element) }

    /// Whether the element has no closing tag.
    static func isVoid(_ element: String) -> Bool { voids.contains(element) }

    /// Whether the content is code, which goes with the element.
    static func isCode(_ element: String) -> Bool { element == "script" || element == "style" }

    /// Whether the attribute is kept.
    static func keeps(_ attribute: String, of element: String) -> Bool {
        everywhere.contains(attribute) || attributes[element]?.contains(attribute) == true
    }

    /// Whether the attribute's value is an address.
    static func isAddress(_ attribute: String) -> Bool { ["href", "src", "cite"].contains(attribute) }

    /// The open elements that the start of this one ends, if they are innermost.
    static func ended(by element: String) -> Set<String> { endings[element] ?? [] }

    private static let elements = Set(
        """
        p div span h1 h2 h3 h4 h5 h6 blockquote pre address article aside footer header hgroup nav section center
        ul ol li dl dt dd figure figcaption details summary
        table caption colgroup thead tbody tfoot tr th td
        a abbr acronym b bdi bdo big cite code data del dfn em i ins kbd mark q rb rp rt rtc ruby s samp small strike
        strong sub sup time tt u var
        """.split(whereSeparator: \.isWhitespace).map(String.init))

    private static let voids: Set<String> = ["br", "hr", "img", "wbr", "col"]

    private static let everywhere: Set<String> = ["lang", "dir"]

    private static let attributes: [String: Set<String>] = [
        "a": ["href", "title"], "abbr": ["title"], "acronym": ["title"], "blockquote": ["cite"], "col": ["span"],
        "colgroup": ["span"], "data": ["value"], "del": ["cite", "datetime"], "details": ["open"], "dfn": ["title"],
        "img": ["src", "alt", "width", "height"], "ins": ["cite", "datetime"], "li": ["value"],
        "ol": ["start", "reversed", "type"], "q": ["cite"], "td": ["align", "colspan", "rowspan"],
        "th": ["align", "colspan", "rowspan", "scope"], "time": ["datetime"],
    ]

    private static let endings: [String: Set<String>] = [
        "li": ["li"], "dt": ["dt", "dd"], "dd": ["dt", "dd"], "tr": ["td", "th", "tr"], "td": ["td", "th"],
        "th": ["td", "th"], "thead": ["caption", "colgroup"], "tbody": ["td", "th", "tr", "thead", "tbody"],
        "tfoot": ["td", "th", "tr", "tbody"], "rt": ["rb", "rt", "rp"], "rp": ["rb", "rt", "rp"],
    ].merging(
        // A paragraph contains no blocks.
        "p div h1 h2 h3 h4 h5 h6 blockquote pre ul ol dl table figure details hr section article aside header footer"
            .split(separator: " ").map { (String($0), ["p"]) }
    ) { $0.union($1) }
}
