/// Divides a side's length among its panels in proportion to their shares.
///
/// No panel gets less than its minimum, or than an equal part if the minimums do not fit together. Panels below that
/// are raised, and the others divide the rest in proportion. If the user set no shares, they are equal; then each panel
/// first gets what it needs, and panels whose content is measured get no more.
/// - Parameters:
///   - needs: the length that each content needs, at least its minimum; nil for the minimums.
///   - measured: whether that length is the whole content. If it is for all panels, the last one gets the rest.
/// - Returns: one length per share, with the sum `length`.
/// - Complexity: O(*n*²) at worst, where *n* is at most the maximum of a side.
func lengths(
    of length: Double, shares: [Double], minimums: [Double], needs: [Double]? = nil, measured: [Bool]? = nil
) -> [Double] {
    guard shares.contains(where: { $0 != shares.first }) else {
        let measured = measured ?? minimums.map { _ in false }
        return equalLengths(of: length, minimums: minimums, needs: needs ?? minimums, measured: measured)
    }
    let part = length / Double(max(shares.count, 1))
    let least = minimums.map { min($0, part) }
    var isRaised = shares.map { _ in false }
    var rest = length
    var sum = shares.reduce(0, +)
    // A raised panel leaves less to the others, so more of them may need raising.
    while let index = shares.indices.first(where: { !isRaised[$0] && rest * shares[$0] / sum < least[$0] }) {
        isRaised[index] = true
        rest -= least[index]
        sum -= shares[index]
    }
    return shares.indices.map { isRaised[$0] ? least[$0] : rest * shares[$0] / sum }
}

/// Equal parts for the panels without measured content, but none less than the panel needs. If the needs do not fit
/// together, each panel gets its minimum, and the rest is divided in proportion to the missing lengths. If not even the
/// minimums fit, the parts are equal.
private func equalLengths(of length: Double, minimums: [Double], needs: [Double], measured: [Bool]) -> [Double] {
    let part = length / Double(max(needs.count, 1))
    let (least, wanted) = (minimums.reduce(0, +), needs.reduce(0, +))
    guard least <= length else { return needs.map { _ in part } }
    guard wanted <= length else {
        let given = (length - least) / (wanted - least)
        return zip(minimums, needs).map { $0 + ($1 - $0) * given }
    }
    var result = needs
    var open = needs.indices.filter { !measured[$0] }
    if open.isEmpty { open = needs.indices.suffix(1) }
    var equal: Double {
        (length - needs.indices.filter { !open.contains($0) }.reduce(0) { $0 + needs[$1] }) / Double(open.count)
    }
    // A panel that needs more than an equal part leaves less to the others, so more of them may need more.
    while let first = open.first(where: { needs[$0] > equal }) { open.removeAll { $0 == first } }
    let rest = equal
    for index in open { result[index] = rest }
    return result
}
