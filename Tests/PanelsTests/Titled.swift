@testable import Panels

extension PanelCatalogue {
    /// The composer's panels with Title pinned above the text, as a writer may have them: rows and columns at once.
    static let titled: PanelCatalogue = {
        let composer = PanelCatalogue.composer, title = DefaultPlace("title", .pinned(.top))
        var defaults = composer.offered?.places ?? [:]
        for sizeClass in [SizeClass.wide, .medium] { defaults[sizeClass] = [title] + (defaults[sizeClass] ?? []) }
        return PanelCatalogue(
            panels: composer.panels, maximumPinned: composer.maximumPinned, defaults: defaults, meta: composer.meta,
            floatMargin: 24)
    }()
}

extension Container {
    static let wide = Container(size: Size(width: 1366, height: 1024))
    static let phone = Container(size: Size(width: 390, height: 844))
}

extension Arrangement {
    static let titled = Arrangement.standard(of: .titled)

    /// The arrangement after these commands.
    func after(
        _ commands: PanelCommand..., in container: Container = .wide, of catalogue: PanelCatalogue = .titled
    ) throws(Refusal) -> Arrangement {
        var arrangement = self
        for command in commands {
            arrangement = try arrangement.applying(command, in: container, of: catalogue).arrangement
        }
        return arrangement
    }

    /// nil if the command is accepted.
    func refusal(of command: PanelCommand, in container: Container = .wide) -> Refusal? {
        do throws(Refusal) {
            _ = try applying(command, in: container, of: .titled)
            return nil
        } catch { return error }
    }

    /// The panel as a window shows it.
    func panel(_ id: PanelID, in container: Container = .wide, _ view: ViewState = .plain) -> PanelFrame? {
        frames(of: self, in: container, catalogue: .titled, view: view)[id]
    }
}
