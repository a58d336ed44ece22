/// Random numbers from a seed: the same seed gives the same sequence, so that a failing run can be repeated
/// (SplitMix64, Steele et al. 2014).
package struct SeededNumbers: RandomNumberGenerator, Sendable {
    private var state: UInt64

    package init(seed: UInt64) { state = seed }

    package mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    /// A number from 0 to `limit` - 1, and 0 for a limit below 1.
    package mutating func below(_ limit: Int) -> Int { Int(next() % UInt64(max(limit, 1))) }
}
