import TestSupport
import Testing

@testable import Panels

@Suite("Frames")
struct FramesTests {
    @Test("impossible container sizes do no harm, and shrinking and growing again changes nothing")
    func absurdContainers() {
        let start = Arrangement.titled
        for number in [Double.nan, .infinity, -5, 0, .leastNonzeroMagnitude, 1e308] {
            let container = Container(
                size: Size(width: number, height: number), insets: Insets(top: number, right: number), sizeClass: .wide)
            #expect(Invariants.violation(of: start, in: container, .titled) == nil, "\(number)")
        }
        let wide = Container(size: Size(width: 1366, height: 1024))
        let before = frames(of: start, in: wide, catalogue: .titled)
        _ = frames(of: start, in: Container(size: Size(width: 320, height: 200)), catalogue: .titled)
        #expect(frames(of: start, in: wide, catalogue: .titled) == before)
    }

    @Test("a side that the user made thicker gives that back before a panel leaves")
    func surplus() throws {
        let wide = Container(size: Size(width: 1600, height: 1000))
        let thick = try Arrangement.titled.after(.thickness(.left, 700), in: wide)
        #expect(frames(of: thick, in: wide, catalogue: .titled).body.width == 500)
        let narrower = frames(of: thick, in: Container(size: Size(width: 1200, height: 1000)), catalogue: .titled)
        #expect(narrower.body.width == 320)
        #expect(narrower.panels.filter { $0.place == .pinned }.count == 4)
        #expect(
            frames(of: thick, in: wide, catalogue: .titled).separators.first { $0.id == .thickness(.left) }?.value
                == 700)
    }

    @Test("a panel shown smaller than its preferred size, and then moved, regains that size where there is room")
    func keptSize() throws {
        let low = Container(size: Size(width: 1366, height: 400))
        let start = Arrangement.titled
        let floating = try start.after(.float("date"), in: low)
        var frame = try #require(frames(of: floating, in: low, catalogue: .titled).panels[1].frame)
        #expect(frame.height == 400)
        frame.x -= 300
        let low300 = Container(size: Size(width: 1366, height: 300))
        frame.height = 300
        let moved = try floating.after(.float("date", frame: frame), in: low300)
        let high = Container(size: Size(width: 1366, height: 1024))
        #expect(frames(of: moved, in: high, catalogue: .titled).panels[1].frame?.height == 400)
    }

    @Test("a panel opened on a screen too low for both gets half of it, as on a page at 400 % zoom")
    func lowScreen() throws {
        for (height, panel) in [(168.0, 84.0), (300, 150), (500, 300), (844, 400)] {
            let container = Container(size: Size(width: 320, height: height))
            let opened = try Arrangement.titled.applying(.open("date"), in: container, of: .titled)
            let shown = frames(of: opened.arrangement, in: container, catalogue: .titled)
            #expect(shown.panels.first { $0.place == .open }?.frame?.height == panel)
            #expect(shown.body.height == height - panel)
        }
    }

    @Test("insets are subtracted first, and those that leave nothing are ignored")
    func insets() {
        let start = Arrangement.titled
        let inset = Container(
            size: Size(width: 1366, height: 1024), insets: Insets(top: 44, left: 8, bottom: 20, right: 8))
        #expect(frames(of: start, in: inset, catalogue: .titled).panels[3].frame?.origin == Point(x: 8, y: 44))
        let all = Container(size: Size(width: 800, height: 600), insets: Insets(top: 600, left: 900))
        #expect(frames(of: start, in: all, catalogue: .titled).body.maxX == 380)
    }

    @Test("ten thousand panels, floating and collapsed, take time in proportion to their number")
    func tenThousand() throws {
        let few = try elapsed(panels: 1_000)
        let many = try elapsed(panels: 10_000)
        // Quadratic growth would take a hundred times as long.
        #expect(many < few * 30, "\(few), \(many)")
    }

    /// The shortest of three measurements, in seconds.
    private func elapsed(panels count: Int) throws -> Double {
        let panels = (0..<count).map { number in
            PanelSpecification(id: PanelID("p\(number)"), title: "\(number)", preferred: Size(width: 200, height: 100))
        }
        let lines = panels.enumerated().map { DefaultPlace($1.id, $0.isMultiple(of: 2) ? .floating : .meta) }
        let catalogue = PanelCatalogue(panels: panels, maximumPinned: [.right: count], defaults: [.wide: lines])
        let container = Container(size: Size(width: 1366, height: 1024))
        let arrangement = Arrangement.standard(of: catalogue)
        let elapsed = (0..<3).map { _ in
            processorSeconds {
                #expect(frames(of: arrangement, in: container, catalogue: catalogue).panels.count == count)
                #expect(Arrangement.salvaging(arrangement.document, of: catalogue).arrangement == arrangement)
                #expect(arrangement.merging(arrangement, base: .standard(of: catalogue)).conflicts.isEmpty)
            }
        }
        let closed = try arrangement.applying(.closeAllFloating, in: container, of: catalogue).arrangement
        #expect(frames(of: closed, in: container, catalogue: catalogue).panels.allSatisfy { $0.frame == nil })
        return elapsed.min() ?? 0
    }

    @Test("the borders between the panels of a side keep to their neighbours' minimum")
    func shares() throws {
        let wide = Container(size: Size(width: 1366, height: 1024))
        let start = Arrangement.titled
        let shared = try start.after(.share("date", 9000), in: wide)
        let shown = frames(of: shared, in: wide, catalogue: .titled)
        #expect(shown.panels[1].frame?.height == 874 && shown.panels[2].frame?.height == 150)
        #expect(lengths(of: 600, shares: [1, 1, 8], minimums: [100, 200, 50]) == [100, 200, 300])
        #expect(lengths(of: 30, shares: [1, 2], minimums: [100, 100]) == [15, 15])
        #expect(lengths(of: 0, shares: [], minimums: []) == [])
    }

    @Test("unless the user has set the borders, each panel first gets its minimum, and the rest is shared equally")
    func needs() {
        let equal = [1.0, 1, 1], minimums = [200.0, 150, 200]
        func parts(of length: Double, _ needs: [Double]) -> [Double] {
            lengths(of: length, shares: equal, minimums: minimums, needs: needs)
        }
        #expect(parts(of: 900, minimums) == [300, 300, 300])
        #expect(parts(of: 900, [460, 150, 200]) == [460, 220, 220])
        #expect(parts(of: 900, [460, 230, 200]) == [460, 230, 210])
        #expect(parts(of: 700, [460, 150, 200]) == [350, 150, 200])
        #expect(parts(of: 540, [460, 150, 200]) == [180, 180, 180], "not even the minimums fit")
        #expect(lengths(of: 500, shares: [1, 1], minimums: [300, 100]) == [300, 200])
    }

    @Test("a panel whose content is measured gets what it needs; the others share the rest, or the last one takes it")
    func measured() {
        let equal = [1.0, 1, 1], minimums = [90.0, 150, 200]
        func parts(of length: Double, _ needs: [Double], _ measured: [Bool]) -> [Double] {
            lengths(of: length, shares: equal, minimums: minimums, needs: needs, measured: measured)
        }
        #expect(parts(of: 900, [90, 150, 200], [true, true, false]) == [90, 150, 660])
        #expect(parts(of: 900, [90, 150, 200], [true, false, false]) == [90, 405, 405])
        #expect(parts(of: 900, [460, 150, 200], [true, true, true]) == [460, 150, 290])
        #expect(parts(of: 440, [460, 150, 200], [true, true, true]) == [90, 150, 200])
        #expect(parts(of: 300, [460, 150, 200], [true, true, true]) == [100, 100, 100], "not even the minimums fit")
        let both = [true, true], least = [90.0, 90]
        let chosen = lengths(of: 500, shares: [1, 3], minimums: least, needs: least, measured: both)
        #expect(chosen == [125, 375], "the user says otherwise")
    }
}
