import Pictures
import PostStore
import Posts
import Wire

extension MediaBody {
    init(_ listing: MediaListing, _ times: Times) {
        let media = listing.media
        self.init(
            id: media.id.text, address: media.id.address, revision: media.revision.number, name: media.notes.name,
            type: media.facts.kind.mediaType, bytes: media.facts.bytes, width: media.facts.width,
            height: media.facts.height, isAnimated: media.facts.isAnimated, alt: media.notes.alt,
            focus: media.notes.focus.map { [$0.x, $0.y] }, createdAt: times.text(media.createdAt),
            uses: listing.uses.map {
                MediaUseBody(id: $0.post.text, slug: $0.slug, title: $0.heading, isPresent: $0.isPresent)
            }, isUnused: listing.isUnused)
    }
}

extension Media {
    /// A picture that a dry run would add; nil if the body is none. Its file is unknown beyond the beginning of its
    /// digest.
    init?(_ body: MediaBody, owner: UserID, at now: Instant) {
        guard let id = MediaID(body.id), let kind = PictureKind(mediaType: body.type), body.bytes > 0, body.width > 0,
            body.height > 0, let notes = try? MediaNotes().changed(MediaNotesBody(name: body.name, alt: body.alt))
        else { return nil }
        let digest = id.text + String(repeating: "0", count: 64 - MediaID.length)
        let facts = MediaFacts(
            kind: kind, bytes: body.bytes, width: body.width, height: body.height, isAnimated: body.isAnimated)
        self.init(
            id: id, owner: owner, revision: Revision(1), digest: digest, facts: facts, notes: notes, createdAt: now)
    }
}

extension MediaNotes {
    /// Reads the description of an upload from its query.
    init(_ query: NewMediaQuery) throws {
        let focus = try query.focus.map { text -> [Double] in
            let numbers = text.split(separator: ",", omittingEmptySubsequences: false).map { Double($0.trimmed) }
            guard !numbers.contains(nil) else { throw Problem.badFocus("focus=\(text)") }
            return numbers.compactMap(\.self)
        }
        self = try MediaNotes().changed(MediaNotesBody(name: query.name, alt: query.alt, focus: focus))
    }

    func changed(_ body: MediaNotesBody) throws -> MediaNotes {
        var notes = self
        if let name = body.name {
            guard name.unicodeScalars.count <= 1000 else {
                throw Problem.badField(
                    "name", "The file's name has \(name.unicodeScalars.count) characters. The limit is 1000.")
            }
            notes.name = String(name.lastPathComponent.prefix(MediaNotes.nameMax))
        }
        if let alt = body.alt {
            let alt = alt.split(whereSeparator: \.isWhitespace).joined(separator: " ")
            guard alt.unicodeScalars.count <= MediaNotes.altMax else {
                throw Problem.badField(
                    "alt",
                    "The description has \(alt.unicodeScalars.count) characters. The limit is "
                        + "\(MediaNotes.altMax). Put the rest into the post.")
            }
            notes.alt = alt
        }
        if let numbers = body.focus {
            guard numbers.count == 2, let focus = MediaNotes.Focus(x: numbers[0], y: numbers[1]) else {
                throw Problem.badFocus("\(numbers)")
            }
            notes.focus = focus
        }
        return notes
    }
}

extension Problem {
    fileprivate static func badFocus(_ found: String) -> Problem {
        .badField(
            "focus", "Found “\(found.shortened())”. The focus is two numbers from -1 to 1, such as 0.2,-0.5.")
    }
}

extension String {
    /// The name without the folders that some programs send along.
    fileprivate var lastPathComponent: String {
        String(split(whereSeparator: { $0 == "/" || $0 == "\\" }).last ?? "")
    }
}
