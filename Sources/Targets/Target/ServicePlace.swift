/// Where the requests of a target go, and what of it every user may see.
package struct ServicePlace: Hashable, Sendable {
    /// The part of the service's address that every user may see.
    package let text: String
    /// Scheme, host and port of each server that its parcels may name.
    private let origins: Set<String>
    /// The place at the service that its parcels are for, such as a channel; nil for services without such places.
    private let room: String?
    private let hidden: Hidden

    /// What of a request's URL is secret.
    enum Hidden: Hashable, Sendable {
        case nothing
        case word(Secret)
        /// All after the host.
        case path
    }

    init(_ text: String, origins: [String]? = nil, room: String? = nil, hiding hidden: Hidden = .nothing) {
        self.text = text
        self.origins = Set((origins ?? [text]).map(\.originText))
        (self.room, self.hidden) = (room, hidden)
    }

    /// The part of a request's URL that every user may see.
    package func shown(_ address: String) -> String {
        switch hidden {
        case .nothing: address
        case .word(let secret): secret.removed(from: address)
        case .path: address == text || address == text + "/" ? address : text + "/…"
        }
    }

    /// Whether the settings lead to the server, and the place there, for which the parcel was frozen. After a change of the
    /// address, a request for the former server would carry the present credential there.
    package func leads(to parcel: Parcel) -> Bool {
        origins.contains(parcel.url.originText) && parcel.identity[Parcel.placeIdentity].map { $0 == room } ?? true
    }
}
