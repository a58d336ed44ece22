import Copyfitting

/// A text divided into the parts of a thread. Targets with the same rule share it, because dividing costs more than all
/// else that is made of the text.
package struct ThreadDivision: Hashable, Sendable {
    /// What to divide, and how.
    struct Source: Hashable, Sendable {
        let text: String
        /// See `PlainText.whole`.
        let whole: [Range<Int>]
        let rule: CountingRule
        /// Whether to leave room for numbers.
        let isNumbered: Bool
        let avoidsPairs: Bool
    }
    let source: Source
    let split: ThreadSplit
    /// The rule for each part, less the room of its number.
    let rule: CountingRule
}

extension ThreadDivision {
    /// Room for the numbers is reserved for one digit first, then for as many as the count has. One more part may follow
    /// for the address.
    init(_ source: Source) {
        for digits in 1...2 {
            let made = ThreadDivision(source, digits: digits)
            if !source.isNumbered || "\(made.split.parts.count + 1)".count <= digits {
                self = made
                return
            }
        }
        self.init(source, digits: 3)
    }

    private init(_ source: Source, digits: Int) {
        let room = source.isNumbered ? 2 * digits + 3 : 0
        let rule = CountingRule(name: source.rule.name, method: source.rule.method, limit: source.rule.limit - room)
        let split = ThreadSplit(source.text, whole: source.whole, rule: rule, avoidsPairs: source.avoidsPairs)
        self.init(source: source, split: split, rule: rule)
    }
}
