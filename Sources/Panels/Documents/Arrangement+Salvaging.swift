package import JSONTree

/// The readable parts of a document.
package struct Salvage: Hashable, Sendable {
    package let arrangement: Arrangement
    /// One sentence for each part that was not restored as saved.
    package let diagnostics: [String]
    /// Whether a newer program wrote it. Then the defaults are shown, and the document must not be overwritten.
    package let isNewer: Bool
}

extension Arrangement {
    /// Reads any document panel by panel. Unreadable panels get their default places. Never fails.
    ///
    /// An older document is migrated in memory; the next change writes it.
    package static func salvaging(_ document: JSON, of catalogue: PanelCatalogue) -> Salvage {
        var arrangement = Arrangement.standard(of: catalogue)
        guard var fields = document.fields else {
            return Salvage(arrangement: arrangement, diagnostics: [Words.unreadable], isNewer: false)
        }
        var diagnostics = Diagnostics()
        switch version(of: fields, &diagnostics) {
        case (documentVersion + 1)...:
            return Salvage(arrangement: arrangement, diagnostics: [Words.newer], isNewer: true)
        case let version: fields = Migration.migrated(fields, from: version)
        }
        fields["version"] = nil
        var classes = fields.removeValue(forKey: "classes")?.fields ?? [:]
        for sizeClass in SizeClass.allCases {
            guard let entry = classes.removeValue(forKey: sizeClass.rawValue) else { continue }
            guard let entry = entry.fields else {
                diagnostics.say("The plan for \(sizeClass.rawValue) windows could not be read. It is the default.")
                continue
            }
            var reader = PlanReader(sizeClass: sizeClass, catalogue: catalogue, diagnostics: diagnostics)
            arrangement[sizeClass] = reader.read(entry)
            diagnostics = reader.diagnostics
            arrangement.unknown.classFields[sizeClass] = reader.unknownFields
            arrangement.unknown.panels[sizeClass] = reader.unknownPanels
        }
        arrangement.unknown.classes = classes
        arrangement.unknown.fields = fields
        return Salvage(arrangement: arrangement, diagnostics: diagnostics.sentences, isNewer: false)
    }

    private static func version(of fields: [String: JSON], _ diagnostics: inout Diagnostics) -> Int {
        guard let number = fields["version"]?.number, let version = Int(exactly: number), version >= 1 else {
            if fields["version"] != nil { diagnostics.say("The arrangement's version could not be read.") }
            return documentVersion
        }
        return version
    }
}

/// Sentences without duplicates, however many plans they concern.
struct Diagnostics {
    private(set) var sentences: [String] = []
    private var said: Set<String> = []

    mutating func say(_ sentence: String) {
        if said.insert(sentence).inserted { sentences.append(sentence) }
    }
}
