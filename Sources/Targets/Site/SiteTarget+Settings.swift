import Posts
import Settings
import Site

extension SiteTarget {
    /// - Returns: nil if no site can be made of its settings.
    init?(_ section: TargetSection) {
        let (settings, highlight) = (section.siteSettings(), section.table.text("highlight", default: "highlight"))
        guard let settings else { return nil }
        do {
            let site = try section.desk.site(settings, highlight)
            if let problem = site.feedProblem { throw problem }
            self.init(site: site, rawHTML: section.desk.rawHTML, smartPunctuation: section.desk.smartPunctuation)
        } catch let error as SiteSettingsError {
            section.complain(error.setting, error.description)
            return nil
        } catch {
            section.complain("theme", "\(error)")
            return nil
        }
    }
}

extension TargetSection {
    fileprivate func siteSettings() -> SiteSettings? {
        let written = table.text("folder", default: "")
        // A missing folder must not become the state directory.
        let folder = written.isEmpty ? written : desk.inState(written)
        let author = table.text("author", default: desk.author)
        let theme = table.optionalText("theme").map(desk.inState)
        let (name, url) = (table.text("site_name", default: name), table.text("url", default: ""))
        let (language, description) = (table.text("language", default: "en"), table.text("description", default: ""))
        let (relMe, navigation) = (table.texts("rel_me"), table.optionalTexts("navigation"))
        let permalink = table.text("permalink", default: "/{year}/{month}/{slug}/")
        let postsPerPage = table.whole("posts_per_page", default: 10, in: 1...1000)
        let (feedLength, feedPaths) = (table.whole("feed_length", default: 20, in: 1...1000), table.texts("feed_paths"))
        let (afterWrite, tagAuthority) = (table.texts("after_write"), table.optionalText("tag_authority"))
        let timeout = table.span("after_write_timeout", default: .seconds(60), in: .seconds(1) ... .hours(24))
        do throws(SiteSettingsError) {
            return try SiteSettings(
                name: name, address: url, folder: folder, language: language, author: author.isEmpty ? nil : author,
                description: description, relMe: relMe, permalink: permalink, navigation: navigation,
                postsPerPage: postsPerPage, feedLength: feedLength, feedPaths: feedPaths, themeFolder: theme,
                afterWrite: afterWrite, afterWriteTimeoutSeconds: Int(timeout.seconds), tagAuthority: tagAuthority)
        } catch {
            complain(error.setting, error.description)
            return nil
        }
    }
}
