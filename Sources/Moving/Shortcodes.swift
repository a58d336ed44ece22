import Posts

/// Replaces the shortcodes of Hugo and Zola and the tags of Jekyll's Liquid and of Hexo in a Markdown text by what they mean.
///
/// | in the text | becomes |
/// |---|---|
/// | `figure`, `img`, `asset_img` | a picture, its link, and its caption in italics |
/// | `youtube`, `vimeo`, `gist`, `tweet`, `x`, `instagram` | the address, as a link |
/// | `highlight`, `codeblock` | a code block |
/// | `ref`, `relref`, `post_url`, `link` | the address of the post, if it is known |
/// | `asset_path`, `asset_link` | the file, or a link to it |
/// | `raw`, `comment` | their content as it is; nothing |
/// | `site.baseurl`, `site.url`, `relative_url`, `absolute_url` | the address that follows, from the root of the site |
///
/// Everything else stays, and the daemon reports what stays. Code is left alone.
package struct Shortcodes {
    private let bytes: [UInt8]
    /// The address of the post that a reference names; nil if it is unknown.
    private let address: (String) -> String?
    private var code: MarkdownCode
    private var position: Int
    /// Where the last brace closes. Behind it are no shortcodes.
    private let lastEnd: Int
    private var result: [UInt8] = []
    private var lines = MovedLines()
    /// Of the result so far, from 1.
    private var line = 1
    private var isRaw = false
    /// What does not occur in the rest of the text, so that it is searched only once.
    private var unclosed: Set<String> = []

    /// - Parameters:
    ///   - start: where the body begins.
    ///   - address: the address of the post that a reference such as `posts/harbour.md` names.
    /// - Returns: the text, and which line of the source each of its lines was.
    package static func resolved(
        in text: String, from start: Int = 0, address: (String) -> String? = { _ in nil }
    ) -> (text: String, lines: MovedLines) {
        guard text.utf8.contains(UInt8(ascii: "{")) else { return (text, MovedLines()) }
        return withoutActuallyEscaping(address) { address in
            var codes = Shortcodes(Array(text.utf8), from: start, address)
            codes.run()
            return (String(decoding: codes.result, as: UTF8.self), codes.lines)
        }
    }

    private init(_ bytes: [UInt8], from start: Int, _ address: @escaping (String) -> String?) {
        self.bytes = bytes
        self.address = address
        position = min(start, bytes.count)
        lastEnd = bytes.lastIndex(of: UInt8(ascii: "}")) ?? 0
        result = Array(bytes[..<position])
        line += result.count { $0 == 0x0A }
        code = MarkdownCode(bytes, from: position)
    }

    private mutating func run() {
        while position < bytes.count {
            if let range = code.range(at: position) {
                pass(to: range.upperBound)
            } else if bytes[position] == UInt8(ascii: "\\") {
                pass(to: min(position + 2, bytes.count))
            } else if position < lastEnd, let found = Shortcode(bytes, at: position) {
                let (source, written) = (position, result.count)
                replace(found)
                let added = result[written...].count { $0 == 0x0A }
                line += added
                lines.move(from: line, by: added - bytes[source..<position].count { $0 == 0x0A })
            } else {
                pass(to: position + 1)
            }
        }
    }

    private mutating func pass(to end: Int) {
        line += bytes[position..<end].count { $0 == 0x0A }
        copy(to: end)
    }

    private mutating func copy(to end: Int) {
        result += bytes[position..<end]
        position = end
    }

    private mutating func replace(_ found: Shortcode) {
        if isRaw {
            if found.syntax == .tag, found.name == "endraw" {
                isRaw = false
                position = found.range.upperBound
                return
            }
            // Braces that the author wants to be seen.
            let braces = bytes[position..<found.range.upperBound].prefix { $0 == UInt8(ascii: "{") }
            for brace in braces { result += [UInt8(ascii: "\\"), brace] }
            position = braces.endIndex
        } else if found.syntax == .tag, found.name == "raw" {
            isRaw = true
            position = found.range.upperBound
        } else if let shown = found.shown {
            result += Array(shown.utf8)
            position = found.range.upperBound
        } else if let end = blockEnd(of: found) {
            writeBlock(found, end)
        } else if let meaning = meaning(of: found) {
            result += Array(meaning.utf8)
            position = found.range.upperBound
        } else {
            copy(to: found.range.upperBound)
        }
    }

    // MARK: - With content

    /// Where the content of a `highlight` or `comment` ends, and what follows it begins.
    private mutating func blockEnd(of found: Shortcode) -> (content: Int, next: Int)? {
        let names = found.syntax == .tag ? ["highlight", "codeblock", "comment"] : ["highlight"]
        let closing = found.syntax == .tag ? "end\(found.name)" : "/\(found.name)"
        guard names.contains(found.name), found.syntax == .tag || found.syntax == .shortcode,
            !unclosed.contains(closing)
        else { return nil }
        var index = found.range.upperBound
        while let brace = bytes[index...].firstIndex(of: UInt8(ascii: "{")) {
            if let other = Shortcode(bytes, at: brace), other.syntax == found.syntax, other.name == closing {
                return (brace, other.range.upperBound)
            }
            index = brace + 1
        }
        unclosed.insert(closing)
        return nil
    }

    private mutating func writeBlock(_ found: Shortcode, _ end: (content: Int, next: Int)) {
        if found.name != "comment" {
            let content = String(decoding: bytes[found.range.upperBound..<end.content], as: UTF8.self)
                .replacing(/\{%-?\s*(?:end)?raw\s*-?%\}/, with: "")
            let isAlone = isAlone(found.range.lowerBound..<end.next)
            // Octopress and Hexo name the title, too: `Greeting lang:js`.
            let language =
                found.name == "codeblock"
                ? found.words.first { $0.hasPrefix("lang:") }.map { String($0.dropFirst("lang:".count)) }
                : found.words.first
            let block = fenced(content, language: language ?? "", isAlone: isAlone)
            // A block has its lines for itself.
            let isBlock = block.contains("\n")
            if isBlock, !isAtLineStart { result.append(0x0A) }
            result += Array(block.utf8)
            if isBlock, !isAtLineEnd(end.next) { result.append(0x0A) }
        }
        position = end.next
        code = MarkdownCode(bytes, from: position)
    }

    private func fenced(_ code: String, language: String, isAlone: Bool) -> String {
        let fence = String(repeating: "`", count: max(3, code.longestRun(of: "`") + 1))
        guard isAlone || code.contains("\n") else {
            let mark = String(repeating: "`", count: code.longestRun(of: "`") + 1)
            return mark + code + mark
        }
        var lines = code.split(separator: "\n", omittingEmptySubsequences: false)
        while let line = lines.first, line.allSatisfy(\.isWhitespace) { lines.removeFirst() }
        while let line = lines.last, line.allSatisfy(\.isWhitespace) { lines.removeLast() }
        return ([fence + language] + lines.map(String.init) + [indent + fence]).joined(separator: "\n")
    }

    // MARK: - Without content

    private func meaning(of found: Shortcode) -> String? {
        if found.syntax == .variable { return address(in: found) }
        let words = found.words
        func link(_ address: String?) -> String? {
            guard let address, !address.contains(where: { $0.isWhitespace || $0 == "<" || $0 == ">" }) else {
                return nil
            }
            return found["title"].map { "[\($0.bracketsEscaped)](\(address))" } ?? "<\(address)>"
        }
        func named(_ names: String..., from index: Int = 0) -> String? {
            names.lazy.compactMap { found[$0] }.first ?? (words.count > index ? words[index] : nil)
        }
        switch found.name {
        case "figure", "img", "asset_img": return picture(found)
        case "asset_path": return words.first
        case "asset_link":
            guard let file = words.first else { return nil }
            let title = words.count > 1 ? words[1] : file
            return "[\(title.bracketsEscaped)](\(HTMLText.address(file)))"
        case "youtube": return link(named("id").map { "https://www.youtube.com/watch?v=\($0)" })
        case "vimeo": return link(named("id").map { "https://vimeo.com/\($0)" })
        case "instagram": return link(named("id").map { "https://www.instagram.com/p/\($0)/" })
        case "tweet", "x", "twitter":
            guard let user = found["user"] ?? (words.count > 1 ? words[0] : nil) else {
                return link(named("id").map { "https://twitter.com/i/status/\($0)" })
            }
            return link(named("id", from: 1).map { "https://twitter.com/\(user)/status/\($0)" })
        case "gist":
            if let address = found["url"] { return link(address) }
            // Hugo's names the user first; Jekyll's has `user/id` or the id alone, then a file.
            guard let first = words.first else { return nil }
            let path = found.syntax == .shortcode && words.count > 1 ? "\(first)/\(words[1])" : first
            return link("https://gist.github.com/\(path)")
        case "ref", "relref": return named("path").flatMap { address($0) }
        case "post_url", "link": return found.syntax == .tag ? words.first.flatMap { address($0) } : nil
        default: return nil
        }
    }

    /// The site's own address means something only in front of a path.
    private func address(in found: Shortcode) -> String? {
        let next = found.range.upperBound < bytes.count ? bytes[found.range.upperBound] : 0
        let address = LiquidValue.address(found.text)
        return address == "" && next != UInt8(ascii: "/") && next != UInt8(ascii: "{") ? nil : address
    }

    private func picture(_ found: Shortcode) -> String? {
        // Octopress's `{% img left /a.png 300 200 %}` begins with a class.
        let words = found.words.filter { found.syntax != .tag || $0.contains("/") || $0.contains(".") }
        guard let source = found["src"] ?? words.first else { return nil }
        let captions = [found["title"], found["caption"], found["attr"]].compactMap { $0 }.filter { !$0.isEmpty }
        let plain = found["caption"]?.filter { !"*_`".contains($0) }
        var text = HTMLText.picture(source, alt: found["alt"] ?? plain, title: nil)
        if let link = found["link"] { text = "[\(text)](\(HTMLText.address(link)))" }
        guard !captions.isEmpty else { return text }
        var caption = captions.joined(separator: " ").split(whereSeparator: \.isNewline).joined(separator: " ")
        if let link = found["attrlink"], let credit = found["attr"], caption.hasSuffix(credit) {
            caption = caption.dropLast(credit.count) + "[\(credit.bracketsEscaped)](\(HTMLText.address(link)))"
        }
        let shown = caption.contains(where: { "*_".contains($0) }) ? caption : "*\(caption)*"
        return text + (isAlone(found.range) ? "\n\n\(indent)\(shown)" : " \(shown)")
    }

    // MARK: - Places

    /// Whether nothing else stands in the lines of what is being replaced.
    private func isAlone(_ range: Range<Int>) -> Bool {
        isAtLineStart && isAtLineEnd(range.upperBound)
    }

    private var isAtLineStart: Bool { result.last { !$0.isBlank } ?? 0x0A == 0x0A }

    private func isAtLineEnd(_ position: Int) -> Bool { bytes[position...].first { !$0.isBlank } ?? 0x0A == 0x0A }

    /// The blanks at the beginning of the line being written.
    private var indent: String {
        let start = result.lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
        return String(decoding: result[start...].prefix(while: \.isBlank), as: UTF8.self)
    }
}

