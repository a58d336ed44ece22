import HTTPValues
import PostStore
import Posts
import Targets
import Wire

extension PostService {
    /// The payload for one target, taken from the queue if it is there.
    /// - Parameter to: the targets to which the post will be published together; nil for the default targets.
    func preview(
        of post: String, at name: String, with to: [String]?, by caller: Caller
    ) async throws -> TargetPreviewBody {
        let target = try target(named: name)
        let together = try to?.map { try self.target(named: $0).name }
        let basis = try await basis(ofPreview: post, by: caller)
        var preview = try await preview(of: basis, at: target, with: together, by: caller)
        preview.held = try await held(basis, at: target)
        return preview
    }

    /// A page of HTML that shows the post as the target's readers see it.
    /// - Throws: `FreezeError` also if only programs read there.
    func readersPage(of post: String, at name: String, with to: [String]?, by caller: Caller) async throws -> String {
        let target = try target(named: name)
        let together = try to?.map { try self.target(named: $0).name }
        let basis = try await basis(ofPreview: post, by: caller)
        var plan = plan(for: basis, at: target, with: together)
        let waiting = basis.deliveries.first { $0.target == target.name && !$0.state.isFinal }
        guard let view = try plan.copy(for: target, key: waiting?.key).frozen.preview.readers else {
            throw FreezeError("Programs read what “\(target.name)” gets, so it has no page.")
        }
        return try target.page(
            of: view, language: basis.post.draft.language, pictures: RenderedBody.address(ofPicture:))
    }

    private func basis(ofPreview post: String, by caller: Caller) async throws -> PostBasis {
        try await store.basis(
            named: post, within: caller.reach, isForPublication: true, slots: comingSlots(max: PostService.slotsListed))
    }

    private func preview(
        of basis: PostBasis, at target: Target, with together: [TargetName]?, by caller: Caller
    ) async throws -> TargetPreviewBody {
        let post = basis.post
        let waiting = basis.deliveries.first { $0.target == target.name && !$0.state.isFinal }
        let names = names(for: basis, at: target, with: together)
        var plan = plan(for: basis, at: target, with: together)
        do {
            let copy = try plan.copy(for: target, key: waiting?.key)
            var preview = copy.frozen.preview
            let payload =
                if let waiting, waiting.staleAt == nil { try await store.payload(of: waiting.id) } else {
                    copy.frozen.payload
                }
            if waiting == nil, let guess = guess(copy, among: names, isAssumed: together == nil) {
                preview.warnings.append(guess)
            }
            preview.warnings += try await advice(
                on: post, at: target, address: preview.predictedAddress, dueAt: waiting?.dueAt ?? dueAt(of: post),
                by: caller)
            var body = TargetPreviewBody(preview, try target.request(in: payload), of: target)
            body.timing = timing(of: copy, among: names)
            // Without a free slot, the publication itself says so.
            body.nextSlot = try? slots(of: plan)[target.name].map { slot in
                let delay = target.slots.isEmpty ? target.delay : .zero
                return times.body(delay > .zero ? PlannedTime(slot.instant + delay, in: settings.zone) : slot)
            }
            return body
        } catch let error as FreezeError {
            return TargetPreviewBody(of: target, problem: error.description)
        }
    }

    private func names(for basis: PostBasis, at target: Target, with together: [TargetName]?) -> [TargetName] {
        var names = together ?? defaultNames
        if !names.contains(target.name) { names.append(target.name) }
        return withArticles(names, for: basis.post, basis.deliveries)
    }

    private func plan(for basis: PostBasis, at target: Target, with together: [TargetName]?) -> PublicationPlan {
        let arrived = Set(basis.deliveries.filter { $0.arrival != nil }.map(\.target))
        let names = names(for: basis, at: target, with: together)
        return PublicationPlan(service: self, basis, names: names.filter { !arrived.contains($0) })
    }
}

extension PostService {
    /// When a publication without a time would send the post.
    private func dueAt(of post: Post) -> Instant {
        let soon = now() + settings.undoWindow
        return max(soon, post.draft.date?.instant ?? soon)
    }

    /// What the post waits for at the target, as a sentence; nil if it leaves at its own time.
    private func timing(of copy: PublicationPlan.Copy, among names: [TargetName]) -> String? {
        let delay = copy.target.delay
        guard let parent = copy.parent, names.contains(parent) else {
            return delay > .zero ? "It leaves \(delay.text) after the post's time." : nil
        }
        let when = delay > .zero ? "\(delay.text) after" : "when"
        return "It leaves \(when) “\(parent)” has the post, with the address that the post gets there."
    }

    /// A warning about an address in the payload that the post has only if it is published to its blog as well; nil
    /// when the caller named the targets.
    private func guess(_ copy: PublicationPlan.Copy, among names: [TargetName], isAssumed: Bool) -> String? {
        // An article never goes alone.
        guard isAssumed, copy.target.kindName != .articles, let parent = copy.parent, names.contains(parent) else {
            return nil
        }
        return
            "The address in it is the one that “\(parent)” is expected to give the post; the one that it gives is "
            + "sent. Published to “\(copy.target.name)” alone, the post goes without an address."
    }
}

extension TargetPreviewBody {
    /// - Parameter request: nil for a site.
    fileprivate init(_ preview: Preview, _ request: RequestPreview?, of target: Target) {
        self.init(
            target: target.name.text, kind: target.kindName.rawValue,
            request: request.map { "\($0.method) \(target.shown($0.url))" } ?? preview.predictedAddress ?? "",
            headers: request?.headers.map { "\($0.name): \($0.value)" } ?? [],
            body: request?.body ?? preview.html ?? "", text: preview.text,
            html: preview.html, address: preview.predictedAddress, count: preview.count,
            limit: preview.limit, rule: preview.rule, losses: preview.losses, pictures: preview.pictures,
            warnings: preview.warnings, problem: nil)
        hasPage = preview.readers.map { _ in true }
        thread = preview.thread.isEmpty ? nil : preview.thread.map { PartBody(text: $0.text, count: $0.count) }
    }

    fileprivate init(of target: Target, problem: String) {
        self.init(
            target: target.name.text, kind: target.kindName.rawValue, request: "", headers: [], body: "", text: nil,
            html: nil, address: nil, count: nil, limit: nil, rule: nil, losses: [], pictures: nil, warnings: [],
            problem: problem)
    }
}
