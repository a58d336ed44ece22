package import HTTPValues
import JSONTree
import Posts

/// The frozen payload of a delivery over HTTP: the request without credentials and without values that are not yet
/// known.
package struct Parcel: Codable, Hashable, Sendable {
    package let method: String
    package let url: String
    /// Without credentials, signature and timestamp, which `TargetKind.request` adds.
    package let headers: [HTTPHeader]
    package let body: [Fragment]
    /// The idempotency key, the same for all attempts.
    package let key: String
    /// The values that a look-up compares, by names that the kind defines.
    package let identity: [String: String]

    /// The placeholder in `url`, or in `identity`, for the target's id of the copy to change.
    static let copyPlaceholder = "{copy}"

    /// The name in `identity` of how the text was escaped (`TextEscaping`).
    static let guardedIdentity = "guarded"

    /// The name in `identity` of the copy's id, once it is known.
    static let copyIdentity = "copy"

    /// The name in `identity` of a place at the service, such as a channel, which the URL does not name.
    static let placeIdentity = "place"

    package enum Fragment: Codable, Hashable, Sendable {
        case text(String)
        case hole(Hole)
    }

    /// A part of the body that is known only when the delivery is armed.
    package struct Hole: Codable, Hashable, Sendable {
        package let name: String
        package let encoding: HoleEncoding
        /// The value that a preview shows, not yet encoded.
        package let predicted: String
    }

    /// How a value is encoded before it fills a hole.
    package enum HoleEncoding: String, Codable, Hashable, Sendable {
        case verbatim
        /// Inside the quotes of a JSON string.
        case jsonString
        /// Inside a value of `application/x-www-form-urlencoded`.
        case form
    }

    /// The hole for the address from the parent delivery.
    package static let addressHole = "address"

    /// The hole for the id of the part of a thread before this one.
    package static let previousHole = "previous"

    /// The hole for the id of the copy to change, at services that do not name it in the URL.
    static let copyHole = "copy"

    /// Returns the body with every hole filled.
    /// - Parameter values: by name; those without a hole are ignored.
    /// - Throws: the first hole without a value.
    package func filled(_ values: [String: String]) throws(ParcelError) -> [UInt8] {
        var bytes: [UInt8] = []
        for fragment in body {
            switch fragment {
            case .text(let text): bytes.append(contentsOf: text.utf8)
            case .hole(let hole):
                guard let value = values[hole.name] else { throw .emptyHole(hole.name) }
                bytes.append(contentsOf: hole.encoding.encoded(value).utf8)
            }
        }
        return bytes
    }

    /// Returns the parcel with the id of the copy that it changes.
    /// - Parameter copy: the target's id of the copy.
    /// - Throws: `unknownCopy` if the parcel needs the id and it is unknown.
    package func addressed(to copy: String?) throws(ParcelError) -> Parcel {
        guard
            url.contains(Parcel.copyPlaceholder) || identity[Parcel.copyIdentity] == Parcel.copyPlaceholder
                || holes.contains(Parcel.copyHole)
        else { return self }
        guard let copy, !copy.isEmpty else { throw .unknownCopy }
        return Parcel(
            method: method, url: url.replacing(Parcel.copyPlaceholder, with: copy.percentEncoded()), headers: headers,
            body: body, key: key, identity: identity.merging([Parcel.copyIdentity: copy]) { $1 })
    }

    /// The values of those of its holes that every kind has; nil for a value that is not known yet.
    func knownValues(_ briefing: Briefing) -> [String: String?] {
        let known = [
            Parcel.addressHole: briefing.address, Parcel.previousHole: briefing.previousPart?.id,
            Parcel.copyHole: identity[Parcel.copyIdentity],
        ]
        return known.filter { holes.contains($0.key) }
    }

    /// The body that an earlier store would have sent, after this one was restored from its backup. Values that only
    /// the earlier store knew, such as picture ids, are as in the preview; no look-up compares them.
    /// - Returns: an empty array if the body needs the parent delivery's address, or the id of the part before it, and that
    ///   is unknown.
    package func bodyToLookFor(_ briefing: Briefing) -> [UInt8] {
        let known = knownValues(briefing)
        if known.values.contains(nil) { return [] }
        var values: [String: String] = [:]
        for case .hole(let hole) in body { values[hole.name] = hole.predicted }
        values.merge(known.compactMapValues(\.self)) { $1 }
        return (try? filled(values)) ?? []
    }

    /// Where it leads: the place in its identity, otherwise the host and port of its address.
    package var place: String { identity[Parcel.placeIdentity] ?? url.hostText }

    package var predictedBody: String {
        body.map { fragment in
            switch fragment {
            case .text(let text): text
            case .hole(let hole): hole.encoding.encoded(hole.predicted)
            }
        }.joined()
    }

    package var holes: Set<String> {
        Set(
            body.compactMap { fragment in
                if case .hole(let hole) = fragment { hole.name } else { nil }
            })
    }
}