extension UInt8 {
    fileprivate var isBlank: Bool { self == 0x20 || self == 0x09 || self == 0x0D }
}

extension String {
    fileprivate var bracketsEscaped: String { replacing("[", with: "\\[").replacing("]", with: "\\]") }
}

/// Where the lines of a source are in a text in which some became more or fewer.
package struct MovedLines: Sendable {
    private var moves: [(line: Int, distance: Int)] = []
    /// Of the changes before this one, the last one first.
    private var earlier: [[(line: Int, distance: Int)]] = []

    package init() {}

    /// The lines of the text from `line` on are `distance` lines further down than before.
    mutating func move(from line: Int, by distance: Int) {
        guard distance != 0 else { return }
        moves.append((line, (moves.last?.distance ?? 0) + distance))
    }

    /// The lines of the text from `line` on were so many lines further down in the source.
    mutating func set(_ removed: Int, from line: Int) {
        guard -removed != moves.last?.distance ?? 0 else { return }
        moves.append((line, -removed))
    }

    /// The same for a text that was changed before, where its lines were `earlier`.
    package func after(_ earlier: MovedLines) -> MovedLines {
        var all = self
        all.earlier += [earlier.moves] + earlier.earlier
        return all
    }

    /// The line of the source.
    package func source(of line: Int) -> Int {
        ([moves] + earlier).reduce(line) { line, moves in line - (moves.last { $0.line <= line }?.distance ?? 0) }
    }
}
