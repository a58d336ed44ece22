// Pictures, and posts that come from elsewhere or go there.
extension API {
    package static let listMedia = Operation(
        .get, "/v1/media", .read, "Lists the caller's pictures, the newest first."
    ).returnsPage(MediaBody.self)
    package static let addMedia = Operation(
        .post, "/v1/media", .write, "Stores the picture in the body. Storing it again returns the existing one."
    ).query(NewMediaQuery.self).takesFile
        .creates(MediaBody.self, again: "A repetition changes no notes and restores no removed picture.")
        .returns(MediaBody.self)
    package static let showMedia = Operation(.get, "/v1/media/:media", .read, "Shows a picture's details.")
        .query(MediaQuery.self).returns(MediaBody.self)
    package static let editMedia = Operation(
        .put, "/v1/media/:media", .write, "Changes the description of a picture."
    ).takes(MediaNotesBody.self).ifMatch(isRequired: true).returns(MediaBody.self)
    package static let removeMedia = Operation(
        .delete, "/v1/media/:media", .write, "Removes a picture that nothing uses."
    ).ifMatch.returnsNothing
    package static let showMediaFile = Operation(
        .get, "/v1/media/:media/file", .read, "Gives the picture itself."
    ).query(MediaQuery.self).returns("image/*", "The picture.")
}

extension API {
    package static let importPosts = Operation(
        .post, "/v1/imports", .write, "Imports posts. A known source creates no second post."
    ).takes(ImportBody.self).returns(ImportReportBody.self)
        .needsNoKey("every item is identified by its source, for longer than by any key.")
    package static let listExports = Operation(
        .get, "/v1/exports", .read,
        "Lists the caller's posts whole, each as a Markdown file as well, oldest first."
    ).query(ExportsQuery.self).returnsPage(ExportedPostBody.self)
    package static let listExposures = Operation(
        .get, "/v1/exposures", .read,
        "Lists posts that are public although the files of their import call them private."
    ).returnsPage(ExposureBody.self)
}

// MARK: - Parameters

package struct NewMediaQuery: Query {
    package var name: String?
    package var alt: String?
    /// Two numbers with a comma between them.
    package var focus: String?
    package var isDryRun: Bool?

    package static let words = [
        "name": "Of the file.", "alt": "What it shows.",
        "focus": "What stays when it is cut: two numbers from -1 to 1.",
        "isDryRun": "Whether to check the picture only, and to store nothing.",
    ]

    package init(name: String?, alt: String? = nil, focus: String? = nil, isDryRun: Bool = false) {
        (self.name, self.alt, self.focus) = (name, alt, focus)
        self.isDryRun = isDryRun ? true : nil
    }
}

package struct MediaQuery: Query {
    package var owner: String?

    package static let words = ["owner": "For administrators: another user, whose picture it is."]

    package init(owner: String?) { self.owner = owner }
}

package struct ExportsQuery: Query {
    package var html: Bool?
    package var owner: String?

    package static let words = [
        "html": "Whether to add the text as HTML.",
        "owner": "For administrators: another user, whose posts are listed.",
    ]

    package init(html: Bool = false, owner: String?) { (self.html, self.owner) = (html ? true : nil, owner) }
}
