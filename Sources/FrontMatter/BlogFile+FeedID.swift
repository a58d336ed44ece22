package import Posts

extension BlogFile {
    /// By which readers of the old site's feed know the post; nil if that is unknown.
    package func feedID(on place: OldPlace) -> FeedID? {
        guard let generator = place.generator, let address = place.feedAddress,
            let path = oldPath ?? post.draft.path.flatMap({ try? PostPath($0) })
        else { return nil }
        let name = file.slug?.text ?? file.word(of: "slug") ?? self.path.name
        return generator.feedID(at: address, path, name: name, day: post.draft.date?.wall.date)
    }
}
