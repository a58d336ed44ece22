/// The differences between two texts, line by line.
///
/// Uses E. Myers, *An O(ND) Difference Algorithm and Its Variations* (1986), after removing the common beginning and
/// end. Texts that differ in more than `editsMax` lines become one replacement: the memory grows with the square of the
/// differences, and such a diff is of no use to a reader.
struct LineDiff {
    enum Edit: Equatable {
        case keep(Substring)
        case remove(Substring)
        case insert(Substring)

        var isKept: Bool { if case .keep = self { true } else { false } }
    }

    let edits: [Edit]
    var isEmpty: Bool { edits.allSatisfy(\.isKept) }
    private static let editsMax = 1000

    init(from old: String, to new: String) {
        let (old, new) = (Self.lines(old), Self.lines(new))
        let shared = min(old.count, new.count)
        let before = zip(old, new).prefix { $0 == $1 }.count
        let after = zip(old.reversed(), new.reversed()).prefix(shared - before).prefix { $0 == $1 }.count
        let (left, right) = (Array(old.dropFirst(before).dropLast(after)), Array(new.dropFirst(before).dropLast(after)))
        let middle = Self.shortest(left, right) ?? left.map(Edit.remove) + right.map(Edit.insert)
        edits = old.prefix(before).map(Edit.keep) + middle + old.suffix(after).map(Edit.keep)
    }

    private static func lines(_ text: String) -> [Substring] {
        var lines = text.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" }
        if lines.last?.isEmpty == true { lines.removeLast() }
        return lines
    }

    /// nil when it needs more than `editsMax` edits.
    private static func shortest(_ old: [Substring], _ new: [Substring]) -> [Edit]? {
        let most = min(old.count + new.count, editsMax)
        // `reach[k + most + 1]`: the furthest position in `old` on diagonal k with the round's number of edits.
        var reach = [Int](repeating: 0, count: 2 * most + 3)
        // The part of `reach` at the start of each round, from diagonal −count − 1 on.
        var rounds: [[Int]] = []
        for count in 0...most {
            rounds.append(Array(reach[(most - count)...(most + count + 2)]))
            for diagonal in stride(from: -count, through: count, by: 2) {
                let middle = diagonal + most + 1
                let isInsert = diagonal == -count || (diagonal != count && reach[middle - 1] < reach[middle + 1])
                var place = isInsert ? reach[middle + 1] : reach[middle - 1] + 1
                while place < old.count, place - diagonal < new.count, old[place] == new[place - diagonal] {
                    place += 1
                }
                reach[middle] = place
                if place >= old.count, place - diagonal >= new.count {
                    return trace(back: rounds, old, new)
                }
            }
        }
        return nil
    }

    private static func trace(back rounds: [[Int]], _ old: [Substring], _ new: [Substring]) -> [Edit] {
        var (edits, place, other) = ([Edit](), old.count, new.count)
        for (count, reach) in rounds.enumerated().reversed() where count > 0 {
            let diagonal = place - other
            let middle = diagonal + count + 1
            let isInsert = diagonal == -count || (diagonal != count && reach[middle - 1] < reach[middle + 1])
            let previous = isInsert ? reach[middle + 1] : reach[middle - 1]
            let previousOther = previous - (isInsert ? diagonal + 1 : diagonal - 1)
            while place > previous, other > previousOther {
                (place, other) = (place - 1, other - 1)
                edits.append(.keep(old[place]))
            }
            edits.append(isInsert ? .insert(new[previousOther]) : .remove(old[previous]))
            (place, other) = (previous, previousOther)
        }
        while place > 0 {
            place -= 1
            edits.append(.keep(old[place]))
        }
        return edits.reversed()
    }
}

extension LineDiff {
    /// The changes with lines of context, as in `diff -u`; empty when nothing changed.
    func unified(from old: String, to new: String, style: Style) -> String {
        guard !isEmpty else { return "" }
        var text = style.paint("--- \(old)\n", .bad) + style.paint("+++ \(new)\n", .good)
        for hunk in hunks { text += hunkText(hunk, style) }
        return text
    }

    private static let context = 3

    private var hunks: [Range<Int>] {
        var hunks: [Range<Int>] = []
        for (index, edit) in edits.enumerated() where !edit.isKept {
            let range = max(0, index - LineDiff.context)..<min(edits.count, index + LineDiff.context + 1)
            if let last = hunks.last, last.upperBound >= range.lowerBound {
                hunks[hunks.count - 1] = last.lowerBound..<range.upperBound
            } else {
                hunks.append(range)
            }
        }
        return hunks
    }

    private func hunkText(_ range: Range<Int>, _ style: Style) -> String {
        let (before, within) = (count(edits[..<range.lowerBound]), count(edits[range]))
        let (old, new) = (span(before.old, within.old), span(before.new, within.new))
        return style.paint("@@ -\(old) +\(new) @@\n", .faint) + edits[range].map { line($0, style) }.joined()
    }

    private func count(_ edits: ArraySlice<Edit>) -> (old: Int, new: Int) {
        edits.reduce(into: (0, 0)) { sum, edit in
            switch edit {
            case .keep: sum = (sum.0 + 1, sum.1 + 1)
            case .remove: sum.0 += 1
            case .insert: sum.1 += 1
            }
        }
    }

    private func span(_ before: Int, _ count: Int) -> String { "\(count == 0 ? before : before + 1),\(count)" }

    private func line(_ edit: Edit, _ style: Style) -> String {
        switch edit {
        case .keep(let line): " \(String(line).printable)\n"
        case .remove(let line): style.paint("-\(String(line).printable)", .bad) + "\n"
        case .insert(let line): style.paint("+\(String(line).printable)", .good) + "\n"
        }
    }
}
