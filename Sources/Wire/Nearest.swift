/// The known name most similar to `key`; nil when each differs in more than a third of the letters of `key`.
package func nearest(to key: String, among known: some Sequence<String>) -> String? {
    known.map { (editDistance(key, $0), $0) }.filter { $0.0 <= max(1, key.count / 3) }.min { $0 < $1 }?.1
}

/// The Damerau–Levenshtein distance with each letter moved at most once (optimal string alignment). It counts
/// insertions, deletions, replacements and swapped neighbours, the most common typing error.
private func editDistance(_ one: String, _ other: String) -> Int {
    let (one, other) = (Array(one), Array(other))
    // The rows of the distance matrix for the letters before: the last but one of `one`, and the last.
    var before = [Int](repeating: 0, count: other.count + 1)
    var last = Array(0...other.count)
    for i in one.indices {
        var row = [i + 1]
        for j in other.indices {
            var cost = min(last[j] + (one[i] == other[j] ? 0 : 1), row[j] + 1, last[j + 1] + 1)
            if i > 0, j > 0, one[i] == other[j - 1], one[i - 1] == other[j] { cost = min(cost, before[j - 1] + 1) }
            row.append(cost)
        }
        (before, last) = (last, row)
    }
    return last[other.count]
}

/// The message about a word of a command line that should be a command and is none.
/// - Parameters:
///   - path: the command before it, such as “galley post”.
///   - known: the commands that could follow.
package func wordsOnUnknownCommand(_ word: String, after path: String, known: [String]) -> String {
    let wrong = "There is no command “\(path) \(word)”."
    guard let meant = nearest(to: word, among: known) else { return "\(wrong) “\(path) --help” lists the commands." }
    return "\(wrong) Did you mean “\(path) \(meant)”?"
}
