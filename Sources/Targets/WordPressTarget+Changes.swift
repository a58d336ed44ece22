import HTTPValues
import Posts

// Edits and deletions of a post that is there. Both name it; an edit in doubt is settled by reading it (`readCopy`).
// - SeeAlso: https://developer.wordpress.org/rest-api/reference/posts/#update-a-post and …/#delete-a-post

extension WordPressTarget {
    func address(ofCopyIn collection: String) -> String { address("\(collection)/\(Parcel.copyPlaceholder)") }

    /// Without `force` it goes into WordPress's trash, from where its owner can take it for thirty days.
    func frozenDeletion(of manuscript: Manuscript, key: String) throws(FreezeError) -> Frozen {
        let collection = manuscript.kind == .post ? "posts" : "pages"
        let parcel = Parcel.deletion(url: address(ofCopyIn: collection), key: key)
        let credentials = [HTTPHeader("Authorization", "Basic (user name and application password)")]
        return Frozen(
            payload: try parcel.frozenBytes(), preview: Preview(of: parcel, credentials: credentials, text: ""))
    }

    func outcome(ofDeletion exchange: Exchange, of copy: String) -> Outcome {
        service.outcome(ofDeletion: exchange, of: copy) { $0.wordPressError }
    }

    func outcome(ofEdit found: FoundPost, of copy: String, wanted: WantedPost) -> Outcome {
        guard found.id == copy else {
            return .unknown("\(service.name) answered with another post than the one that was edited.")
        }
        guard found.status != "trash" else {
            return .refused("\(service.name) has the post in its trash. Restore it there, or leave it.")
        }
        // Whoever made a draft of it there has taken it from its readers.
        guard found.status == wanted.status else { return .refused(stateWords(found, wanted)) }
        return .accepted(found.record)
    }
}
