import JSONTree
import Posts

extension PythonSettings {
    /// The configuration of a blog by Pelican or Nikola.
    struct OfBlog {
        let generator: BlogGenerator
        let file: String
        let layout: any BlogLayout
        let languageFolders: [String: String]
        let feeds: [String]
        /// Why addresses and the kinds of pages are not certain.
        let problem: String?
        private let settings: PythonSettings

        fileprivate init(pelican settings: PythonSettings, in file: String) {
            let site = PelicanSite(settings)
            (generator, layout, languageFolders, feeds) = (.pelican, site, [:], site.feeds)
            (self.file, self.settings, problem) = (file, settings, OfBlog.problem(site.computed, settings))
        }

        fileprivate init(nikola settings: PythonSettings, in file: String) {
            let site = NikolaSite(settings)
            (generator, layout, languageFolders, feeds) = (.nikola, site, site.languageFolders, site.feeds)
            (self.file, self.settings, problem) = (file, settings, OfBlog.problem(site.computed, settings))
        }

        func text(_ name: String) -> String? { settings.values[name]?.text.flatMap { $0.isEmpty ? nil : $0 } }

        private static func problem(_ computed: [String], _ settings: PythonSettings) -> String? {
            if settings.isIncomplete {
                return "The program takes settings from somewhere else, and Galley does not run it."
            }
            guard !computed.isEmpty else { return nil }
            return "The program computes \(computed.joined(separator: ", ")), and Galley does not run it."
        }
    }

    /// - Parameter read: the text of a file below the blog's folder; nil if it does not exist.
    /// - Returns: nil if the folder is no blog of Pelican or Nikola.
    static func ofBlog(_ read: (String) -> String?) -> OfBlog? {
        // The settings of a published site, which build on those of a draft.
        for file in ["publishconf.py", "pelicanconf.py"] {
            if let text = read(file) { return OfBlog(pelican: PythonSettings(text, read), in: file) }
        }
        guard let text = read("conf.py") else { return nil }
        let settings = PythonSettings(text, read)
        // Many programs have a `conf.py`.
        return settings.names.isSuperset(of: ["POSTS", "BLOG_TITLE"]) ? OfBlog(nikola: settings, in: "conf.py") : nil
    }

    private static let modulesMax = 8, depthMax = 4

    /// With the settings of the modules beside the file.
    private init(_ text: String, _ read: (String) -> String?, depth: Int = 0) {
        self.init(text)
        for (number, module) in modules.enumerated() {
            let isWithin = depth < PythonSettings.depthMax && number < PythonSettings.modulesMax
            let base = isWithin ? read(module.name + ".py") : nil
            add(base.map { PythonSettings($0, read, depth: depth + 1) }, as: module)
        }
    }
}
