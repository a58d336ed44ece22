extension DocumentTree {
    /// The addresses of all links as written, with their lines, in the order of the text.
    package var links: [(address: String, line: Int)] {
        var found: [(String, Int)] = []
        for block in blocks { block.collectLinks(into: &found) }
        return found
    }
}

extension Node {
    /// The depth of the tree is bounded, so the recursion is.
    fileprivate func collectLinks(into found: inout [(String, Int)]) {
        if case .link(let address, _) = kind { found.append((address, lines.lowerBound)) }
        for child in children { child.collectLinks(into: &found) }
    }
}
