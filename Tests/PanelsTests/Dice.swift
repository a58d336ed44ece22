@testable import Panels

/// Seeded chance: the same seed, the same sequence (SplitMix64, Steele et al. 2014).
struct Dice: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    mutating func pick<Value>(_ values: [Value]) -> Value { values[Int.random(in: 0..<values.count, using: &self)] }
    mutating func happens(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &self) < percent }

    /// Mostly a length of some screen, sometimes what no screen has.
    mutating func number(_ range: ClosedRange<Double>) -> Double {
        if happens(2) { return pick([.nan, .infinity, -.infinity, 1e308, -1e308, 0, .leastNonzeroMagnitude, -0.0]) }
        let number = Double.random(in: range, using: &self)
        return happens(80) ? number.rounded() : number
    }

    /// Mostly windows of real screens, of all classes; sometimes absurd ones.
    mutating func container(after previous: Container?) -> Container {
        let width = happens(85) ? number(640...2560) : number(0...700)
        let height = happens(90) ? number(300...1600) : number(0...300)
        let insets =
            happens(70)
            ? Insets.zero
            : Insets(top: number(0...80), left: number(0...40), bottom: number(0...400), right: number(0...40))
        return Container(
            size: Size(width: width, height: height), insets: insets,
            sizeClass: SizeClass.of(width: width.isFinite ? width : 0, after: previous?.sizeClass))
    }
}

extension Dice {
    /// What is often refused is tried more often, so that each command is carried out often, too.
    private static let kinds = CommandKind.allCases.flatMap { kind in Array(repeating: kind, count: weight(of: kind)) }

    private static func weight(of kind: CommandKind) -> Int {
        switch kind {
        case .write: 0
        case .closeAllPinned, .nextPanel, .previousPanel, .reset: 1
        case .close, .closeAllFloating: 2
        case .open, .thickness, .collapse, .undo: 3
        case .restore, .saveAs: 4
        case .move: 5
        case .float, .pin, .resize, .redo: 6
        case .load: 7
        case .share, .takeOut, .raise: 8
        }
    }

    mutating func command(on panels: [PanelID]) -> BookCommand {
        switch pick(Self.kinds) {
        case .undo: .undo
        case .redo: .redo
        case .saveAs: .saveAs(pick(["writing", "writing", "reading", "desk", "", "a/b"]))
        case .load: .load(pick(["writing", "writing", "reading", "Writing"]))
        case let kind: .arrange(arranging(kind, panels))
        }
    }

    /// Some sequences begin with several panels floating or on one side, so that these meet.
    mutating func opening(with panels: ArraySlice<PanelID>) -> [PanelCommand] {
        let side = pick(Side.allCases)
        return switch Int.random(in: 0..<3, using: &self) {
        case 0: panels.map { .float($0) }
        case 1: panels.map { .pin($0, side) }
        default: []
        }
    }

    private mutating func arranging(_ kind: CommandKind, _ panels: [PanelID]) -> PanelCommand {
        let panel = happens(98) ? pick(panels) : "nobody"
        switch kind {
        case .open: return .open(panel)
        case .close: return .close(panel)
        case .closeAllPinned: return .closeAllPinned
        case .closeAllFloating: return .closeAllFloating
        case .float:
            return .float(panel, frame: happens(40) ? nil : frame(), overSides: happens(20))
        case .pin:
            return .pin(
                panel, pick(Side.allCases), index: happens(30) ? nil : pick([0, 1, 2, 3, -1, .max, .min]))
        case .move:
            return happens(50)
                ? .move(panel, dx: number(-400...400), dy: number(-400...400))
                : .moveToward(panel, pick(Direction.allCases))
        case .resize:
            let edge = pick(ResizeHandle.allCases)
            return happens(60)
                ? .resize(panel, dw: number(-300...300), dh: number(-300...300), edge: edge)
                : .resizeTo(
                    panel, width: happens(80) ? number(0...900) : nil, height: happens(80) ? number(0...900) : nil,
                    edge: edge)
        case .thickness: return .thickness(pick(Side.allCases), happens(80) ? number(0...900) : nil)
        case .share: return .share(panel, number(0...900))
        case .raise: return .raise(panel)
        case .collapse: return .collapse(panel)
        case .restore: return .restore(panel)
        case .takeOut: return .takeOut(panel)
        case .nextPanel: return .nextPanel(after: happens(50) ? panel : nil)
        case .previousPanel: return .previousPanel(before: happens(50) ? panel : nil)
        case .reset, .undo, .redo, .saveAs, .load, .write:
            return .reset(pick([.all, .sizeClass, .panel(panel)]))
        }
    }

    mutating func frame() -> Rectangle {
        Rectangle(
            x: number(-300...2600), y: number(-300...1800), width: number(1...1400), height: number(1...1400))
    }
}

extension PanelCatalogue {
    /// Sizes, sides and limits as a careless author might write them.
    static func careless(_ dice: inout Dice) -> PanelCatalogue {
        let panels = (0..<Int.random(in: 1...12, using: &dice)).map { number in
            let low = Size(width: dice.length(0...400), height: dice.length(0...400))
            let high = Size(width: low.width + dice.length(0...600), height: low.height + dice.length(0...600))
            return PanelSpecification(
                // One name comes twice.
                id: PanelID("p\(number % 11)"), title: "Panel \(number)", preferred: dice.happens(50) ? low : high,
                minimum: low, maximum: high, pinned: Size(width: dice.length(0...500), height: dice.length(0...300)),
                canFloat: dice.happens(90), allowedSides: Set(Side.allCases.filter { _ in dice.happens(80) }),
                home: dice.happens(50) ? dice.pick(Side.allCases) : nil)
        }
        let places: [Place] = [.floating, .pinned(.left), .pinned(.right), .pinned(.top), .meta, .closed]
        return PanelCatalogue(
            panels: panels, maximumPinned: [.left: 2, .right: 4, .top: 3, .bottom: 1],
            defaults: [
                .wide: panels.filter { _ in dice.happens(60) }.map { DefaultPlace($0.id, dice.pick(places)) },
                .medium: panels.filter { _ in dice.happens(40) }.map { DefaultPlace($0.id, dice.pick(places)) },
            ], meta: dice.happens(50) ? panels.last?.id : nil)
    }
}

extension Dice {
    fileprivate mutating func length(_ range: ClosedRange<Double>) -> Double {
        Double.random(in: range, using: &self).rounded()
    }
}
