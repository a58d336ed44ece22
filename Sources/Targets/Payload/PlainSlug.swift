/// A slug in a spelling that blogs do not change when they store it, so that a look-up finds it.
///
/// WordPress, for one, removes accents when it stores a slug but not when it looks one up. It also turns dots into hyphens
/// and capitals into small letters, and cuts slugs over 200 bytes (percent-encoded). Ghost and WriteFreely do much the
/// same. Galley sends a slug that none of this applies to. Other scripts stay as they are.
/// - SeeAlso: `sanitize_title_with_dashes` and `remove_accents` in WordPress's `formatting.php`
struct PlainSlug: Hashable, Sendable {
    let text: String

    /// - Parameters:
    ///   - bytesMax: percent-encoded.
    ///   - fallback: used if nothing of the slug remains.
    init(_ slug: String, bytesMax: Int, fallback: String) {
        var text = ""
        for scalar in slug.lowercased().unicodeScalars {
            switch scalar {
            case "a"..."z", "0"..."9", "_": text.unicodeScalars.append(scalar)
            case "-", ".": if text.last != "-" { text += "-" }
            case _ where scalar.isASCII || scalar.isLeftOut: break
            default: text += PlainSlug.plain[scalar] ?? String(scalar)
            }
        }
        text = PlainSlug.cut(text, to: bytesMax)
        while text.first == "-" { text.removeFirst() }
        while text.last == "-" { text.removeLast() }
        self.text = text.isEmpty ? fallback : text
    }

    /// Never cuts within a character.
    private static func cut(_ text: String, to bytesMax: Int) -> String {
        var room = bytesMax
        return String(
            text.prefix { character in
                room -= character.utf8.reduce(0) { $0 + ($1 < 0x80 ? 1 : 3) }
                return room >= 0
            })
    }

    /// Equal for texts that differ in case and accents only.
    static func folded(_ text: String) -> String {
        text.lowercased().unicodeScalars.reduce(into: "") { result, scalar in
            if !scalar.isLeftOut { result += plain[scalar] ?? String(scalar) }
        }
    }

    /// Small Latin letters and their plain equivalents.
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

extension String {
    /// Whether a slug ends as blogs end one that is taken, `slug-2` to `slug-10`, and the wanted one does not. Others may be the
    /// wanted one in another spelling, such as percent-encoded.
    func isNumbered(besides wanted: String) -> Bool {
        (2...10).contains { hasSuffix("-\($0)") && !wanted.hasSuffix("-\($0)") }
    }
}

extension Unicode.Scalar {
    /// Combining accents and joiners: services drop some of them and keeps others.
    fileprivate var isLeftOut: Bool {
        (0x300...0x36F).contains(value) || (0x200B...0x200F).contains(value) || value == 0xAD
    }
}
