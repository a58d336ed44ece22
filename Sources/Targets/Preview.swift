package import HTTPValues

/// What would be sent, shown before it is: taken from the frozen payload itself.
package struct Preview: Codable, Hashable, Sendable {
    /// Nil where nothing goes over HTTP.
    package var method: String?
    package var url: String?
    /// Credentials and what depends on the moment of sending are named in brackets.
    package var headers: [HTTPHeader] = []
    /// The body, its holes filled with what is predicted for them.
    package var body: String
    /// What readers will see, as plain text where the service shows plain text.
    package var text: String
    /// Length by the service's own rule; nil where it has none.
    package var count: Int?
    package var limit: Int?
    /// The rule of counting, in words.
    package var rule: String?
    /// What of the post this target cannot show.
    package var losses: [String] = []
    /// What becomes of the pictures there, a sentence for each.
    package var pictures: [String] = []
    /// What the author should look at before it leaves.
    package var warnings: [String] = []
    /// Where readers will find it, as far as that can be told; also filled into the texts that wait for it.
    package var predictedAddress: String?
}
