/// Divides a side's length among its panels in proportion to their shares.
///
/// No panel gets less than its minimum, or than an equal part where the minimums do not fit together: those below are
/// raised, and the others divide the rest, again in proportion.
/// - Returns: one length per share, with the sum `length`.
/// - Complexity: O(*n*) for equal shares; O(*n*²) at worst, with *n* at most what a side takes.
func lengths(of length: Double, shares: [Double], minimums: [Double]) -> [Double] {
    let part = length / Double(max(shares.count, 1))
    var result = shares.map { _ in part }
    guard shares.contains(where: { $0 != shares.first }) else { return result }
    var isRaised = shares.map { _ in false }
    var rest = length
    var sum = shares.reduce(0, +)
    while true {
        var didRaise = false
        for index in shares.indices where !isRaised[index] {
            let low = min(minimums[index], part)
            result[index] = rest * shares[index] / sum
            guard result[index] < low else { continue }
            isRaised[index] = true
            didRaise = true
            result[index] = low
            rest -= low
            sum -= shares[index]
            break
        }
        if !didRaise { return result }
    }
}
