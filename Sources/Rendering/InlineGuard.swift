import CCMarkGFM

/// Checks the blocks of a text before cmark parses their inlines, and disables what would take too long.
struct InlineGuard {
    private(set) var diagnostics: [Diagnostic] = []
    private(set) var hasSmartPunctuation: Bool
    private(set) var hasAutolinks = true
    private(set) var hasStrikethrough = true

    private var quotes = Tally(budget: WorkBudget.quoteSteps)
    private var autolinks = Tally(budget: WorkBudget.autolinkSteps)
    private var tildes = Tally(budget: WorkBudget.strikethroughSteps)
    private var closers = 0
    private var marks = 0
    private var inlineSteps = 0
    /// Costly blocks with their counts, for a second check.
    private var heavy: [(node: CNode, census: InlineCensus)] = []

    init(hasSmartPunctuation: Bool) { self.hasSmartPunctuation = hasSmartPunctuation }

    /// Chooses extensions, sets hostile blocks aside and drops link definitions that are too long.
    mutating func inspect(_ parser: borrowing MarkupParser) {
        walk(parser.root) { node, isEntering in
            if isEntering, node.holdsInlines, node.pointee.content.size > 0 { look(at: node) }
        }
        choosePairing()
        setAsideHeavyBlocks(parser)
        chooseAutolinks()
        checkDefinitions(parser)
    }

    private mutating func look(at node: CNode) {
        let census = InlineCensus(node.content)
        if hasSmartPunctuation { quotes.add(census.quoteSteps, line: node.line) }
        autolinks.add(census.autolinkSteps, line: node.line)
        tildes.add(census.strikethroughSteps, line: node.line)
        closers += census.closers
        let steps = census.inlineSteps(withQuotes: true, withTildes: true)
        // Blocks that are not kept for a second check need only linear work in total.
        if steps > 16 * node.content.count || census.marks > 4_096 {
            heavy.append((node, census))
        } else {
            marks += census.marks
        }
    }

    private mutating func choosePairing() {
        if let line = quotes.lineOverBudget {
            hasSmartPunctuation = false
            note(line, "Quotes and dashes stay as typed: a paragraph has too many quotes to pair.")
        }
        if let line = tildes.lineOverBudget {
            hasStrikethrough = false
            note(line, "Tildes strike nothing through: a paragraph has too many of them to pair.")
        }
    }

    private mutating func setAsideHeavyBlocks(_ parser: borrowing MarkupParser) {
        for (node, census) in heavy {
            let steps = census.inlineSteps(withQuotes: hasSmartPunctuation, withTildes: hasStrikethrough)
            if inlineSteps + steps <= WorkBudget.inlineSteps, marks + census.marks <= WorkBudget.inlineMarksMax {
                inlineSteps += steps
                marks += census.marks
                continue
            }
            let line = node.line
            guard parser.setAside(node) else { continue }
            // The block is now one text, in which cmark still searches for mail addresses.
            autolinks.add(census.mailStepsAsOneText, line: line)
            note(line, "This part is shown as written: it has too many brackets, stars or tags.")
        }
    }

    private mutating func chooseAutolinks() {
        if let line = autolinks.lineOverBudget {
            hasAutolinks = false
            note(line, "Bare addresses are not linked: a line holds too many of them, or too many brackets.")
        }
    }

    /// Each use of a link definition copies it. Half a megabyte of address used a hundred thousand times would exhaust
    /// the memory. cmark has not read the definitions of the open paragraph, so the paragraph's length stands for
    /// theirs.
    private mutating func checkDefinitions(_ parser: borrowing MarkupParser) {
        let longest = WorkBudget.definitionBytesMax / max(closers, 1)
        let last = parser.current
        if last.kind == CMARK_NODE_PARAGRAPH, last.content.first == UInt8(ascii: "["), last.content.count > longest {
            parser.feedNewline()
        }
        for _ in 0..<parser.dropDefinitions(longerThan: longest) {
            note(
                nil,
                "A link definition of more than \(longest) bytes is not used: it stands for too many brackets.")
        }
    }

    private mutating func note(_ line: Int?, _ message: String) {
        // A thousand hostile paragraphs need no thousand messages.
        guard diagnostics.count < 16 else { return }
        diagnostics.append(Diagnostic(line: line, message: message))
    }
}

/// Adds up steps and records the line at which they exceeded the budget.
private struct Tally {
    let budget: Int
    private var steps = 0
    private(set) var lineOverBudget: Int?

    init(budget: Int) { self.budget = budget }

    mutating func add(_ more: Int, line: Int) {
        steps += more
        if steps > budget, lineOverBudget == nil { lineOverBudget = line }
    }
}
