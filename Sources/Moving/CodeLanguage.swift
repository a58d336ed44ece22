import Posts

/// The language of code, which each highlighter names in another way.
enum CodeLanguage {
    /// The language that an element for code names.
    static func name(in tag: HTMLTag) -> String? {
        for key in ["data-lang", "data-language", "data-enlighter-language", "data-code-language"] {
            if let name = tag.attributes[key].flatMap(usual) { return name }
        }
        if let name = explicit(in: tag.attributes["class"] ?? "") { return name }
        return ([tag.attributes["lang"] ?? ""] + tag.classes).first { known.contains($0.lowercased()) }.flatMap(usual)
    }

    /// The language that an element around code names.
    static func around(_ tag: HTMLTag) -> String? {
        guard ["div", "figure", "td", "section", "span"].contains(tag.name), !tag.attributes.isEmpty else { return nil }
        let classes = tag.attributes["class"] ?? ""
        let named =
            (tag.attributes["data-lang"] ?? tag.attributes["data-language"]).flatMap(usual) ?? explicit(in: classes)
        if let named, known.contains(named.lowercased()) { return named }
        let words = tag.classes
        guard words.contains(where: highlighters.contains) else { return nil }
        return words.first { known.contains($0.lowercased()) }.flatMap(usual)
    }

    /// The language that the first element for code in a text of HTML names.
    static func inside(_ html: String) -> String? {
        var (scanner, tags) = (HTMLScanner(html, isCode: true), 0)
        while let token = scanner.next(), tags < 8 {
            guard case .open(let tag) = token else { continue }
            tags += 1
            guard ["pre", "code", "span", "div"].contains(tag.name) else { continue }
            if let name = tag.name == "pre" || tag.name == "code"
                ? name(in: tag) : explicit(in: tag.attributes["class"] ?? "")
            {
                return name
            }
        }
        return nil
    }

    /// The value of `"language"` in the attributes of a block of WordPress.
    static func name(inBlock comment: String) -> String? {
        for key in ["\"language\":\"", "\"lang\":\""] {
            guard let found = comment.firstRange(of: key) else { continue }
            return usual(String(comment[found.upperBound...].prefix { $0 != "\"" }))
        }
        return nil
    }

    /// A name as Markdown takes it; nil for words that mean none.
    static func usual(_ name: String) -> String? {
        let text = name.trimmed.prefix { $0.isASCII && ($0.isLetter || $0.isNumber || "+#-._".contains($0)) }
        let isNone = ["none", "auto", "nohighlight", "no-highlight", "undefined", "hljs", "generic"].contains(
            text.lowercased())
        return text.isEmpty || text.count > 40 || isNone ? nil : String(text)
    }

    /// `language-x`, `lang-x`, `lang:x`, `brush: x`, `highlight-source-x`, `src-x`.
    private static func explicit(in classes: String) -> String? {
        let words = classes.split { $0.isWhitespace || $0 == ";" }.map(String.init)
        for (index, word) in words.enumerated() {
            for start in ["language-", "lang-", "highlight-source-", "highlight-text-", "src-", "lang:", "language:"]
            where word.hasPrefix(start) {
                if let name = usual(String(word.dropFirst(start.count))) { return name == "html-basic" ? "html" : name }
            }
            guard word.hasPrefix("brush:") else { continue }
            let name = word.dropFirst(6)
            return usual(name.isEmpty && index + 1 < words.count ? words[index + 1] : String(name))
        }
        return nil
    }

    /// Classes that stand beside the bare name of a language.
    private static let highlighters: Set<String> = [
        "highlight", "hljs", "sourceCode", "src", "codehilite", "prettyprint", "code", "listing", "chroma", "syntax",
    ]

    /// Names that need no sign that they are ones.
    static let known: Set<String> = Set(
        """
        actionscript as3 asm awk bash bat c clojure cmake coffee coffeescript coldfusion cpp cs csharp c++ c# css dart delphi
        diff dockerfile elisp elixir elm erlang f# fortran fsharp go golang groovy haml handlebars haskell hcl html http ini
        java javafx javascript jinja js json jsx julia kotlin latex less lisp lua make makefile markdown matlab nginx nim nix
        objc objective-c ocaml pas pascal patch perl php pl powershell protobuf ps1 py python python3 r rb ruby rust rs sass
        scala scheme scss sh shell shell-session console sql svelte swift tcl terraform tex toml ts tsx typescript vb vbnet
        vim vue wasm xhtml xml xslt yaml yml zig zsh
        """.split(whereSeparator: \.isWhitespace).map(String.init))
}
