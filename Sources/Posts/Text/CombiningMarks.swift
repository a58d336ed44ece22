extension String {
    /// How many combining marks may follow each other in a text from outside. Writing needs fewer than ten; decorated
    /// (“Zalgo”) letters have up to some hundred.
    package static let marksMax = 256

    package static let endlessMarksWords =
        "Found a letter with more than \(marksMax) combining marks; remove most of them."

    /// Whether some letter has more than `marksMax` combining marks.
    ///
    /// Swift compares texts by canonical equivalence, for which it sorts the marks in a row, in quadratic time: comparing
    /// 80 KB of them with anything takes 0.4 s.
    package var hasEndlessMarks: Bool {
        var marks = 0
        for scalar in unicodeScalars {
            // The first marks are at U+0300.
            if scalar.value < 0x300 || scalar.properties.canonicalCombiningClass == .notReordered {
                marks = 0
            } else {
                marks += 1
                if marks > String.marksMax { return true }
            }
        }
        return false
    }
}
