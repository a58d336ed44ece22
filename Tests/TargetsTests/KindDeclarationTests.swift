import Foundation
import Posts
import Targets
import Testing

@Suite("What a kind of target declares about itself")
struct KindDeclarationTests {
    @Test("the guide names the class that the kind declares", arguments: Target.KindName.configurable)
    func guide(kind: Target.KindName) throws {
        let guide = try String(contentsOf: sources.appendingPathComponent("Targets/README.md"), encoding: .utf8)
        let row = try #require(guide.split(separator: "\n").first { $0.contains("| `\(kind.rawValue)` |") })
        #expect(row.contains("| \(kind.declaration.classes): "))
    }

    @Test("each declared setting can be set, and each setting belongs to a kind")
    func settings() {
        let tables = TargetSettings.texts.map(\.name) + TargetSettings.flags.map(\.name)
        let others = ["credential", "headers", "success", "already_done", "categories"]
        let declared = Target.KindName.allCases.reduce(into: Set()) { $0.formUnion($1.declaration.settings) }
        #expect(declared == Set(tables + others))
    }

    @Test("what may differ at one target is a part of an override", arguments: Target.KindName.allCases)
    func overrides(kind: Target.KindName) throws {
        let all = TargetOverride(
            text: "x", warning: "x", visibility: .public, language: try Language("en"), long: .thread)
        #expect(Set(kind.declaration.overrides).isSubset(of: all.parts))
    }

    @Test("a part that differs where it can have no effect is a warning of the preview")
    func noEffect() throws {
        var settings = TargetSettings(name: "blog", kind: "wordpress")
        (settings.url, settings.username) = ("https://blog.example", "ana")
        settings.secret = Secret(file: "a-password")
        var post = try manuscript(body: "The text of all.")
        post.override = TargetOverride(text: "Another text.", warning: "Spoilers")
        let warnings = try Target(settings).freeze(post, facts: nil, key: "key").preview.warnings
        #expect(warnings.contains("“blog.text” has no effect: WordPress gets only the post itself."))
        #expect(warnings.contains("“blog.warning” has no effect: WordPress gets only the post itself."))
    }

    private var sources: URL {
        URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appendingPathComponent("Sources")
    }
}
