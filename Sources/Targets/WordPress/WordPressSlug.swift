/// A slug in the spelling that WordPress keeps as it is.
///
/// WordPress takes accents off when it stores a slug but not when it is asked for one, so that a post is not found
/// under the slug with which it was made; dots become hyphens, capitals small letters, and what is over 200 bytes
/// (percent-encoded) is cut. What is sent is therefore spelt so that none of this applies. Other scripts stay as they
/// are.
/// - SeeAlso: `sanitize_title_with_dashes` and `remove_accents` in WordPress's `formatting.php`
struct WordPressSlug: Hashable, Sendable {
    let text: String

    /// In bytes, percent-encoded; a few less than WordPress's 200, because a copy gets a number at its end.
    static let bytesMax = 190

    /// - Parameter fallback: for a slug of which nothing is left.
    init(_ slug: String, fallback: String) {
        var text = ""
        for scalar in slug.lowercased().unicodeScalars {
            switch scalar {
            case "a"..."z", "0"..."9", "_": text.unicodeScalars.append(scalar)
            case "-", ".": if text.last != "-" { text += "-" }
            case _ where scalar.isASCII || scalar.isLeftOut: break
            default: text += WordPressSlug.plain[scalar] ?? String(scalar)
            }
        }
        text = WordPressSlug.cut(text)
        while text.first == "-" { text.removeFirst() }
        while text.last == "-" { text.removeLast() }
        self.text = text.isEmpty ? fallback : text
    }

    /// Never within a character.
    private static func cut(_ text: String) -> String {
        var room = bytesMax
        return String(
            text.prefix { character in
                room -= character.utf8.reduce(0) { $0 + ($1 < 0x80 ? 1 : 3) }
                return room >= 0
            })
    }

    /// Small Latin letters with the plain ones that stand for them.
    private static let plain: [Unicode.Scalar: String] = {
        let letters: [(String, String)] = [
            ("a", "àáâãäåāăąǎǟǡǻȁȃȧḁạảấầẩẫậắằẳẵặª"),
            ("ae", "æǽǣ"),
            ("b", "ḃḅḇƀ"),
            ("c", "çćĉċčḉ"),
            ("d", "ďḋḍḏḑḓđð"),
            ("e", "èéêëēĕėęěȅȇȩḕḗḙḛḝẹẻẽếềểễệ"),
            ("f", "ḟ"),
            ("g", "ĝğġģǧǵḡ"),
            ("h", "ĥȟḣḥḧḩḫẖħ"),
            ("i", "ìíîïĩīĭįǐȉȋḭḯỉịı"),
            ("ij", "ĳ"),
            ("j", "ĵǰ"),
            ("k", "ķǩḱḳḵĸ"),
            ("l", "ĺļľḷḹḻḽł"),
            ("m", "ḿṁṃ"),
            ("n", "ñńņňǹṅṇṉṋŋŉ"),
            ("o", "òóôõöōŏőơǒǫǭȍȏȫȭȯȱṍṏṑṓọỏốồổỗộớờởỡợøǿº"),
            ("oe", "œ"),
            ("p", "ṕṗ"),
            ("r", "ŕŗřȑȓṙṛṝṟ"),
            ("s", "śŝşšșṡṣṥṧṩſ"),
            ("ss", "ß"),
            ("t", "ţťțṫṭṯṱẗŧ"),
            ("th", "þ"),
            ("u", "ùúûüũūŭůűųưǔǖǘǚǜȕȗṳṵṷṹṻụủứừửữự"),
            ("v", "ṽṿ"),
            ("w", "ŵẁẃẅẇẉẘ"),
            ("x", "ẋẍ"),
            ("y", "ýÿŷȳẏẙỳỵỷỹ"),
            ("z", "źżžẑẓẕƶ"),
        ]
        var plain: [Unicode.Scalar: String] = [:]
        for (letter, accented) in letters {
            for scalar in accented.unicodeScalars { plain[scalar] = letter }
        }
        return plain
    }()
}

extension Unicode.Scalar {
    /// Accents that have no letter of their own here, and joiners: WordPress drops some of them and keeps others.
    fileprivate var isLeftOut: Bool {
        (0x300...0x36F).contains(value) || (0x200B...0x200F).contains(value) || value == 0xAD
    }
}
