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
        book.answer(API.listWindows, list)
        book.answer(API.createWindow, create)
        book.answer(API.showWindow, show)
        book.answer(API.resizeWindow, resize)
        book.answer(API.renameWindow, rename)
        book.answer(API.deleteWindow, remove)
        book.answer(API.arrangePanels, command)
        book.answer(API.simulateWindow, simulate)
        book.answer(API.showPanelMenu, menu)
        book.answer(API.dragPanel, drag)
    }

    @Sendable private func list(_ call: Call<Nothing, Nothing>) async throws -> Reply<PageBody<WindowBody>> {
        let views = try await store.windows(of: try call.user, .composer)
        return try call.page(of: views.map { body($0) })
    }

    @Sendable private func create(_ call: Call<Nothing, WindowSizeBody>) async throws -> Reply<WindowBody> {
        let size = try await call.body()
        let view = try await store.addWindow(
            label: try size.checkedLabel, size: try size.size, insets: try size.checkedInsets,
            screen: try size.screen, view: size.chosen, for: try call.user, .composer,
            once: try call.requestKey(for: size))
        return try .json(
            body(view), status: .created, headers: [.location: "/v1/windows/\(view.reference.text)"])
    }

    @Sendable private func show(_ call: Call<DrawingQuery, Nothing>) async throws -> Reply<WindowBody> {
        let view = try await store.view(at: try call.reference, of: try call.user, .composer)
        return try answer(call, view, in: view.container, call.query)
    }

    @Sendable private func resize(_ call: Call<Nothing, WindowSizeBody>) async throws -> Reply<WindowBody> {
        let id = try call.windowID
        let size = try await call.body()
        // A window keeps its first label, but a wrong one is refused here too.
        _ = try size.checkedLabel
        let view = try await store.resizeWindow(
            id, of: try call.user, to: try size.size, insets: try size.checkedInsets, screen: try size.screen,
            .composer)
        return try .json(body(view))
    }

    @Sendable private func rename(_ call: Call<Nothing, NameBody>) async throws -> Reply<WindowBody> {
        let label = try await call.body().name
        do throws(GivenNameError) { try GivenName.window.check(label) } catch {
            throw Problem(error, field: "name")
        }
        return try .json(body(try await store.renameWindow(try call.windowID, of: try call.user, to: label, .composer)))
    }

    @Sendable private func remove(_ call: Call<Nothing, Nothing>) async throws -> Reply<Nothing> {
        try await store.removeWindow(try call.windowID, of: try call.user)
        return .nothing
    }

    @Sendable private func command(_ call: Call<Nothing, CommandDocument>) async throws -> Reply<ArrangedBody> {
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
    @Sendable private func simulate(_ call: Call<SimulationQuery, Nothing>) async throws -> Reply<WindowBody> {
        let view = try await store.view(at: try call.reference, of: try call.user, .composer)
        let (width, height) = (call.query.width, call.query.height)
        guard width != nil || height != nil else {
            return try answer(call, view, in: view.container, call.query.drawing)
        }
        let size = Size(width: width ?? view.container.size.width, height: height ?? view.container.size.height)
        var screen = view.container.screen
        screen.keyboard = nil
        return try answer(call, view, in: Container(size: size, screen: screen), call.query.drawing)
    }

    /// The places where the user can drop a dragged panel. Stores nothing: a drag ends with a command.
    @Sendable private func drag(_ call: Call<Nothing, DragBody>) async throws -> Reply<DragHintsBody> {
        let request = try await call.body()
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
    @Sendable private func menu(_ call: Call<Nothing, Nothing>) async throws -> Reply<PanelMenuBody> {
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
    private func answer<Parameters: Query>(
        _ call: Call<Parameters, Nothing>, _ view: WindowView, in container: Container, _ drawing: DrawingQuery
    ) throws -> Reply<WindowBody> {
        guard call.prefers("text/plain") else {
            return try .json(WindowBody(view, in: container, times))
        }
        let columns = drawing.columns ?? 80
        // A character cell is about twice as high as wide.
        let fitting = Double(columns) * container.size.height / max(1, container.size.width) / 2
        let rows = drawing.rows ?? Int(min(max(fitting, 8), 60))
        let look = container == view.container ? view.view : .plain
        let shown = frames(of: view.arrangement, in: container, catalogue: .composer, view: look)
        let text = Panels.drawing(of: shown, in: container, columns: columns, rows: rows)
        return Reply(
            Response(
                status: .ok, headers: [.contentType: "text/plain; charset=utf-8"],
                body: ResponseBody(byteBuffer: ByteBuffer(string: text))))
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
