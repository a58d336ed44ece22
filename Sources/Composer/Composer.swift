import FoundationEssentials

/// The page in which an author writes: plain files in `Page`, which the daemon serves as they are. Here is only where to
/// find them.
package struct Composer: Hashable, Sendable {
    /// Holds `index.html` and what it names.
    package let folder: String

    /// What is wanted is looked for in `share/galley/composer` beside the program's prefix once installed, and in the build
    /// folder while developing.
    /// - Parameters:
    ///   - programFolder: where the daemon's program lies.
    ///   - chosen: the folder that the settings name instead; nil for none.
    package init(programFolder: String, chosen: String?) throws(ComposerError) {
        let places =
            chosen.map { [$0] } ?? [
                "\(programFolder)/../share/galley/composer", "\(programFolder)/galley_Composer.resources/Page",
            ]
        let found = places.first { FileManager.default.fileExists(atPath: "\($0)/index.html") }
        guard let found else { throw ComposerError(places: places, isChosen: chosen != nil) }
        folder = found
    }
}

/// There is no page to serve.
package struct ComposerError: Error, Hashable, CustomStringConvertible {
    let places: [String]
    let isChosen: Bool

    package var description: String {
        let advice = isChosen ? "Name the folder with the composer's index.html." : "Install Galley again."
        return "The composer's page is missing. Looked for index.html in \(places.joined(separator: ", ")). \(advice)"
    }
}
