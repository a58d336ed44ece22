import JSONTree
import Testing

@testable import Panels

@Suite("Panels inside panels")
struct InsideTests {
    private let catalogue = PanelCatalogue.titled

    private func look(_ view: ViewState, _ commands: ViewCommand..., at arrangement: Arrangement) throws -> ViewState {
        try commands.reduce(view) {
            try $0.applying($1, to: arrangement, in: .wide, of: catalogue).view
        }
    }

    @Test("a narrow Posts panel shows its list, then the chosen post; a wide one shows both, automatically")
    func room() throws {
        // given
        let narrow = try Arrangement.titled.after(
            .float("posts", frame: Rectangle(x: 0, y: 0, width: 400, height: 600), overSides: true))
        let wide = try Arrangement.titled.after(
            .float("posts", frame: Rectangle(x: 0, y: 0, width: 700, height: 600), overSides: true))
        let chosen = try look(.plain, .show("posts", "p1"), at: narrow)
        // when
        let list = try #require(narrow.panel("posts")?.inside)
        let detail = try #require(narrow.panel("posts", chosen)?.inside)
        let both = try #require(wide.panel("posts", chosen)?.inside)
        // then
        #expect(list.seen == .index && list.detail == nil)
        #expect(detail.seen == .item("p1") && detail.index == nil && !detail.items.isEmpty)
        #expect(both.seen == .item("p1") && both.index?.width == 280 && both.detail?.width == 420)
        #expect(both.detail?.y == 32 && both.detail?.height == 568)
        #expect(wide.panel("posts")?.inside?.seen == .placeholder)
    }

    @Test("a panel that the user folds stays folded even with room, and unfolds on request")
    func folding() throws {
        let wide = try Arrangement.titled.after(
            .float("posts", frame: Rectangle(x: 0, y: 0, width: 700, height: 600), overSides: true))
        let folded = try look(.plain, .fold("posts"), at: wide)
        #expect(wide.panel("posts", folded)?.inside?.isCollapsed == true)
        #expect(try look(folded, .fold("posts"), at: wide) == .plain)
    }

    @Test("show replaces, push adds, back returns step by step to the list and no further")
    func steps() throws {
        let desk = try Arrangement.titled.after(.open("posts"))
        let deep = try look(.plain, .show("posts", "a"), .push("posts", "b"), at: desk)
        #expect(deep.inside("posts").items == ["a", "b"])
        #expect(try look(deep, .show("posts", "c"), at: desk).inside("posts").items == ["c"])
        let list = try look(deep, .back("posts"), .back("posts"), at: desk)
        #expect(list == .plain)
        #expect(throws: Refusal.self) { try look(list, .back("posts"), at: desk) }
    }

    @Test("each view command is announced, while measuring and scrolling are silent")
    func words() throws {
        let desk = try Arrangement.titled.after(.open("posts"))
        func said(_ command: ViewCommand, _ view: ViewState = .plain) throws -> String {
            try view.applying(command, to: desk, in: .wide, of: catalogue).announcement
        }
        let chosen = try look(.plain, .show("posts", "a"), at: desk)
        #expect(try said(.show("posts", "a", title: "Breakfast")) == "Posts shows “Breakfast”.")
        #expect(try said(.show("posts", "a")) == "Posts shows what was chosen.")
        #expect(try said(.back("posts"), chosen) == "The list of Posts.")
        #expect(try said(.divide("posts", 0.5)) == "Posts gives the list 50 %, what is chosen 50 %.")
        #expect(try said(.fold("posts")) == "The list of Posts is beneath what is chosen.")
        #expect(try said(.scroll("posts", 40)).isEmpty)
        #expect(try said(.naturalSize("title", Size(width: 300, height: 40))).isEmpty)
    }

