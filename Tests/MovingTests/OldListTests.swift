import Testing

@testable import Moving

/// Which lists of an old site have no page here.
@Suite("Lists of old sites")
struct OldListTests {
    private func lists(_ blog: [String: String]) throws -> [String] {
        let files = blog.keys.filter { $0.hasSuffix(".md") }
        let lists = OldLists(of: try #require(OldSite { blog[$0] }), files) { blog[$0] }
        return OldLists.Kind.allCases.compactMap { kind in
            lists.example(of: kind).map { "\(lists.count(of: kind)) \(kind) \($0)" }
        }
    }

    @Test("Hugo has one of each category and section, Zola of each section, and Jekyll none by itself")
    func markdown() throws {
        let post = "---\ncategories: [Boats, Old  Ships]\n---\n"
        let blog = [
            "content/posts/a.md": post, "content/posts/b.md": "+++\ncategories = 'boats'\n+++\n",
            "content/Notes/deep/_index.md": post, "content/about.md": "", "README.md": post,
            "content/posts/c.md": "---\n",
        ]
        let sections = "2 sections /notes/deep/"
        #expect(
            try lists(blog.merging(["hugo.toml": "title = 'x'"]) { $1 }) == [
                "2 categories /categories/boats/", sections,
            ])
        for text in ["disableKinds = ['taxonomy']", "[taxonomies]\ntag = 'tags'"] {
            #expect(try lists(blog.merging(["hugo.toml": text]) { $1 }) == [sections])
        }
        #expect(
            try lists(blog.merging(["config.toml": "base_url = 'https://a.example'"]) { $1 })
                == ["1 sections /notes/deep/"])
        #expect(try lists(blog.merging(["_config.yml": "title: x"]) { $1 }).isEmpty)
    }

    @Test("Pelican and Nikola have one of each category and tag")
    func python() throws {
        let pelican = [
            "pelicanconf.py": "PATH = 'content'\n",
            "content/a.md": "Title: A\nTags: sea, old nets\nCategory: Sea Life\n\nText",
            "content/boats/b.md": "Title: B\n\nText", "content/c.md": "Title: C\nStatus: draft\nTags: x\n",
            "README.md": "Tags: y",
        ]
        #expect(try lists(pelican) == ["2 categories /category/boats.html", "2 tags /tag/old-nets.html"])
        let nikola = [
            "conf.py": "BLOG_TITLE = 'x'\nPOSTS = (('posts/*.md', 'posts', 'post.tmpl'),)\n",
            "posts/a.md": ".. title: A\n.. tags: sea\n.. category: Sea Life\n\nText",
            "posts/b.md": ".. title: B\n.. status: draft\n.. tags: x\n",
        ]
        #expect(try lists(nikola) == ["1 categories /categories/cat_sea-life/", "1 tags /categories/sea/"])
    }

    @Test("WordPress has one of each category and tag of a published item, unless its addresses are numbers")
    func wordPress() throws {
        let terms =
            "<category domain=\"category\" nicename=\"boats\">Boats</category><category domain=\"post_tag\" nicename=\"a\">A</category>"
        for (status, link, count) in [
            ("publish", "https://a.example/x/", 1), ("publish", "https://a.example/?p=1", 0), ("draft", "/x/", 0),
        ] {
            let item = "<item><link>\(link)</link><wp:status>\(status)</wp:status>\(terms)</item>"
            var lists = OldLists()
            try WXRFile { item, _ in lists.add(item) }.read(
                Array("<rss xmlns:wp=\"http://wordpress.org/export/1.2/\"><channel>\(item)</channel></rss>".utf8),
                isLast: true)
            #expect(lists.count(of: .categories) == count && lists.count(of: .tags) == count)
            if count == 1 { #expect(lists.example(of: .tags) == "/tag/a/") }
        }
    }
}
