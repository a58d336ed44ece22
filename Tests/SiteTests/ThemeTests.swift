import Foundation
import TestSupport
import Testing

@testable import Site

@Suite struct ThemeTests {
    @Test("an author's theme replaces the files that it has and keeps the rest of the default one")
    func overlay() throws {
        let folder = try TemporaryFolder()
        try folder.write("<p>{{post.headline}}</p>", to: "post.mustache")
        try folder.write("woff", to: "fonts/text.woff2")
        try folder.write("for people", to: "README.md")
        try folder.write("hidden", to: ".git/config")

        let files = try Example.site(Example.settings(theme: folder.path)).files(for: [Example.post(title: "A & B")])

        #expect(files.text("2026/01/post-1/index.html") == "<p>A &amp; B</p>")
        #expect(files.text("fonts/text.woff2") == "woff")
        #expect(files.paths.contains("style.css") && files.paths.contains("index.html"))
        #expect(!files.paths.contains("README.md") && !files.paths.contains(".git/config"))
    }

    @Test(
        "a broken template is named with its line",
        arguments: [
            ("line one\n{{#post}}\nnever closed", "closed"), ("line one\n{{#a}}{{/b}}", "another name"),
            ("line one\n{{> nothing}}", "nothing.mustache does not exist"), ("line one\n{{> post}}", "uses it in turn"),
            ("line one\n{{> *kind}}", "not supported"), ("line one\n{{=<% %>=}}", "not supported"),
        ])
    func broken(template: String, words: String) throws {
        let folder = try TemporaryFolder()
        try folder.write(template, to: "post.mustache")

        let error = #expect(throws: ThemeError.self) {
            try Theme(defaultFolder: Example.defaultTheme, folder: folder.path)
        }

        let text = "\(try #require(error))"
        #expect(text.contains(words))
        #expect(text.hasPrefix(folder.path + "/post.mustache:"))
    }

    @Test("a theme that is missing, or lacks a template, is reported")
    func missing() throws {
        #expect(throws: ThemeError.self) { try Theme(defaultFolder: "/nonexistent") }
        let folder = try TemporaryFolder()
        try folder.write("x", to: "post.mustache")
        let error = #expect(throws: ThemeError.self) { try Theme(defaultFolder: folder.path) }
        #expect(error?.file.hasSuffix("list.mustache") == true)
    }

    @Test("a theme's file cannot take a page's place")
    func collision() throws {
        let folder = try TemporaryFolder()
        try folder.write("x", to: "index.html")
        let site = try Example.site(Example.settings(theme: folder.path))
        #expect(throws: SiteError.sameFile("index.html")) { try site.files(for: []) }
    }
}
