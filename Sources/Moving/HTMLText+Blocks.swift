import Posts

/// Blocks with their prefixes, and lists.
extension HTMLText {
    /// How deep quotes and lists may nest; deeper ones stay at this depth.
    private static let depthMax = 32

    private var indents: ArraySlice<String> { prefixes.prefix(HTMLText.depthMax) }

    /// The prefix of the first line of an item: the bullet in the place of the item's indentation.
    private var firstIndent: String? {
        bullet.map {
            indents.prefix(bulletDepth).joined() + $0 + indents.dropFirst(bulletDepth + 1).joined()
        }
    }

    /// Writes a separate block of one or more lines.
    mutating func write(_ block: String) {
        endCode()
        let indent = indents.joined()
        if bullet != nil, !lists.isEmpty { lists[lists.count - 1].hasItems = true }
        if !result.text.isEmpty, bullet == nil || isGap {
            result.text += indents.prefix(lastDepth).joined().trimmedAtEnd + "\n"
        }
        (isGap, lastDepth) = (false, prefixes.count)
        for (index, text) in block.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            let start = index == 0 ? firstIndent ?? indent : indent
            result.text += (text.isEmpty ? start.trimmedAtEnd : start + text) + "\n"
        }
        bullet = nil
    }

    // MARK: - Lists

    mutating func openList(_ tag: HTMLTag) {
        endBlock()
        endCode()
        if lists.isEmpty { isGap = true }
        continueItem()
        let kind = tag.name == "ol" ? List.Kind.numbers(Int(tag.attributes["start"] ?? "") ?? 1) : .bullets
        lists.append(List(kind: kind, depth: prefixes.count))
    }

    /// A list between the items of another one, as many programs write it, belongs to the item before.
    private mutating func continueItem() {
        guard let list = lists.last, list.hasItems, prefixes.count == list.depth else { return }
        prefixes.append(String(repeating: " ", count: list.width))
    }

    /// Ends the current item of the innermost list and everything still open in it.
    mutating func endItem() {
        endBlock()
        endCode()
        bullet = nil
        guard let depth = lists.last?.depth, prefixes.count > depth else { return }
        prefixes.removeLast(prefixes.count - depth)
    }

    mutating func openItem() {
        if lists.isEmpty { lists.append(List(kind: .bullets, depth: prefixes.count)) }
        endItem()
        let mark: String
        switch lists.last?.kind {
        case .numbers(let number)?:
            mark = "\(number). "
            lists[lists.count - 1].kind = .numbers(number &+ 1)
            // A list that begins with another number cannot follow a paragraph at once.
            if number != 1, lists.last?.hasItems == false { isGap = true }
        case .bullets?, nil: mark = "- "
        }
        prefixes.append(String(repeating: " ", count: mark.count))
        lists[lists.count - 1].width = mark.count
        (bullet, bulletDepth) = (mark, prefixes.count - 1)
    }

    // MARK: - Tasks

    /// A box to tick at the beginning of an item makes it a task.
    mutating func addTaskMark(isDone: Bool) {
        guard let mark = bullet, !lists.isEmpty, line.isEmpty, !mark.hasSuffix("] ") else { return }
        bullet = mark + (isDone ? "[x] " : "[ ] ")
    }

    /// Some programs write the box as letters.
    mutating func takeTaskMark(of text: inout String) {
        guard bullet != nil, !lists.isEmpty, line.isEmpty, marks.isEmpty else { return }
        let words = text.drop(while: \.isWhitespace)
        for (mark, isDone) in [("[ ] ", false), ("[x] ", true), ("[X] ", true)] where words.hasPrefix(mark) {
            text = String(words.dropFirst(mark.count))
            addTaskMark(isDone: isDone)
        }
    }
}
