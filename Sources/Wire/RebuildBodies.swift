import Posts

/// Which sites `POST /v1/rebuild` makes again.
package struct RebuildRequestBody: Codable, Hashable, Sendable {
    /// Only this one; absent for all.
    package let site: String?
    /// Counts, and changes nothing.
    package let isDryRun: Bool?

    package init(site: String? = nil, isDryRun: Bool? = nil) {
        self.site = site
        self.isDryRun = isDryRun
    }
}

/// The pages of one site that were made again, from the delivered texts and the settings in the files, or would be.
package struct SiteRebuildBody: Codable, Hashable, Sendable {
    package let site: String
    /// How many pages the site shows.
    package let pages: Int
    /// How many of them change.
    package let changed: Int
    /// How many keep their HTML until their next edit, because an earlier version of Galley published them.
    package let kept: Int
    /// How many are still to be examined. The daemon goes on without the request.
    package let toExamine: Int
    /// Why others keep their HTML, one sentence for each; at most five.
    package let failures: [String]

    package init(site: String, pages: Int, changed: Int, kept: Int, toExamine: Int = 0, failures: [String] = []) {
        self.site = site
        self.pages = pages
        self.changed = changed
        self.kept = kept
        self.toExamine = toExamine
        self.failures = failures
    }

    /// Sentences for people, one per line.
    /// - Parameter isDryRun: whether nothing was changed.
    package func sentences(isDryRun: Bool = false) -> [String] {
        let verb = isDryRun ? "would change" : pages == 1 ? "has changed" : "have changed"
        let rest = " so far. \(toExamine) are still to be examined, and Galley goes on"
        var sentences = ["Site “\(site)”: \(changed) of \(counted(pages, "page")) \(verb)\(toExamine > 0 ? rest : "")."]
        if kept > 0 {
            let one = kept == 1
            sentences.append(
                "\(counted(kept, "page")) of an earlier version of Galley \(one ? "keeps its" : "keep their") HTML until "
                    + "\(one ? "its" : "their") next edit.")
        }
        return sentences + failures
    }
}

/// `POST /v1/rebuild`
package struct RebuildBody: Codable, Hashable, Sendable {
    package let sites: [SiteRebuildBody]
    package let isDryRun: Bool
    /// What else reading the settings again has changed; absent for nothing, and in a dry run.
    package let reload: ReloadBody?

    package init(sites: [SiteRebuildBody], isDryRun: Bool, reload: ReloadBody? = nil) {
        self.sites = sites
        self.isDryRun = isDryRun
        self.reload = reload
    }
}
