import Panels
import Testing

/// The composer's scenes as drawings. Each character is 24 by 56 pixels.
@Suite("Golden drawings")
struct GoldenDrawings {
    @Test("a wide window shows Title above, Date and Tags right, Preview left")
    func wide() {
        #expect(
            scene(1366, 1024)
                == """
                ┌───────────────┐┌─────────────────────┐┌──────────────┐
                │ Preview       ││ Title               ││ Date         │
                │               │└─────────────────────┘│              │
                │               │┌─────────────────────┐│              │
                │               ││ Text                ││              │
                │               ││                     ││              │
                │               ││                     ││              │
                │               ││                     ││              │
                │               ││                     │└──────────────┘
                │               ││                     │┌──────────────┐
                │               ││                     ││ Tags         │
                │               ││                     ││              │
                │               ││                     ││              │
                │               ││                     ││              │
                │               ││                     ││              │
                │               ││                     ││              │
                │               ││                     ││              │
                └───────────────┘└─────────────────────┘└──────────────┘

                """)
    }

    @Test("at first there is only the text, in a window of any size")
    func first() {
        for size in [Size(width: 390, height: 844), Size(width: 820, height: 1180), Size(width: 1920, height: 1080)] {
            let shown = frames(
                of: .standard(of: .composer), in: Container(size: size), catalogue: .composer)
            #expect(shown.panels.allSatisfy { $0.frame == nil })
            #expect(shown.body == Rectangle(x: 0, y: 0, width: size.width, height: size.height))
        }
    }

    @Test("in the arrangement that is offered Preview stands left, Date and Tags right")
    func offered() throws {
        let container = Container(size: Size(width: 1366, height: 1024))
        let offered = try #require(Arrangement.offered(by: .composer))
        let shown = frames(of: offered.arrangement, in: container, catalogue: .composer)
        let drawn = shown.panels.filter { $0.frame != nil }.map(\.id)
        #expect(drawn == ["date", "tags", "preview"])
        #expect(shown.body == Rectangle(x: 420, y: 0, width: 546, height: 1024))
    }

    @Test("a window of 1024 pixels keeps the panels pinned first, and Meta says why the rest left")
    func small() {
        #expect(
            scene(1024, 768)
                == """
                ┌───────────────┐┌───────────────────────┐
                │ Preview       ││ Title                 │
                │               │└───────────────────────┘
                │               │┌───────────────────────┐
                │               ││ Text                  │
                │               ││                       │
                │               ││                       │
                │               ││                       │
                │               ││                       │
                │               ││                       │
                │               ││                       │
                │               ││                       │
                └───────────────┘└───────────────────────┘
                Meta: Date – There is no room for it: the text keeps at least 320 px of width.
                Meta: Tags – There is no room for it: the text keeps at least 320 px of width.

                """)
    }

    @Test("an upright tablet shows Title above and Preview right")
    func tablet() {
        #expect(
            scene(820, 1180)
                == """
                ┌───────────────┐┌───────────────┐
                │ Title         ││ Preview       │
                └───────────────┘│               │
                ┌───────────────┐│               │
                │ Text          ││               │
                │               ││               │
                │               ││               │
                │               ││               │
                │               ││               │
                │               ││               │
                │               ││               │
                │               ││               │
                │               ││               │
                │               ││               │
                │               ││               │
                │               ││               │
                │               ││               │
                │               ││               │
                │               ││               │
                │               ││               │
                └───────────────┘└───────────────┘

                """)
    }

    @Test("a phone shows only the text, and all panels are in Meta")
    func telephone() {
        #expect(
            scene(390, 844)
                == """
                ┌──────────────────┐
                │ Text             │
                │                  │
                │                  │
                │                  │
                │                  │
                │                  │
                │                  │
                │                  │
                │                  │
                │                  │
                │                  │
                │                  │
                │                  │
                └──────────────────┘
                Meta: Title
                Meta: Date
                Meta: Tags
                Meta: Preview
                Meta: Targets
                Meta: Queue
                Meta: Posts
                Meta: Media

                """)
    }

    @Test("a phone with an open panel divides its height")
    func open() throws {
        let container = Container(size: Size(width: 390, height: 844))
        let opened = try Arrangement.standard(of: Self.drawn).applying(.open("date"), in: container, of: Self.drawn)
        let shown = frames(of: opened.arrangement, in: container, catalogue: Self.drawn)
        #expect(
            drawing(of: shown, in: container, columns: 20, rows: 15)
                == """
                ┌──────────────────┐
                │ Text             │
                │                  │
                │                  │
                │                  │
                │                  │
                │                  │
                └──────────────────┘
                ┌──────────────────┐
                │ Date             │
                │                  │
                │                  │
                │                  │
                │                  │
                └──────────────────┘
                Meta: Title
                Meta: Tags
                Meta: Preview
                Meta: Targets
                Meta: Queue
                Meta: Posts
                Meta: Media

                """)
    }

    /// The composer's panels at the time of the drawings: a new one changes no scene.
    private static let drawn: PanelCatalogue = {
        let names: Set<PanelID> = ["title", "date", "tags", "preview", "targets", "queue", "posts", "media", "meta"]
        let composer = PanelCatalogue.titled
        return PanelCatalogue(
            panels: composer.panels.filter { names.contains($0.id) }, maximumPinned: composer.maximumPinned,
            defaults: composer.defaults, meta: composer.meta)
    }()

    private func scene(_ width: Double, _ height: Double) -> String {
        let container = Container(size: Size(width: width, height: height))
        let shown = frames(of: .standard(of: Self.drawn), in: container, catalogue: Self.drawn)
        return drawing(of: shown, in: container, columns: Int(width / 24), rows: Int(height / 56))
    }
}
