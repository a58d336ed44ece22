package import HTTPValues
package import JSONTree
package import Posts

/// The copies at a kind's service: how Galley reads one, and how it compares that with what it sent.
package protocol TargetCopies: Sendable {
    /// The texts in a request's body that readers see, in their order.
    /// - Parameters:
    ///   - body: the fields of the body.
    ///   - bytes: the body itself.
    func readersTexts(in body: [String: JSON], _ bytes: [UInt8]) -> [String?]

    /// What the author should know about a copy that arrived, from the request that made it; nil if there is nothing.
    func remark(onSent body: [UInt8]) -> String?

    /// The id of the copy that readers find at `address`; nil if it does not follow from the address.
    /// - Parameters:
    ///   - parcel: the one that made the copy.
    ///   - facts: the result of `prepare`; nil if the server was never asked.
    /// - Throws: if no copy of the target can be at the address.
    func copyID(at address: String, of parcel: Parcel, facts: [UInt8]?) throws(CopyAddressError) -> String?

    /// Reads the copy with the id `copy`. This settles an edit in doubt; Galley never sends such an edit again on a
    /// guess.
    func readCopy(_ copy: String, of parcel: Parcel, _ briefing: Briefing, answers: [Exchange]) -> Step<CopyReading>

    /// The state of the copy in the answer to an accepted request; nil if answers do not contain it.
    func standing(in answer: HTTPAnswer, of parcel: Parcel, facts: [UInt8]?) -> Standing?

    /// The content of a request, in the parts that can be compared with the copy; nil if it cannot be parsed.
    func standing(sent body: [UInt8], _ parcel: Parcel, facts: [UInt8]?) -> Standing?

    /// Whether a copy equal to `standing(sent:)` in all parts needs no edit.
    func isComparedInFull(_ parcel: Parcel, facts: [UInt8]?) -> Bool

    /// Why an edit must not be sent to the copy as it stands there; nil if it may be.
    /// - Parameters:
    ///   - there: the copy, which was read just now.
    ///   - parcel: the edit.
    ///   - facts: the result of `prepare`.
    func harm(ofEditing there: Standing, by parcel: Parcel, facts: [UInt8]?) -> String?
}

/// Of a service whose copies cannot be read.
extension TargetCopies {
    package func remark(onSent body: [UInt8]) -> String? { nil }

    package func copyID(at address: String, of parcel: Parcel, facts: [UInt8]?) throws(CopyAddressError) -> String? {
        nil
    }

    package func readCopy(
        _ copy: String, of parcel: Parcel, _ briefing: Briefing, answers: [Exchange]
    ) -> Step<CopyReading> { .done(.unreadable) }

    package func standing(in answer: HTTPAnswer, of parcel: Parcel, facts: [UInt8]?) -> Standing? { nil }

    package func standing(sent body: [UInt8], _ parcel: Parcel, facts: [UInt8]?) -> Standing? { nil }

    package func isComparedInFull(_ parcel: Parcel, facts: [UInt8]?) -> Bool { false }

    package func harm(ofEditing there: Standing, by parcel: Parcel, facts: [UInt8]?) -> String? { nil }
}

/// Why no copy of a target can be at an address, in a sentence or two for the author.
package struct CopyAddressError: Error, Hashable, Sendable, CustomStringConvertible {
    package let description: String

    /// - Parameters:
    ///   - copy: what the target has, such as “message”.
    ///   - example: an address of such a copy.
    init(_ address: String, of copy: String, at place: String, example: String) {
        description =
            "Found “\(address.shortened(to: 200))”, which is not an address of a \(copy) at \(place). Copy the address of the "
            + "\(copy) there, such as \(example)."
    }
}
