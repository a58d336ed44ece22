import JSONTree
import Pictures

/// A picture sent with a parcel, frozen with its texts. The digest identifies the file, so Galley sends exactly the
/// picture that the author chose.
struct ParcelPicture: Hashable, Sendable {
    /// `ShownPicture.address`.
    let address: String
    let digest: String
    let facts: MediaFacts
    let alt: String
    let focus: MediaNotes.Focus?
    /// The name of the author's file; may be empty.
    let name: String

    /// The file name at a service. Each is unique, because some services derive ids from it.
    var fileName: String { "galley-\(address.dropFirst(MediaID.scheme.count)).\(facts.kind.fileEnding)" }

    /// For example `“harbour.jpg” (4032 × 3024, 2.1 MB)`, with another alternative text also `(4032 × 3024, 2.1 MB, as “two”)`.
    var described: String {
        let text = address.contains("-") ? ", as “\(alt.shortened(to: 60))”" : ""
        return "“\(name.isEmpty ? address : name.shortened(to: 60))” (\(facts.sizeText)\(text))"
    }
}

/// The fate of a picture, in sentences for the author.
extension ParcelPicture {
    /// - Parameter deed: such as “goes along with the post”.
    func fate(_ deed: String, _ limits: PictureLimits) -> String {
        let change = limits.problem(with: facts).map { " and is made smaller for that: \($0)" } ?? ""
        return "\(described) \(deed)\(change)."
    }

    /// Why the service would refuse it, with the numbers; nil if it would not.
    /// - Parameter canFit: whether Galley can make pictures smaller.
    func problem(at service: String, _ limits: PictureLimits, canFit: Bool) -> String? {
        limits.problem(with: facts, canFit: canFit).map {
            "\(service) would refuse the picture \(described): \($0). Make it smaller, or take it out."
        }
    }

    var refusal: String { "The picture \(described) was not taken." }
}

extension ParcelPicture {
    init(_ shown: ShownPicture) {
        let media = shown.media
        self.init(
            address: shown.address, digest: media.digest, facts: media.facts, alt: shown.alt,
            focus: media.notes.focus, name: media.notes.name)
    }
}

// MARK: - Frozen

extension Parcel {
    /// The hole for the ids of pictures.
    static let picturesHole = "pictures"
    /// The name in a parcel's identity under which the pictures are stored.
    static let picturesName = "pictures"

    var pictures: [ParcelPicture] {
        let json = identity[Parcel.picturesName].flatMap { try? JSON(reading: Array($0.utf8)) }
        return json?.elements?.compactMap(ParcelPicture.init) ?? []
    }
}

extension [ParcelPicture] {
    /// The pictures as part of a parcel's identity; empty if there are none.
    var identity: [String: String] {
        isEmpty ? [:] : [Parcel.picturesName: JSON.list(map(\.json)).written]
    }
}

extension ParcelPicture {
    fileprivate var json: JSON {
        var members: [String: JSON] = [
            "address": .text(address), "digest": .text(digest), "kind": .text(facts.kind.rawValue),
            "bytes": .number(facts.bytes), "width": .number(facts.width),
            "height": .number(facts.height),
            "isTurned": .bool(facts.isTurned), "isAnimated": .bool(facts.isAnimated), "alt": .text(alt),
            "name": .text(name),
        ]
        if let focus { members["focus"] = .pair(focus.x, focus.y) }
        return .object(members)
    }

    fileprivate init?(_ json: JSON) {
        guard let address = json["address"]?.text, let digest = json["digest"]?.text,
            let kind = json["kind"]?.text.flatMap(PictureKind.init(rawValue:)), let bytes = json["bytes"]?.integer,
            let width = json["width"]?.integer, let height = json["height"]?.integer
        else { return nil }
        self.init(
            address: address, digest: digest,
            facts: MediaFacts(
                kind: kind, bytes: bytes, width: width, height: height, isTurned: json["isTurned"] == .bool(true),
                isAnimated: json["isAnimated"] == .bool(true)),
            alt: json["alt"]?.text ?? "",
            focus: json["focus"]?.pair.flatMap { MediaNotes.Focus(x: $0, y: $1) },
            name: json["name"]?.text ?? "")
    }
}

extension [Parcel.Fragment] {
    /// `text`, which is JSON with HTML in it, with a hole for the address of each picture.
    static func cut(_ text: String, at pictures: [String]) -> [Parcel.Fragment] {
        var fragments: [Parcel.Fragment] = []
        let mark = "=\\\"" + MediaID.scheme
        var rest = text[...]
        while let found = rest.firstRange(of: mark) {
            let start = rest.index(found.upperBound, offsetBy: -MediaID.scheme.count)
            let address = String(rest[start...].prefix(MediaID.scheme.count + MediaID.length))
            let isPicture = pictures.contains(address) && rest[start...].dropFirst(address.count).hasPrefix("\\\"")
            fragments.append(.text(String(rest[..<start])))
            rest = rest[start...]
            guard isPicture else {
                fragments.append(.text(MediaID.scheme))
                rest = rest.dropFirst(MediaID.scheme.count)
                continue
            }
            fragments.append(.hole(Parcel.Hole(name: address, encoding: .jsonString, predicted: address)))
            rest = rest.dropFirst(address.count)
        }
        return (fragments + [.text(String(rest))]).joinedTexts
    }
}
