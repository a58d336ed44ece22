import Pictures
import PostStore
import Posts
import Targets

/// Lays one post out for several targets: who waits for whose address, and what each of them will be sent.
///
/// (Printers call it imposition when pages are arranged on a sheet before anything is printed.)
struct PublicationPlan {
    let service: PostService
    let post: Post
    /// The promised time.
    let published: Instant
    /// The targets that are part of it, in the author's order.
    let names: [TargetName]
    /// What was read of the post to lay it out.
    let basis: PostBasis
    /// The newest generation of each of the post's deliveries.
    private let deliveries: [TargetName: Delivery]

    /// One target's sheet.
    struct Copy {
        let target: Target
        /// The delivery whose address this one waits for.
        let parent: TargetName?
        let key: String
        let frozen: Frozen
    }

    private(set) var notes: [String] = []
    private var predictions: [TargetName: String?] = [:]

    /// - Parameter post: nil for the post as it was read.
    init(service: PostService, _ basis: PostBasis, as post: Post? = nil, published: Instant, names: [TargetName]) {
        self.service = service
        self.post = post ?? basis.post
        self.published = published
        self.names = names
        self.basis = basis
        deliveries = Dictionary(basis.deliveries.map { ($0.target, $0) }) { first, _ in first }
    }

    /// - Parameter key: of the delivery; a new one when nil.
    /// - Throws: in the words of the target's kind.
    mutating func copy(
        for target: Target, as kind: DeliveryKind = .create, key: String? = nil
    ) throws(FreezeError) -> Copy {
        var (parent, address) = source(of: target)
        // What a copy that has arrived was sent with cannot be awaited any more.
        if kind != .create, case .awaited(let predicted) = address { address = .known(predicted) }
        let key = key ?? PostService.newKey()
        let frozen = try freeze(for: target, as: kind, address, key: key)
        predictions[target.name] = .some(frozen.preview.predictedAddress)
        return Copy(target: target, parent: parent, key: key, frozen: frozen)
    }

    private func freeze(
        for target: Target, as kind: DeliveryKind, _ address: Manuscript.Address, key: String
    ) throws(FreezeError) -> Frozen {
        let named = MediaID.all(in: post.draft.body.utf8.span)
        var manuscript = Manuscript(
            of: post, for: target.name, published: published, offset: offset, address: address,
            media: named.compactMap { basis.pictures[$0] })
        manuscript.canFit = service.settings.canFitPictures
        return try target.freeze(manuscript, as: kind, facts: basis.facts[target.name], key: key)
    }

    /// East of UTC, on the author's clock at that time.
    private var offset: Span {
        let zone = post.draft.date.flatMap { service.settings.zones($0.zone) } ?? service.settings.zone
        return zone.rules.offset(at: published)
    }

    /// Where a target gets the post's own address from, and what is known of it.
    private mutating func source(
        of target: Target, visited: Set<TargetName> = []
    ) -> (TargetName?, Manuscript.Address) {
        if let after = target.after {
            if let found = address(at: after, visited: visited.union([target.name])) { return found }
            if deliveries[after]?.arrival != nil { return (nil, .none) }
            let words =
                "“\(target.name)” usually waits for “\(after)”, which is not part of this. It goes without its address."
            if !notes.contains(words) { notes.append(words) }
            return (nil, .none)
        }
        guard !target.isBlog else { return (nil, .none) }
        if let canonical = post.draft.canonicalAddress { return (nil, .known(canonical)) }
        for blog in service.targets where blog.isBlog && blog.name != target.name {
            if let found = address(at: blog.name, visited: visited.union([target.name])) { return found }
        }
        return (nil, .none)
    }

    /// nil when the post is not at `name` and is not on its way there either.
    private mutating func address(
        at name: TargetName, visited: Set<TargetName>
    ) -> (TargetName?, Manuscript.Address)? {
        let delivery = deliveries[name]
        if let record = delivery?.arrival, !names.contains(name) {
            return record.url.map { (nil, .known($0)) }
        }
        let isOnItsWay = delivery.map { !$0.state.isFinal } ?? false
        guard names.contains(name) || isOnItsWay, let target = service.target(name), !visited.contains(name) else {
            return nil
        }
        guard let predicted = prediction(of: target, visited: visited) else { return (name, .none) }
        return (name, .awaited(predicted: predicted))
    }

    private mutating func prediction(of target: Target, visited: Set<TargetName>) -> String? {
        if let known = predictions[target.name] { return known }
        let (_, address) = source(of: target, visited: visited)
        // When it cannot be frozen, its own turn will say so.
        let predicted = try? freeze(for: target, as: .create, address, key: "").preview.predictedAddress
        predictions[target.name] = .some(predicted)
        return predicted
    }
}
