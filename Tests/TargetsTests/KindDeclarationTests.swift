import Foundation
import Posts
import TargetSupport
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

    @Test("a kind's settings are those that it asks for, whatever is missing or wrong")
    func settings() {
        let shared: Set = ["name", "kind", "after", "delay", "slots", "late", "deadline", "settle", "rehearsal"]
        for kind in Target.KindName.configurable { #expect(shared.isSubset(of: kind.settings), "\(kind)") }
        let service = shared.union(["url", "ca_file", "credential", "edit", "delete"])
        #expect(Target.KindName.telegram.settings == service.union(["chat", "text", "card"]))
        #expect(
            Target.KindName.wordpress.settings
                == service.union(["username", "categories", "status", "format", "atproto"]))
        #expect(
            Target.KindName.site.settings.isSuperset(of: shared.union(["folder", "theme", "highlight", "atproto"])))
        #expect(Target.KindName.site.settings.isDisjoint(with: ["credential", "edit", "delete", "ca_file"]))
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
