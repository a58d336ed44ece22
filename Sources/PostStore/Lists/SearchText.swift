/// Prepares text for the tokenizer of the index.
///
/// The tokenizer takes a run of letters for one word. Chinese, Japanese, Thai and some other scripts have no blanks
/// between words, so that a sentence would be one word, found only by its beginning. Therefore each of their letters is
/// a word in the index, and a search for a word is one for a phrase of letters.
enum SearchText {
    /// `text` with a blank before and after each letter of a script without blanks. Equal texts always give equal
    /// results, as the index demands.
    static func spaced(_ text: String) -> String {
        // Letters of these scripts take three bytes or more, which most texts do not contain.
        guard text.utf8.contains(where: { $0 >= 0xE0 }) else { return text }
        var spaced = String.UnicodeScalarView()
        var wantsBlank = false
        for scalar in text.unicodeScalars {
            let isAlone = hasNoBlanks(scalar)
            if isAlone || wantsBlank { spaced.append(" ") }
            spaced.append(scalar)
            wantsBlank = isAlone
        }
        return String(spaced)
    }

    /// By the blocks of Unicode 15: Thai, Lao, Myanmar, Khmer, kana and Chinese characters. Korean has blanks.
    private static func hasNoBlanks(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x0E01...0x0E5B, 0x0E81...0x0EDF, 0x1000...0x109F, 0x1780...0x17FF: true
        case 0x3005...0x3007, 0x3040...0x30FF, 0x31F0...0x31FF, 0xFF66...0xFF9F: true
        case 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xF900...0xFAFF, 0x1B000...0x1B16F, 0x20000...0x323AF: true
        default: false
        }
    }
}
