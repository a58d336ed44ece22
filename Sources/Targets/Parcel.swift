import FoundationEssentials

/// The frozen payload of a delivery over HTTP: what will be sent, but for credentials and for what cannot be known yet.
package struct Parcel: Codable, Hashable, Sendable {
    package let method: String
    package let url: String
    /// Without credentials, signature and time stamp, which `TargetKind.request` adds.
    package let headers: [HTTPHeader]
    package let body: [Fragment]
    /// Constant over all attempts: what a server recognises a repetition by.
    package let key: String
    /// What a look-up compares, by names that the kind knows.
    package let identity: [String: String]

    package enum Fragment: Codable, Hashable, Sendable {
        case text(String)
        case hole(Hole)
    }

    /// A place in the body whose content is known only when the delivery is armed.
    package struct Hole: Codable, Hashable, Sendable {
        package let name: String
        package let encoding: HoleEncoding
        /// What a preview shows in its place, not yet encoded.
        package let predicted: String
    }

    /// What is done to a value before it fills a hole.
    package enum HoleEncoding: String, Codable, Hashable, Sendable {
        case verbatim
        /// Inside the quotes of a JSON string.
        case jsonString
        /// Inside a value of `application/x-www-form-urlencoded`.
        case form
    }

    /// The hole for the address from the parent delivery.
    package static let addressHole = "address"

    /// The body with every hole filled.
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

    /// The body as a preview shows it.
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

    package var description: String {
        switch self {
        case .emptyHole(Parcel.addressHole):
            "The post's own address is not known yet, and this text needs it. "
                + "Confirm the other delivery with its address."
        case .emptyHole(let name): "“\(name)” is not known yet, and what is to be sent needs it."
        case .unreadable: "The stored payload cannot be read. It was written by another version or is damaged."
        }
    }
}

extension Parcel {
    /// JSON with sorted keys: equal parcels give equal bytes.
    package func encoded() throws -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return Array(try encoder.encode(self))
    }

    package init(encoded bytes: [UInt8]) throws(ParcelError) {
        guard let parcel = try? JSONDecoder().decode(Parcel.self, from: Data(bytes)) else { throw .unreadable }
        self = parcel
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
