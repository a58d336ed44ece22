import HTTPTypes
import Hummingbird
import Panels
import PostStore
import Posts
import Wire

/// `/v1/windows`: windows, what they show, and the commands that arrange them. `desk` stands for the shared
/// arrangement.
struct WindowRoutes: ServiceRoutes {
    let service: PostService

    /// The largest command in bytes. Most have less than 100.
    private static let commandBytesMax = 64 << 10

    func add(to book: inout RouteTable) {
        book.add(
            .get, "/v1/windows", .read,
            RouteDescription("Lists the caller's windows, most recently seen first.").returnsPage(WindowBody.self), list
        )
        book.add(
            .post, "/v1/windows", .write,
            RouteDescription("Registers a window.").takes(WindowSizeBody.self).creates(WindowBody.self), create)
        book.add(
            .get, "/v1/windows/:window", .read,
            RouteDescription("Shows a window; “desk” is the shared arrangement.").returns(WindowBody.self)
                .returns("text/plain", "A drawing.").query("columns", "Of the drawing.", whole: 20...400)
                .query("rows", "Of the drawing.", whole: 8...400),
            show)
        book.add(
            .put, "/v1/windows/:window", .write,
            RouteDescription("Sets the size of a window.").takes(WindowSizeBody.self).returns(WindowBody.self), resize)
        book.add(
            .put, "/v1/windows/:window/name", .write,
            RouteDescription("Gives a window another label.").takes(NameBody.self).returns(WindowBody.self), rename)
        book.add(
            .delete, "/v1/windows/:window", .write,
            RouteDescription("Deletes a window.").returnsNothing, remove)
        book.add(
            .post, "/v1/windows/:window/commands", .write,
            RouteDescription("Arranges panels.").takes(CommandDocument.self).ifMatch.returns(ArrangedBody.self)
                .needsNoKey("a command arranges what is there; “undo” takes back what was done twice."),
            command)
        book.add(
            .get, "/v1/windows/:window/simulation", .read,
            RouteDescription("Shows a window at another size.").returns(WindowBody.self)
                .returns("text/plain", "A drawing.").query("width", "CSS pixels.", number: 1...Lengths.most)
                .query("height", "CSS pixels.", number: 1...Lengths.most)
                .query("columns", "Of the drawing.", whole: 20...400)
                .query("rows", "Of the drawing.", whole: 8...400), simulate)
        book.add(
            .get, "/v1/windows/:window/panels/:panel/menu", .read,
            RouteDescription("Shows a panel's menu: its commands, and why some are refused.")
                .returns(PanelMenuBody.self), menu)
        book.add(
            .put, "/v1/windows/:window/drag", .write,
            RouteDescription("Lists where a panel can be dropped.").takes(DragBody.self)
                .returns(DragHintsBody.self), drag)
    }

    @Sendable private func list(_ call: Call) async throws -> Response {
        let views = try await store.windows(of: try call.user, .composer)
        return try call.page(of: views.map { body($0) })
    }

    @Sendable private func create(_ call: Call) async throws -> Response {
        let size = try await call.json(WindowSizeBody.self)
        let view = try await store.addWindow(
            label: try size.checkedLabel, size: try size.size, insets: try size.checkedInsets,
            screen: try size.screen, view: size.chosen, for: try call.user, .composer,
            once: try call.requestKey(for: size))
        return try .json(
            body(view), status: .created, headers: [.location: "/v1/windows/\(view.reference.text)"])
    }

    @Sendable private func show(_ call: Call) async throws -> Response {
        let view = try await store.view(at: try call.reference, of: try call.user, .composer)
        return try answer(call, view, in: view.container)
    }

    @Sendable private func resize(_ call: Call) async throws -> Response {
        let id = try call.windowID
        let size = try await call.json(WindowSizeBody.self)
        // A window keeps its first label, but a wrong one is refused here too.
        _ = try size.checkedLabel
        let view = try await store.resizeWindow(
            id, of: try call.user, to: try size.size, insets: try size.checkedInsets, screen: try size.screen,
            .composer)
        return try .json(body(view))
    }

    @Sendable private func rename(_ call: Call) async throws -> Response {
        let label = try await call.json(NameBody.self).name
        do throws(GivenNameError) { try GivenName.window.check(label) } catch {
            throw Problem(error, field: "name")
        }
        return try .json(body(try await store.renameWindow(try call.windowID, of: try call.user, to: label, .composer)))
    }

    @Sendable private func remove(_ call: Call) async throws -> Response {
        try await store.removeWindow(try call.windowID, of: try call.user)
        return .nothing
    }

