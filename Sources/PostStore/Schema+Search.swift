/// Migration 15: the index takes letters of Chinese, Japanese, Thai and the like one by one (`SearchText`).
///
/// An entry can be taken out only by the words that went in, and those are others now: all of it is made anew, when somebody
/// searches and when the house is tidied.
extension Schema {
    static let searchOfAllScripts = """
        INSERT INTO search (search) VALUES ('delete-all');
        UPDATE post SET docId = NULL, indexedRevision = NULL, isIndexStale = (forgottenAt IS NULL);
        """
}
