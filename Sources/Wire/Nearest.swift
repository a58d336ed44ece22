/// The known name that looks most like `key`, when one is near: at most a third of its letters differ.
package func nearest(to key: String, among known: some Sequence<String>) -> String? {
    known.map { (editDistance(key, $0), $0) }.filter { $0.0 <= max(1, key.count / 3) }.min { $0 < $1 }?.1
}

/// Damerau's distance, each letter moved once at most: insertions, deletions, replacements, and neighbours that changed
/// places, which is how most keys are mistyped.
private func editDistance(_ one: String, _ other: String) -> Int {
    let (one, other) = (Array(one), Array(other))
    // What the letters so far cost: for the last letter but one of `one`, and for the last.
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