    @Sendable private func command(_ call: Call) async throws -> Response {
        let reference = try call.reference
        let document = try await call.document(limit: WindowRoutes.commandBytesMax)
        let (command, seen) = (try ArrangementCommand(document), try document.seenRevision)
        if case .book(.saveAs(let name)) = command { _ = try ArrangementName(name) }
        let expected = try call.condition.revision
        let done = try await store.perform(
            command, at: reference, of: try call.user, by: call.page(at: reference), seen: seen ?? expected,
            ifRevision: expected, .composer)
        return try .json(
            ArrangedBody(
                announcement: done.announcement, panel: done.panel?.text, conflict: done.conflict,
                window: body(done.view)))
    }

    /// Shows the window at another size and stores nothing. The size class is that of a new window.
    @Sendable private func simulate(_ call: Call) async throws -> Response {
        let view = try await store.view(at: try call.reference, of: try call.user, .composer)
        let (width, height) = (call.query.number("width"), call.query.number("height"))
        guard width != nil || height != nil else { return try answer(call, view, in: view.container) }
        let size = Size(width: width ?? view.container.size.width, height: height ?? view.container.size.height)
        var screen = view.container.screen
        screen.keyboard = nil
        return try answer(call, view, in: Container(size: size, screen: screen))
    }

    /// The places where the user can drop a dragged panel. Stores nothing: a drag ends with a command.
    @Sendable private func drag(_ call: Call) async throws -> Response {
        let request = try await call.json(DragBody.self)
        let (subject, pointer) = (try DragSubject(request), try request.pointer.point("pointer"))
        let view = try await store.view(at: .window(try call.windowID), of: try call.user, .composer)
        let hints: DragHints
        do throws(Refusal) {
            hints = try view.arrangement.without(view.view.away).beginning(
                subject, at: pointer, in: view.container, of: PanelCatalogue.composer.fitting(view.view.natural),
                guest: view.view.popover?.panel)
        } catch {
            throw Problem.panelRefused(PanelRefusal(error))
        }
        return try .json(DragHintsBody(hints, revision: view.revision))
    }

    /// A panel's current menu. It is not part of the window's body, because the engine tries about thirty commands for it.
    @Sendable private func menu(_ call: Call) async throws -> Response {
        let panel = PanelID(try call.name("panel"))
        let view = try await store.view(at: .window(try call.windowID), of: try call.user, .composer)
        let menu: PanelMenu
        do throws(Refusal) {
            menu = try view.arrangement.menu(of: panel, in: view.container, of: .composer, view: view.view)
        } catch {
            throw Problem.panelRefused(PanelRefusal(error))
        }
        return try .json(PanelMenuBody(menu, revision: view.revision))
    }

    // MARK: - Responses

    private func body(_ view: WindowView) -> WindowBody { WindowBody(view, times) }

    /// JSON, or a drawing in box characters for callers that prefer text.
    private func answer(_ call: Call, _ view: WindowView, in container: Container) throws -> Response {
        guard call.prefers("text/plain") else {
            return try .json(WindowBody(view, in: container, times))
        }
        let columns = call.query.whole("columns") ?? 80
        // A character cell is about twice as high as wide.
        let fitting = Double(columns) * container.size.height / max(1, container.size.width) / 2
        let rows = call.query.whole("rows") ?? Int(min(max(fitting, 8), 60))
        let look = container == view.container ? view.view : .plain
        let shown = frames(of: view.arrangement, in: container, catalogue: .composer, view: look)
        let text = drawing(of: shown, in: container, columns: columns, rows: rows)
        return Response(
            status: .ok, headers: [.contentType: "text/plain; charset=utf-8"],
            body: ResponseBody(byteBuffer: ByteBuffer(string: text)))
    }
}

// MARK: - Requests

extension Call {
    /// The window itself if its own page sends the request, which then needs no event for it. Requests with a token or
    /// through the socket come from elsewhere, so the page needs the event.
    fileprivate func page(at reference: WindowReference) -> WindowID? {
        guard caller?.shown != nil, case .window(let id) = reference else { return nil }
        return id
    }

    fileprivate var reference: WindowReference {
        get throws { try name("window") == ArrangementName.desk.text ? .desk : .window(try windowID) }
    }

    fileprivate var windowID: WindowID {
        get throws {
            let text = try name("window")
            guard let id = WindowID(text) else { throw StoreError.noSuchWindow(text.shortened()) }
            return id
        }
    }
}
