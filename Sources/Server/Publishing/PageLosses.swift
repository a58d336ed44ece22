import Rendering
import Wire

/// What readers of an imported post do not see of its HTML.
struct PageLosses {
    let notes: [ImportNoteBody]
    /// nil if they lose no words and no pictures.
    let body: ImportLossBody?

    /// - Parameters:
    ///   - lines: how many lines of its file stand before the text.
    /// - Returns: nil if nothing is left out.
    init?(of text: String, by options: RenderOptions, startingAt lines: Int = 0) {
        guard text.utf8.contains(UInt8(ascii: "<")), let page = try? render(text, options), !page.omitted.isEmpty
        else { return nil }
        let setting = "`raw_html` is “\(options.rawHTML.rawValue)”"
        notes = page.omitted.map {
            ImportNoteBody(
                line: $0.line + lines, what: "<\($0.element)>",
                words: "Pages leave out the HTML <\($0.element)>, because \(setting). It stays in the text as it is.")
        }
        let words = page.omitted.reduce(0) { $0 + $1.wordCount }
        let pictures = page.omitted.count { $0.element == "img" }
        let shown = wordCount(ofHTML: page.html)
        body =
            words + pictures == 0
            ? nil
            : ImportLossBody(
                words: words, pictures: pictures, isNearlyEmpty: words >= 20 && shown * 5 < words, setting: setting)
    }
}
