import Pictures
import PostStore
import Posts
import Rendering
import Targets

/// Prepares one post for several targets: which target waits for whose address, and what each will receive.
struct PublicationPlan {
    let service: PostService
    let post: Post
    /// The post's publication date.
    let published: Instant
    /// The targets of this publication, in the author's order.
    let names: [TargetName]
    /// The stored data about the post.
    let basis: PostBasis
    /// The newest generation of each of the post's deliveries.
    private let deliveries: [TargetName: Delivery]

    /// The payload for one target.
    struct Copy {
        let target: Target
        /// The delivery whose address this one waits for.
        let parent: TargetName?
        let key: String
        let frozen: Frozen
    }

    private(set) var notes: [String] = []
    private var predictions: [TargetName: String?] = [:]
    /// Of the text; nil if it is too long, which each target reports.
    private lazy var tree = try? DocumentTree(
        post.draft.body, smartPunctuation: service.settings.render.smartPunctuation)
    private var threads: [ThreadText] = []
    /// Those that the text shows.
    private lazy var pictures = MediaID.all(in: post.draft.body.utf8.span).compactMap { basis.pictures[$0] }

    /// - Parameters:
    ///   - post: nil for the post in `basis`.
    ///   - published: nil for the date of the post, else now.
    init(
        service: PostService, _ basis: PostBasis, as post: Post? = nil, published: Instant? = nil, names: [TargetName]
    ) {
        let post = post ?? basis.post
        self.service = service
        self.post = post
        self.published = published ?? post.draft.date?.instant ?? service.now()
        self.names = names
        self.basis = basis
        deliveries = Dictionary(basis.deliveries.map { ($0.target, $0) }) { first, _ in first }
    }

    /// - Parameter key: the key of the delivery; nil for that of the basis.
    /// - Throws: the target's explanation if the post does not fit.
    mutating func copy(
        for target: Target, as kind: DeliveryKind = .create, key: String? = nil
    ) throws(FreezeError) -> Copy {
        var (parent, address) = source(of: target)
        // An edit cannot wait for the address with which its copy was sent.
        if kind != .create, case .awaited(let predicted) = address { address = .known(predicted) }
        let key = key ?? basis.key(for: kind, at: target.name)
        let frozen = try freeze(for: target, as: kind, address, key: key)
        predictions[target.name] = .some(frozen.preview.predictedAddress)
        return Copy(target: target, parent: parent, key: key, frozen: frozen)
    }

    private mutating func freeze(
        for target: Target, as kind: DeliveryKind, _ address: Manuscript.Address, key: String
    ) throws(FreezeError) -> Frozen {
        var manuscript = Manuscript(
            of: post, for: target.name, published: published, clocks: clocks, address: address,
            media: pictures)
        manuscript.canFit = service.settings.canFitPictures
        manuscript.deskHasBlog = service.targets.contains(where: \.givesAddress)
        manuscript.smartPunctuation = service.settings.render.smartPunctuation
        if target.kindName.isSocial { manuscript.parsed = tree }
        manuscript.threads = threads
        let frozen = try target.freeze(manuscript, as: kind, facts: basis.facts[target.name], key: key)
        if let thread = frozen.thread, !threads.contains(thread) { threads.append(thread) }
        return frozen
    }

    /// Those of the zone of the post's date, else the desk's.
    private var clocks: ZoneRules {
        (post.draft.date.flatMap { service.settings.zones($0.zone) } ?? service.settings.zone).rules
    }

    /// The target from which `target` takes the post's own address, and the address as far as it is known.
    private mutating func source(
        of target: Target, visited: Set<TargetName> = []
    ) -> (TargetName?, Manuscript.Address) {
        let visited = visited.union([target.name])
        guard let (parent, known) = origin(of: target, visited) else {
            if let after = target.after, deliveries[after]?.arrival == nil {
                let words =
                    "“\(target.name)” usually waits for “\(after)”, which is not part of this. It goes without its address."
                if !notes.contains(words) { notes.append(words) }
            }
            return (nil, .none)
        }
        if let known { return (parent, .known(known)) }
        guard let predicted = parent.flatMap(service.target).flatMap({ prediction(of: $0, visited: visited) }) else {
            return (parent, .none)
        }
        return (parent, .awaited(predicted: predicted))
    }

    /// Where a post's own address comes from: the target to wait for, and the address if it is known.
    private typealias Origin = (parent: TargetName?, known: String?)

    /// The target whose address `target` waits for; nil if it waits for none.
    func parent(of target: Target) -> TargetName? { origin(of: target, [target.name])?.parent }

    private func origin(of target: Target, _ visited: Set<TargetName>) -> Origin? {
        if let after = target.after {
            guard let articles = service.articles(named: after) else { return origin(at: after, visited) }
            // Even an article that has arrived stays the parent: the card names its record.
            if let (_, known) = origin(at: after, visited) { return (after, known) }
            // The post has no article, such as a page.
            return articles.after.flatMap { origin(at: $0, visited) }
        }
        guard !target.isBlog else { return nil }
        if let canonical = post.draft.canonicalAddress { return (nil, canonical) }
        return service.targets.lazy.filter(\.givesAddress).compactMap { origin(at: $0.name, visited) }.first
    }

    /// The post's address at the target `name`, or the target itself to wait for; nil when it has none there and gets
    /// none.
    private func origin(at name: TargetName, _ visited: Set<TargetName>) -> Origin? {
        let delivery = deliveries[name]
        if let record = delivery?.arrival, !names.contains(name) { return record.url.map { (nil, $0) } }
        // A site keeps its page when a newer one fails or is cancelled. The claim then finds the page's address.
        let isThere = delivery.map { !$0.state.isFinal } ?? false || basis.holding.contains(name)
        guard names.contains(name) || isThere, service.target(name) != nil, !visited.contains(name) else { return nil }
        return (name, nil)
    }

    private mutating func prediction(of target: Target, visited: Set<TargetName>) -> String? {
        if let known = predictions[target.name] { return known }
        let (_, address) = source(of: target, visited: visited)
        // If freezing fails, the copy for this target reports the error.
        let predicted = try? freeze(for: target, as: .create, address, key: "").preview.predictedAddress
        predictions[target.name] = .some(predicted)
        return predicted
    }
}

extension PostBasis {
    /// The key of the next payload for a target: that of the newest delivery as long as the target never saw it.
    func key(for kind: DeliveryKind, at target: TargetName) -> String {
        func newest(_ kind: DeliveryKind) -> Delivery? {
            (deliveries + changes).first { $0.target == target && $0.kind == kind }
        }
        if let waiting = newest(kind), waiting.isUnknownThere { return waiting.key }
        return PostService.newKey()
    }
}
