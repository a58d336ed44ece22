extension DocumentTree {
    /// The addresses of all links as written, with their lines, in the order of the text.
    package var links: [(address: String, line: Int)] {
        addresses { if case .link(let address, _) = $0 { address } else { nil } }
    }

    /// The addresses of all pictures as written, with their lines, in the order of the text.
    package var pictures: [(address: String, line: Int)] {
        addresses { if case .image(let address) = $0 { address } else { nil } }
    }

    private func addresses(_ address: (Node.Kind) -> String?) -> [(String, Int)] {
        var found: [(String, Int)] = []
        for block in blocks { block.collect(address, into: &found) }
        return found
    }
}

extension Node {
    /// The depth of the tree is bounded, so the recursion is.
    fileprivate func collect(_ address: (Kind) -> String?, into found: inout [(String, Int)]) {
        if let address = address(kind) { found.append((address, lines.lowerBound)) }
        for child in children { child.collect(address, into: &found) }
    }
}