package enum ParcelError: Error, Equatable, CustomStringConvertible {
    case emptyHole(String)
    case unreadable
    case unknownCopy
    /// For another server or place than the one in the settings.
    case elsewhere(String)

    package var description: String {
        switch self {
        case .emptyHole(Parcel.addressHole):
            "The post's own address is not known yet, and this text needs it. "
                + "Confirm the other delivery with its address."
        case .emptyHole(Parcel.previousHole):
            "The part before this one has no id, so this one cannot answer to it. Confirm that part with its id."
        case .emptyHole(let name): "“\(name)” is not known yet, and what is to be sent needs it."
        case .unknownCopy:
            "The id of the post there is unknown, since it was confirmed without one. Change it there yourself."
        case .unreadable:
            "The stored payload cannot be read. It is for another kind of target, from another version, or damaged."
        case .elsewhere(let place):
            "It was made ready for \(place), and the settings name another place now. Retry it for the new one, or put the "
                + "old one back."
        }
    }
}

extension Parcel {
    /// Decodes the result of `frozenBytes`.
    package init(encoded bytes: [UInt8]) throws(ParcelError) {
        do {
            self = try JSONCoding.decode(Parcel.self, from: bytes)
        } catch {
            throw .unreadable
        }
    }
}

extension Parcel.HoleEncoding {
    func encoded(_ value: String) -> String {
        switch self {
        case .verbatim: value
        case .jsonString: JSON.escaped(value)
        case .form: value.formEncoded
        }
    }
}

extension Parcel {
    /// The request that changes something there.
    /// - Parameter credentials: headers besides the frozen ones.
    func request(_ body: [UInt8], _ credentials: [HTTPHeader] = []) -> HTTPRequest {
        HTTPRequest(
            method, url, headers: headers + credentials, body: body, isMutation: true, carriesCredentials: true)
    }

    /// A deletion of a copy; the request has a URL and no body.
    static func deletion(url: String, key: String) -> Parcel {
        Parcel(
            method: "DELETE", url: url, headers: [.acceptsJSON], body: [], key: key, identity: [:])
    }

    /// The id of the copy to delete; nil for a parcel that deletes nothing.
    var deletedCopy: String? { method == "DELETE" ? identity[Parcel.copyIdentity] : nil }
}

// MARK: - Frozen

extension Parcel {
    /// JSON with sorted keys: equal parcels give equal bytes.
    func frozenBytes() throws(FreezeError) -> [UInt8] {
        do { return try JSONCoding.encode(self) } catch { throw FreezeError("The post cannot be written as JSON.") }
    }

    /// Frozen without a preview: readers see nothing of a deletion.
    func frozenDeletion() throws(FreezeError) -> Frozen {
        Frozen(payload: try frozenBytes(), preview: Preview(text: ""))
    }

    /// A value as a part of a parcel's identity.
    static func identity(_ value: some Encodable, named name: String) throws(FreezeError) -> [String: String] {
        do {
            return [name: try JSONCoding.text(value)]
        } catch {
            throw FreezeError("The post cannot be written as JSON.")
        }
    }

    /// - Returns: nil if the identity has no such value, or one that cannot be read.
    func decoded<Value: Decodable>(_ type: Value.Type, named name: String) -> Value? {
        identity[name].flatMap { try? JSONCoding.decode(type, from: Array($0.utf8)) }
    }
}

extension [Parcel.Fragment] {
    /// A JSON object.
    /// - Parameter members: in the order in which they are written.
    static func object(_ members: [(name: String, value: [Parcel.Fragment])]) -> [Parcel.Fragment] {
        let written = members.enumerated().flatMap { index, member in
            [.text("\(index == 0 ? "{" : ",")\(JSON.quoted(member.name)):")] + member.value
        }
        return written + [.text(members.isEmpty ? "{}" : "}")]
    }

    /// Merges adjacent texts, so that equal bodies have equal fragments.
    var joinedTexts: [Parcel.Fragment] {
        reduce(into: []) { result, fragment in
            if case .text(let text) = fragment, case .text(let before)? = result.last {
                result[result.count - 1] = .text(before + text)
            } else {
                result.append(fragment)
            }
        }
    }
}
