import Posts
import Rendering

extension TreeWalk {
    mutating func inlines(_ nodes: [Node]) {
        for node in nodes { inline(node) }
    }

    mutating func inline(_ node: Node) {
        switch node.kind {
        case .text(let text): out.write(isMarked ? TextMarks.removed(from: text) : text)
        case .code(let text): keepWhole { $0.out.write($0.isMarked ? TextMarks.around(code: text) : text) }
        case .softBreak: out.breakSoftly()
        case .lineBreak: out.breakLine()
        case .emphasis, .strong:
            note(.emphasis, quote(of: node), node)
            inlines(node.children)
        case .strikethrough:
            note(.strikethrough, quote(of: node), node)
            inlines(node.children)
        case .link(let url, let title): link(node, url: url, title: title)
        case .image(let url):
            let quote = quote(of: node)
            note(.picture, quote.isEmpty ? url : quote, node)
        case .htmlInline(let html):
            if html.isLineBreakTag { out.breakLine() } else { noteHTML(html, node) }
        case .footnoteReference(let label, let number):
            numbers[label] = number
            if !isExcerpt { out.write("[\(number)]") }
        // A block in the place of an inline keeps its words.
        case .paragraph, .heading, .blockQuote, .list, .item, .codeBlock, .thematicBreak, .table, .tableRow, .tableCell,
            .htmlBlock, .footnoteDefinition:
            inlines(node.children)
        }
    }

    private mutating func link(_ node: Node, url: String, title: String) {
        if isExcerpt { return inlines(node.children) }
        if !title.isEmpty { note(.linkTitle, title, node) }
        let label = words(of: node)
        guard let address = LinkText(url) else {
            note(.link, label.isEmpty ? url : label, node)
            return inlines(node.children)
        }
        if address.isSaid(by: label) { return out.write(address.text) }
        if isMarked, address.isOnTheWeb, !label.trimmed.isEmpty {
            return keepWhole {
                $0.out.write(String(TextMarks.words))
                $0.inlines(node.children)
                $0.out.write("\(TextMarks.address)\(address.text)\(TextMarks.end)")
            }
        }
        let start = out.byteCount
        inlines(node.children)
        out.write(out.byteCount > start ? " (\(address.text))" : address.text)
    }

    /// The words in a node without their markup.
    func words(of node: Node) -> String {
        switch node.kind {
        case .text(let text), .code(let text): text
        case .softBreak, .lineBreak: " "
        case .htmlInline(let html) where html.isLineBreakTag: " "
        default: node.children.map(words).joined()
        }
    }

    /// The first words only, because nested emphasis would quote itself again at each depth.
    private func quote(of node: Node) -> String {
        var quote = ""
        var open = [node]
        while let next = open.popLast(), quote.utf8.count < 400 {
            switch next.kind {
            case .text(let text), .code(let text): quote += text.prefix(80)
            case .softBreak, .lineBreak: quote += " "
            case .htmlInline(let html) where html.isLineBreakTag: quote += " "
            default: open.append(contentsOf: next.children.reversed())
            }
        }
        return quote
    }

}

extension StringProtocol {
    /// Whether it is one tag `br`.
    var isLineBreakTag: Bool {
        let name = dropFirst().prefix { $0.isLetter }
        return hasPrefix("<") && name.lowercased() == "br" && firstIndex(of: ">").map(index(after:)) == endIndex
    }
}

/// The address of a link as a text shows it.
struct LinkText: Equatable {
    let text: String
    private let isMail: Bool

    /// nil when the address is empty or relative to a page.
    init?(_ url: String) {
        let scheme = url.prefix { $0.isASCII && ($0.isLetter || $0.isNumber || "+-.".contains($0)) }
        guard url.first?.isLetter == true, url.dropFirst(scheme.count).first == ":", url.count > scheme.count + 1 else {
            return nil
        }
        isMail = scheme.lowercased() == "mailto"
        text = Self.unbroken(isMail ? String(url.dropFirst(scheme.count + 1)) : url)
    }

    var isOnTheWeb: Bool { text.isAddressWithHost }

    /// Whether `label` already shows the address.
    func isSaid(by label: String) -> Bool {
        let label = Self.unbroken(label.trimmed)
        if isMail { return label == text || label == "mailto:" + text }
        return [label, "http://" + label, "https://" + label, label + "/"].contains(text)
    }

    /// Encodes the characters that would end an address in running text: spaces, angle brackets and unpaired
    /// parentheses.
    private static func unbroken(_ url: String) -> String {
        guard url.unicodeScalars.contains(where: { "()<>\u{FEFF}".unicodeScalars.contains($0) || $0.isWhitespace })
        else { return url }
        let opening = url.count { $0 == "(" }
        let isPaired = opening == url.count { $0 == ")" } && opening < 2
        var text = ""
        for character in url {
            switch character {
            case "(" where !isPaired: text += "%28"
            case ")" where !isPaired: text += "%29"
            case "<": text += "%3C"
            case ">": text += "%3E"
            case _ where character.isWhitespace || character == "\u{FEFF}": text += "%20"
            default: text.append(character)
            }
        }
        return text
    }
}

extension String {
    /// Whether it is an address of the web that has a host. Bluesky refuses a post with a link to any other one.
    var isAddressWithHost: Bool {
        guard let scheme = ["http://", "https://"].first(where: lowercased().hasPrefix) else { return false }
        return dropFirst(scheme.count).first.map { $0 != "/" } ?? false
    }
}
