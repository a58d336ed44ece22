import Posts

/// What other sites show inside a post: a link to it.
extension HTMLText {
    /// A script has no place in a post. A gist's is a link, and any other is left out and reported.
    mutating func addScript(_ tag: HTMLTag) {
        _ = scanner.content(of: tag)
        let source = (tag.attributes["src"] ?? "").referencesResolved
        guard source.contains("//gist.github.com/"), let end = source.firstRange(of: ".js"),
            let address = EmbedAddress.web(String(source[..<end.lowerBound]))
        else {
            result.kept.insert("script")
            return
        }
        add(embedded: address)
    }

    mutating func addFrame(_ tag: HTMLTag) {
        let before = scanner
        _ = scanner.content(of: tag)
        let sources = ["src", "data-src", "data-lazy-src"].compactMap { tag.attributes[$0]?.referencesResolved }
        if let page = sources.lazy.compactMap(EmbedAddress.page).first { return add(embedded: page) }
        guard let address = sources.compactMap({ EmbedAddress.web($0.resolved(against: base)) }).first else {
            scanner = before
            guard isPasted else { return keep(tag) }
            _ = scanner.content(of: tag)
            return
        }
        result.note("<iframe>", "It shows \(address) in an <iframe>. A link to it stands in its place.")
        add(embedded: address)
    }

    /// A player of Flash, which old posts have for videos.
    mutating func addPlayer(_ tag: HTMLTag) {
        let before = scanner
        let html = scanner.whole(tag)
        var inner = HTMLScanner(html)
        while let token = inner.next() {
            guard case .open(let tag) = token else { continue }
            for key in ["src", "data", "value"] {
                guard let page = tag.attributes[key].flatMap({ EmbedAddress.page(of: $0.referencesResolved) }) else {
                    continue
                }
                return add(embedded: page)
            }
        }
        scanner = before
        if isPasted { _ = scanner.whole(tag) } else { keep(tag) }
    }

    private mutating func add(embedded address: String) {
        endBlock()
        write("<\(address)>")
    }
}
