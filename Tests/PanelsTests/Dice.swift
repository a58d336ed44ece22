import JSONTree
import TestSupport

@testable import Panels

/// Numbers, windows and commands from a seed.
struct Dice: RandomNumberGenerator {
    private var numbers: SeededNumbers

    init(seed: UInt64) { numbers = SeededNumbers(seed: seed) }

    mutating func next() -> UInt64 { numbers.next() }

    mutating func pick<Value>(_ values: [Value]) -> Value { values[Int.random(in: 0..<values.count, using: &self)] }
    mutating func happens(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &self) < percent }

    /// Mostly a length from some screen, sometimes an impossible one.
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
            sizeClass: SizeClass.of(width: width.isFinite ? width : 0, after: previous?.sizeClass),
            screen: Screen(direction: happens(20) ? .rightToLeft : .leftToRight))
    }
}

extension Dice {
    /// Commands that are often refused are tried more often, so that each one also succeeds often.
    private static let kinds = CommandKind.allCases.flatMap { kind in Array(repeating: kind, count: weight(of: kind)) }

    /// A command not listed here has the default weight.
    private static func weight(of kind: CommandKind) -> Int {
        let weights = [
            "write": 0, "closeAllPinned": 1, "closeOthers": 2, "nextPanel": 2, "previousPanel": 2, "reset": 1,
            "close": 2,
            "closeAllFloating": 2, "open": 3, "thickness": 3, "collapse": 3, "undo": 3, "restore": 4, "saveAs": 4,
            "load": 10, "stack": 10, "unstack": 20, "collapseSide": 8, "expandSide": 20, "share": 12, "takeOut": 12,
            "raise": 8, "redo": 11, "detent": 16, "sheet": 4, "lock": 2, "unlock": 16, "splitter": 4, "tab": 34,
            "drop": 2,
        ]
        return weights[kind.rawValue] ?? 6
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

    /// Some sequences begin with several panels floating or on one side, so that these interact.
    mutating func opening(with panels: ArraySlice<PanelID>) -> [PanelCommand] {
        let side = pick(Side.allCases)
        return switch Int.random(in: 0..<3, using: &self) {
        case 0: panels.map { .float($0) }
        case 1: panels.map { .pin($0, side) }
        default: []
        }
    }

    /// A command with the fields of its action; each optional field is present every other time.
    private mutating func arranging(_ kind: CommandKind, _ panels: [PanelID]) -> PanelCommand {
        if happens(1) { return impossible(PanelID(panel(of: panels))) }
        var fields: [String: JSON] = [:]
        for field in pick(Self.forms[kind.rawValue]?.ways ?? [[]]) { throwField(field, panels, into: &fields) }
        // With many panels a locked one is rarely named.
        if kind == Self.unlock, happens(60) { fields = [:] }
        fields["command"] = .text(kind.rawValue)
        guard case .book(.arrange(let command)) = try? ArrangementCommand(.object(fields)) else {
            fatalError("\(kind) cannot be read from the fields that it names: \(fields)")
        }
        return command
    }

    private static let forms = Dictionary(uniqueKeysWithValues: CommandForm.all.map { ($0.word, $0) })

    /// A command that no document can express, but that our own code could construct by mistake.
    private mutating func impossible(_ panel: PanelID) -> PanelCommand {
        let number = pick([Double.nan, .infinity, -.infinity])
        return pick([
            .move(panel, dx: number, dy: 0), .resize(panel, dw: 0, dh: number), .share(panel, number),
            .resize(panel, width: number, height: nil), .thickness(pick(Side.allCases), number),
            .float(panel, frame: Rectangle(x: number, y: 0, width: 1, height: number)),
        ])
    }

    private static let unlock = CommandKind(Unlock.self)

    private mutating func throwField(
        _ field: CommandForm.Field, _ panels: [PanelID], into fields: inout [String: JSON]
    ) {
        guard field.isNeeded || isPresent(field) else { return }
        switch field.value {
        case .panel: fields[field.name] = .text(panel(of: panels))
        case .text: fields[field.name] = .text(pick(["one", "two"]))
        case .frame: fields[field.name] = frame { $0.finite($1) }.document
        case .flag: fields[field.name] = .bool(true)
        case .index: fields[field.name] = .number(pick([0, 1, 2, 3, -1, .max, .min]))
        case .number: fields[field.name] = .number(finite(field.isNeeded ? -400...900 : 0...900))
        case .word(let words), .name(let words): fields[field.name] = .text(pick(words))
        case .separator: fields[field.name] = .text(pick(["left", "right", "top", "bottom", "right/1", "top/1"]))
        }
    }

    private mutating func isPresent(_ field: CommandForm.Field) -> Bool {
        switch field.value {
        case _ where field.name == "scope": true
        case .index: !happens(30)
        case _ where field.name == "edge": happens(80)
        case .frame: !happens(40)
        case .number: happens(80)
        case .flag: happens(20)
        case .panel, .text, .word, .name, .separator: happens(50)
        }
    }

    private mutating func panel(of panels: [PanelID]) -> String { happens(98) ? pick(panels).text : "nobody" }

    mutating func frame() -> Rectangle { frame { $0.number($1) } }

    private mutating func frame(_ number: (inout Dice, ClosedRange<Double>) -> Double) -> Rectangle {
        Rectangle(
            x: number(&self, -300...2600), y: number(&self, -300...1800), width: number(&self, 1...1400),
            height: number(&self, 1...1400))
    }

    /// Like `number`, but always representable in a document.
    private mutating func finite(_ range: ClosedRange<Double>) -> Double {
        let number = number(range)
        return number.isFinite ? number : range.upperBound
    }
}

extension PanelCatalogue {
    /// Sizes, sides and limits as a careless author might write them.
    static func careless(_ dice: inout Dice) -> PanelCatalogue {
        let panels = (0..<Int.random(in: 1...12, using: &dice)).map { number in
            let low = Size(width: dice.length(0...400), height: dice.length(0...400))
            let high = Size(width: low.width + dice.length(0...600), height: low.height + dice.length(0...600))
            return PanelSpecification(
                // One name occurs twice.
                id: PanelID("p\(number % 11)"), title: "Panel \(number)", preferred: dice.happens(50) ? low : high,
                minimum: low, maximum: high, pinned: Size(width: dice.length(0...500), height: dice.length(0...300)),
                home: dice.happens(50) ? dice.pick(Side.allCases) : nil)
        }
        let places: [Place] = [
            .floating, .pinned(.left), .pinned(.right), .pinned(.top), .sheet(.left), .sheet(.bottom), .meta, .closed,
        ]
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
