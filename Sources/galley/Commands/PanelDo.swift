import ArgumentParser
import JSONTree
import Panels

struct PanelDo: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "do", abstract: "Run any panel command by its name and fields in the HTTP interface.",
        discussion: """
            A panel follows the command's name; write every other field as NAME=VALUE. A frame is x,y,width,height. \
            “lock” and “unlock” without a panel or a side lock and unlock everything.

            The commands; fields in brackets are optional:
            \(CommandForm.all.map { "  " + $0.usage }.joined(separator: "\n"))

            Examples:
              galley panel do stack tags with=date
              galley panel do unstack tags side=left index=0
              galley panel do thickness side=right value=420
              galley panel do sheet date edge=bottom state=half
              galley panel do collapseSide side=right
              galley panel do closeAllFloating
              galley panel do maximise preview --window w-7k2m9qv4x1ab
            """)
    @Argument(help: "The command's name.", completion: .list(CommandForm.all.map(\.word))) var word: String
    @Argument(
        help: "The panel, if the command is about one, and fields such as side=left.",
        completion: .custom { words, _, _ in CommandForm.continuations(of: words) })
    var fields: [String] = []
    @OptionGroup var options: PanelOptions

    func run() throws { try options.perform(try CommandForm.command(word, fields)) }
}

/// A command that is written as a word, a panel and fields.
extension CommandForm {
    /// - Parameter word: the daemon's name, such as collapseSide, or the same with hyphens.
    static func known(_ word: String) -> CommandForm? {
        all.first { $0.word == word || $0.word.hyphenated == word }
    }

    /// The line of the help: `pin PANEL side=right|left|top|bottom [index=NUMBER]`.
    var usage: String { ([word] + fields.map(\.usage)).joined(separator: " ") }

    /// The completions for a shell.
    /// - Parameter words: the words of the whole command line; the last one is being typed.
    static func continuations(of words: [String]) -> [String] {
        guard let at = words.firstIndex(of: "do"), at + 1 < words.count, let known = known(words[at + 1]) else {
            return []
        }
        return known.fields.filter { $0.name != "panel" }.flatMap { field in
            field.value.choices.isEmpty ? ["\(field.name)="] : field.value.choices.map { "\(field.name)=\($0)" }
        }
    }

    /// The body of the request.
    /// - Parameter word: an unknown word goes to the daemon unchanged, because the daemon may be newer.
    /// - Throws: `ValidationError` for a field that the command does not have, or for a value that cannot be read.
    static func command(_ word: String, _ texts: [String]) throws -> JSON {
        let known = known(word)
        var body: [String: JSON] = ["command": .text(known?.word ?? word)]
        for text in texts {
            let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            let (name, value) = parts.count == 2 ? (parts[0], parts[1]) : ("panel", text)
            let kind = try known?.kind(of: name)
            guard body[name] == nil else { throw ValidationError("“\(name)” was given twice.") }
            guard let read = JSON(typed: value, kind) else {
                throw ValidationError("“\(name)” is “\(value.oneLine)”. Write \(name)=\(kind?.hint ?? "VALUE").")
            }
            body[name] = read
        }
        return .object(body)
    }

    private func kind(of name: String) throws -> Value {
        if let field = fields.first(where: { $0.name == name }) { return field.value }
        throw ValidationError("“\(word)” has no field “\(name.oneLine)”. Run: galley panel do \(usage)")
    }
}

extension JSON {
    /// A field's value as it is typed.
    /// - Parameter kind: nil for a field of an unknown command; the text then determines the kind.
    fileprivate init?(typed text: String, _ kind: CommandForm.Value?) {
        switch kind {
        case .panel?, .text?, .word?, .name?, .separator?: self = .text(text)
        case .number?, .index?:
            guard let pixels = Pixels(argument: text) else { return nil }
            self = .number(pixels.number)
        case .flag?:
            guard let flag = Bool(text) else { return nil }
            self = .bool(flag)
        case .frame?:
            guard let frame = FrameWords(argument: text) else { return nil }
            self = frame.frame.document
        case nil:
            self =
                Pixels(argument: text).map { .number($0.number) } ?? Bool(text).map { .bool($0) }
                ?? FrameWords(argument: text)?.frame.document ?? .text(text)
        }
    }

    /// The value of a field as the user types it.
    var typed: String {
        if let frame = Rectangle(self) {
            return [frame.x, frame.y, frame.width, frame.height].map(\.plain).joined(separator: ",")
        }
        return text ?? number?.plain ?? flag.map { "\($0)" } ?? written
    }
}

extension Double {
    /// The number without a zero fraction.
    var plain: String { Int(exactly: self).map { "\($0)" } ?? "\(self)" }
}

extension String {
    /// Turns `collapseSide` into `collapse-side`.
    fileprivate var hyphenated: String {
        reduce(into: "") { text, letter in text += letter.isUppercase ? "-\(letter.lowercased())" : "\(letter)" }
    }
}
