import JSONTree

/// The requests of a frozen payload in their order: one for a post, several for a thread at a service that takes one post
/// per request. At most `Delivery.partsMax`, and never none.
package struct Parcels: Hashable, Sendable {
    package let all: [Parcel]

    /// Decodes the result of `frozenBytes`: one parcel, or an array of them.
    package init(encoded bytes: [UInt8]) throws(ParcelError) {
        guard bytes.first == UInt8(ascii: "[") else {
            all = [try Parcel(encoded: bytes)]
            return
        }
        guard let parcels = try? JSONCoding.decode([Parcel].self, from: bytes), !parcels.isEmpty else {
            throw .unreadable
        }
        all = parcels
    }

    init(_ all: [Parcel]) { self.all = all }

    /// - Parameter number: counted from 1.
    package func part(_ number: Int) throws(ParcelError) -> Parcel {
        guard all.indices.contains(number - 1) else { throw .unreadable }
        return all[number - 1]
    }

    func frozenBytes() throws(FreezeError) -> [UInt8] {
        if all.count == 1, let only = all.first { return try only.frozenBytes() }
        do { return try JSONCoding.encode(all) } catch { throw FreezeError("The thread cannot be written as JSON.") }
    }
}
