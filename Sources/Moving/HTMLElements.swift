/// The elements that HTML knows, also those of old versions, by what a reader of HTML has to know about them.
/// - SeeAlso: https://html.spec.whatwg.org/multipage/indices.html#elements-3
enum HTMLElements {
    /// Elements without a closing tag.
    static let voids = words(
        "area base basefont br col embed frame hr img input link meta param source track wbr")

    /// Elements whose closing tag may be left out.
    static let endless = words(
        "p li dt dd tr td th thead tbody tfoot colgroup rt rp rb rtc html head body")

    /// Elements whose content is no HTML.
    static let raw = words("script style textarea title xmp iframe noembed noframes")

    /// Elements whose content is no part of the text, or that stay HTML.
    static let opaque = raw.union(
        words(
            """
            template object applet video audio canvas svg math map button select option optgroup datalist meter progress output dialog
            frameset marquee plaintext listing
            """))

    /// Elements that begin a paragraph.
    static let blocks = words(
        """
        p div h1 h2 h3 h4 h5 h6 blockquote pre address article aside footer header hgroup main nav section center form
        fieldset legend ul ol li dl dt dd dir menu figure figcaption details summary table caption thead tbody tfoot tr
        th td hr
        """)

    static let known = voids.union(endless).union(opaque).union(blocks).union(
        words(
            """
            a abbr acronym b bdi bdo big blink cite code data del dfn em font i ins kbd label mark nobr noscript picture q
            ruby s samp small span strike strong sub sup time tt u var
            """))

    /// Whether an element that is left open is a mistake.
    static func needsEnd(_ name: String) -> Bool {
        known.contains(name) && !voids.contains(name) && !endless.contains(name)
    }

    /// Elements that do nothing without attributes.
    static let idle = voids.subtracting(["br", "hr", "wbr", "col"])

    private static func words(_ text: String) -> Set<String> {
        Set(text.split(whereSeparator: \.isWhitespace).map(String.init))
    }
}
