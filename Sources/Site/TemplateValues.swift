import Mustache

/// The values for templates, described in `themes/README.md`. Every text is made safe for `{{…}}` here.
///
/// A key without a value is absent, so that `{{#key}}` tests for it. Names of the outermost level do not occur in inner
/// levels, because Mustache looks for a missing name in the enclosing ones.
struct TemplateValues {
    let links: SiteLinks
    let highlighter: CodeHighlighter?
    /// The smaller versions of pictures, by digest.
    let sizes: [String: [SitePictureSize]]
    /// Where contents that cannot be read are reported.
    let failures = ContentFailures()
    private var settings: SiteSettings { links.settings }

    /// - Parameters:
    ///   - pages: by headline.
    ///   - icon: of the theme.
    ///   - publication: the address of the site's record on the AT Protocol.
    func site(
        pages: [PlacedItem], hasTags: Bool, hasArchive: Bool, icon: String?, publication: String?
    ) -> TemplateTable {
        var values: TemplateTable = [
            "name": settings.name.templateSafe, "home": settings.basePath + "/",
            "address": links.home, "language": settings.language, "direction": direction(of: settings.language),
            "author": (settings.author ?? settings.name).templateSafe, "style": links.local("style.css"),
            "icon": links.local(icon ?? "favicon.svg"),
            "atom": links.local("feed.xml"), "json": links.local("feed.json"),
            "relMe": settings.relMe.map { link(WebAddress($0)?.label ?? String($0.dropFirst("mailto:".count)), $0) },
            "pages": pages.map { link($0.item.headline, links.local($0.path)) },
            "menu": menu(pages, hasTags: hasTags, hasArchive: hasArchive),
        ]
        if !settings.description.isEmpty { values["description"] = settings.description.templateSafe }
        if let publication { values["publication"] = publication.templateSafe }
        if hasTags { values["tags"] = links.local("tags/") }
        if hasArchive { values["archive"] = links.local("archive/") }
        return values
    }

    /// The links of the navigation: those that the author chose, or all pages and lists.
    private func menu(_ pages: [PlacedItem], hasTags: Bool, hasArchive: Bool) -> [TemplateTable] {
        let chosen = settings.navigation ?? pages.map(\.item.entry.slug) + ["archive", "tags", "feed"]
        return chosen.compactMap { name in
            if let page = pages.first(where: { $0.item.entry.slug == name }) {
                return link(page.item.headline, links.local(page.path))
            }
            return switch name {
            case "archive" where hasArchive: link("Archive", links.local("archive/"))
            case "tags" where hasTags: link("Tags", links.local("tags/"))
            case "feed": link("Feed", links.local("feed.xml"))
            default: nil
            }
        }
    }

    /// The head of a page without an entry.
    func page(_ title: String, _ description: String, at path: SitePath, isFront: Bool = false) -> TemplateTable {
        let windowTitle = isFront ? title : "\(title) · \(settings.name)"
        var values: TemplateTable = [
            "title": windowTitle.withoutDirectionOverrides.templateSafe,
            "heading": title.withoutDirectionOverrides.templateSafe, "address": links.absolute(path),
            "canonical": links.absolute(path), "language": settings.language,
            "direction": direction(of: settings.language), "kind": "website", "isFront": isFront,
        ]
        if !description.isEmpty { values["description"] = description.withoutDirectionOverrides.templateSafe }
        return values
    }

    /// The head of an entry's page.
    func page(of place: PlacedItem) -> TemplateTable {
        let item = place.item
        let (entry, headline) = (item.entry, item.headline)
        let address = links.absolute(place.path)
        let language = Self.language(of: entry) ?? settings.language
        var values: TemplateTable = [
            "title": "\(headline) · \(settings.name)".withoutDirectionOverrides.templateSafe,
            "heading": headline.withoutDirectionOverrides.templateSafe, "address": address,
            "canonical": entry.canonicalURL.flatMap { WebAddress($0)?.text } ?? address,
            "language": language, "direction": direction(of: language),
            "kind": entry.kind == .post ? "article" : "website",
        ]
        if let document = entry.document { values["document"] = document.templateSafe }
        let summary = entry.summary.onOneLine.shortenedAtWord(to: 300)
        if !summary.isEmpty { values["description"] = summary.withoutDirectionOverrides.templateSafe }
        if let picture = item.picture {
            var image: TemplateTable = ["url": links.home + "media/" + picture.file]
            if let alt = picture.alt { image["alt"] = alt.templateSafe }
            values["image"] = image
        }
        if entry.kind == .post {
            values["article"] =
                [
                    "published": entry.published.text, "modified": entry.updated.text,
                    "tags": entry.tags.map(\.templateSafe),
                ] as TemplateTable
        }
        return values
    }