    @Test(
        "an impossible view command is refused with a reason",
        arguments: [
            (ViewCommand.show("date", "a"), "Date has no index to choose from."),
            (.show("posts", ""), "The name of an item has 1 to 200 characters."),
            (.show("meta", "date"), "Date is not in Meta."), (.back("posts"), "Posts shows its list already."),
            (.divide("posts", .nan), "That is no part of a length. Use 0.2 to 0.8."),
            (.naturalSize("title", Size(width: 0, height: .nan)), Words.notANumber),
        ])
    func refusals(command: ViewCommand, reason: String) throws {
        let desk = try Arrangement.titled.after(.open("posts"))
        #expect(throws: Refusal(reason)) {
            try ViewState.plain.applying(command, to: desk, in: .wide, of: catalogue)
        }
    }

    @Test("Meta shows a panel that is in it, to any depth, and releases it when it is taken out")
    func meta() throws {
        // given
        let size = Rectangle(x: 100, y: 100, width: 800, height: 700)
        let desk = try Arrangement.titled.after(
            .open("posts"), .collapse("posts"), .float("meta", frame: size, overSides: true))
        // when
        let view = try look(.plain, .show("meta", "posts"), .show("posts", "p1"), at: desk)
        let posts = try #require(desk.panel("posts", view))
        // then
        let detail = try #require(desk.panel("meta", view)?.inside?.detail)
        #expect(posts.place == .inside && posts.frame == detail)
        #expect(posts.inside?.seen == .item("p1"), "what is chosen in Posts is shown within Meta")
        let out = try desk.after(.takeOut("posts"))
        #expect(out.panel("posts", view)?.place == .floating)
        #expect(out.panel("posts", view)?.inside?.items == ["p1"], "and goes along when it is taken out")
        #expect(out.panel("meta", view)?.inside?.seen == .placeholder)
    }

    @Test("a row is as high as its content prefers, until the user sets it; the body gets the rest")
    func natural() throws {
        let desk = Arrangement.standard(of: catalogue)
        let view = try look(.plain, .naturalSize("title", Size(width: 546, height: 81)), at: desk)
        #expect(desk.panel("title")?.frame?.height == 150)
        #expect(desk.panel("title", view)?.frame?.height == 113)
        let small = try look(.plain, .naturalSize("title", Size(width: 546, height: 10)), at: desk)
        #expect(desk.panel("title", small)?.frame?.height == 100, "no panel is smaller than it may be")
        let set = try Arrangement.titled.after(.thickness(.top, 200))
        #expect(set.panel("title", view)?.frame?.height == 200)
        let huge = try look(.plain, .naturalSize("title", Size(width: 546, height: 90_000)), at: desk)
        let shown = frames(of: desk, in: .wide, catalogue: catalogue, view: huge)
        #expect(shown.body.height >= catalogue.bodyMinimum.height)
    }

    @Test("in a column a measured content is not cut off beside one that needs less")
    func column() throws {
        let desk = try Arrangement.titled.after(.pin("queue", .right))
        let height = Container.wide.size.height
        let plain = ["date", "tags", "queue"].map { desk.panel(PanelID($0))?.frame?.height }
        #expect(plain == [height / 3, height / 3, height / 3])
        let view = try look(
            .plain, .naturalSize("date", Size(width: 400, height: 428)),
            .naturalSize("tags", Size(width: 400, height: 90)), at: desk)
        let fitted = ["date", "tags", "queue"].map { desk.panel(PanelID($0), view)?.frame?.height }
        #expect(fitted == [460, 150, height - 610])
        let set = try Arrangement.titled.after(.pin("queue", .right), .share("date", 250))
        #expect(set.panel("date", view)?.frame?.height == 250, "the user says otherwise")
    }

    @Test("a view is read from any document field by field, and written unchanged")
    func documents() throws {
        let desk = try Arrangement.titled.after(.open("posts"))
        let view = try look(
            .plain, .show("posts", "a"), .push("posts", "b"), .divide("posts", 0.5), .scroll("posts", 40),
            .naturalSize("title", Size(width: 300, height: 40)), at: desk)
        #expect(ViewState(salvaging: view.document) == view)
        let spoilt = JSON.object([
            "inside": .object(["posts": .object(["items": .text("no list"), "fraction": .number(9), "scroll": .null])]),
            "natural": .list([]),
        ])
        let read = ViewState(salvaging: spoilt)
        #expect(read.inside("posts").items.isEmpty && read.inside("posts").fraction == 0.8 && read.natural.isEmpty)
    }

    @Test("a view command survives being written and parsed")
    func commands() throws {
        let commands: [ViewCommand] = [
            .show("posts", "a", title: "A"), .push("posts", "b"), .back("posts"), .divide("posts", nil),
            .divide("posts", 0.4), .fold("meta"), .scroll("posts", 12),
            .naturalSize("title", Size(width: 10, height: 20)),
        ]
        for command in commands.map({ ArrangementCommand.view($0) }) {
            #expect(try ArrangementCommand(command.document) == command)
        }
        #expect(throws: CommandError.self) { try ArrangementCommand(.object(["command": .text("show")])) }
    }
}