    /// The values of an entry, for its own page and for lists.
    /// - Parameter isAlone: whether the page shows no other entry.
    func entry(_ place: PlacedItem, isAlone: Bool = false) -> TemplateTable {
        let (item, path) = (place.item, place.path)
        let entry = item.entry
        let language = Self.language(of: entry)
        var values: TemplateTable = [
            "headline": item.headline.templateSafe, "isNote": entry.isNote,
            "content": content(of: place, isAlone: isAlone), "minutes": item.minutes,
            "url": links.local(path), "address": links.absolute(path),
            "author": (entry.author ?? settings.author ?? settings.name).templateSafe, "home": links.home,
            "published": date(entry.published), "isUpdated": entry.updated.dayText > entry.published.dayText,
            "updated": date(entry.updated), "direction": direction(of: language ?? settings.language),
            "entryTags": item.tags.map { link($0.name, links.local(SiteTag.path(of: $0.segment))) },
            "syndication": entry.syndication.compactMap { WebAddress($0) }.map { link($0.siteName, $0.text) },
        ]
        if !entry.isNote { values["name"] = item.headline.templateSafe }
        if !entry.summary.isEmpty { values["summary"] = entry.summary.templateSafe }
        if let language { values["language"] = language }
        return values
    }

    private func content(of place: PlacedItem, isAlone: Bool) -> EntryContent {
        EntryContent(
            sizes: place.item.smallerPictures(sizes), highlighter: highlighter, failures: failures, isAlone: isAlone
        ) {
            [links] in
            let html = try place.item.content()
            return isAlone ? html : links.forList(html, at: place.path)
        }
    }

    func tag(_ tag: SiteTag) -> TemplateTable {
        var values = link(tag.name, links.local(tag.path))
        values["count"] = tag.entries.count
        return values
    }

    func list(title: String, number: Int?, isTag: Bool) -> TemplateTable {
        var values: TemplateTable = ["heading": title.templateSafe, "isTag": isTag, "isFirst": number == nil]
        if let number { values["number"] = number }
        return values
    }

    func link(_ label: String, _ url: String) -> TemplateTable {
        ["label": label.templateSafe, "url": url.templateSafe]
    }

    /// Month names are English. For other languages, the date is written in numbers.
    func date(_ date: SiteDate) -> TemplateTable {
        let isEnglish = settings.language.lowercased().split(separator: "-").first == "en"
        return [
            "machine": date.text, "day": date.dayText, "text": isEnglish ? date.englishText : date.dayText,
            "short": isEnglish ? date.shortEnglishText : String(date.dayText.suffix(5)),
        ]
    }

    private static func language(of entry: SiteEntry) -> String? {
        entry.language.flatMap { SiteSettings.isLanguage($0) ? $0 : nil }
    }
}

/// The content of an entry, read only when a template shows it.
private struct EntryContent: MustacheCustomRenderable {
    let sizes: [String: [SitePictureSize]]
    let highlighter: CodeHighlighter?
    let failures: ContentFailures
    let isAlone: Bool
    let html: () throws -> String
    let isNull = false

    var renderText: String {
        do {
            return ContentMarkup.finished(
                try html(), hasAnchors: isAlone, sizes: sizes, highlighter: highlighter)
        } catch {
            failures.error = error
            return ""
        }
    }
}

/// Carries an error out of a template, which cannot throw.
final class ContentFailures {
    fileprivate(set) var error: (any Error)?

    func check() throws {
        defer { error = nil }
        if let error { throw error }
    }
}
