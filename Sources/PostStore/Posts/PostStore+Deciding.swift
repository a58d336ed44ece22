package import Pictures
package import Posts
import SQL

// Read, decide, write. Rendering a post for its targets takes long (tens of milliseconds for a long text), so it happens
// outside the writer's turn, and the result is written only if its basis is unchanged.

extension PostStore {
    /// How often a decision is made outside a transaction before it is made inside one, where the basis cannot change.
    private static let triesOutside = 3

    /// Reads a post, calls `decide`, and carries out the decision in one transaction if its basis is unchanged. If it has
    /// changed, the post is read and decided again.
    ///
    /// - Parameters:
    ///   - isForPublication: see `basis`; so are `pictures` and `slots`.
    ///   - meanwhile: runs between the reading and the writing, for tests.
    ///   - decide: pure but for the clock and for new keys, since it may be called several times.
    /// - Throws: the errors of `decide`; then nothing has changed. `noSuchPost`, `ambiguous`, `slugTaken`.
    package func settle<Value: Sendable>(
        _ name: String, within scope: AccessScope = .everyone, in context: ChangeContext = ChangeContext(),
        isForPublication: Bool = false, pictures: [MediaID] = [], slots: [TargetName: [PlannedTime]] = [:],
        meanwhile: @Sendable () async throws -> Void = {},
        _ decide: @escaping @Sendable (PostBasis) throws -> PostDecision<Value>
    ) async throws -> Settled<Value> {
        var basis = try await basis(
            named: name, within: scope, isForPublication: isForPublication, pictures: pictures, slots: slots)
        for tryNumber in 1...PostStore.triesOutside {
            let decision = try decide(basis)
            try await meanwhile()
            if let settled = try await carryOut(decision, on: basis, in: context) { return settled }
            guard tryNumber < PostStore.triesOutside else { break }
            basis = try await self.basis(
                named: basis.post.id.text, within: scope, isForPublication: isForPublication, pictures: pictures,
                slots: slots)
        }
        return try await settleInside(basis.post.id, basis.needs, in: context, decide)
    }

    /// Carries out decisions about several posts in one transaction.
    /// - Returns: the bases that have changed. Their posts are left alone.
    package func carryOut(
        _ decisions: [(basis: PostBasis, decision: PostDecision<Void>)]
    ) async throws(StoreError) -> [PostBasis] {
        try await commit { transaction in
            try decisions.compactMap { basis, decision in
                guard try transaction.holds(basis) else { return basis }
                _ = try transaction.carryOut(decision.action, decision.frozen, on: basis.post.id, in: ChangeContext())
                return nil
            }
        }
    }

    /// - Returns: nil when the basis has changed; then nothing is done.
    private func carryOut<Value: Sendable>(
        _ decision: PostDecision<Value>, on basis: PostBasis, in context: ChangeContext
    ) async throws(StoreError) -> Settled<Value>? {
        if case .nothing = decision.action {
            let open = basis.changes.filter { !$0.state.isFinal }
            return Settled(
                post: PublishedPost(stored: basis.stored, deliveries: basis.deliveries, changes: open),
                value: decision.value, notes: [])
        }
        return try await commit { transaction in
            guard try transaction.holds(basis) else { return nil }
            return try transaction.settle(decision, on: basis.post.id, in: context)
        }
    }

    /// Reads, decides and writes in one transaction: other writers wait, but it succeeds at once.
    private func settleInside<Value: Sendable>(
        _ id: PostID, _ needs: PostBasis.Needs, in context: ChangeContext,
        _ decide: @escaping @Sendable (PostBasis) throws -> PostDecision<Value>
    ) async throws -> Settled<Value> {
        let result: Result<Settled<Value>, any Error> = try await commit { transaction in
            let decision: PostDecision<Value>
            do {
                decision = try decide(transaction.db.basis(of: transaction.db.storedPost(id), needs))
            } catch let error as SQLError {
                throw error
            } catch {
                // Nothing is written yet, and an error of the caller must not become a `StoreError`.
                return .failure(error)
            }
            return .success(try transaction.settle(decision, on: id, in: context))
        }
        return try result.get()
    }
}

extension WriteTransaction {
    func settle<Value: Sendable>(
        _ decision: PostDecision<Value>, on id: PostID, in context: ChangeContext
    ) throws -> Settled<Value> {
        let notes = try carryOut(decision.action, decision.frozen, on: id, in: context)
        return Settled(post: try published(id), value: decision.value, notes: notes)
    }

    /// - Returns: sentences about slugs and paths that belong to other posts.
    fileprivate func carryOut(
        _ action: PostAction, _ frozen: [FrozenDelivery], on id: PostID, in context: ChangeContext
    ) throws -> [String] {
        switch action {
        case .nothing: break
        case .publish(let date): try publish(id, date: date, frozen, in: context)
        case .replace(let draft): try replace(id, with: draft, frozen, in: context)
        case .renew(let draft, let imported): return try renew(id, as: draft, imported, frozen, in: context)
        case .publishImported(let source, let publishedAt):
            try publishImported(id, of: source, deliveries: frozen, publishedAt: publishedAt)
        case .withdraw: try withdraw(id, frozen, in: context)
        case .recall: try recall(id, frozen, in: context)
        case .delete: try delete(id, frozen, in: context)
        case .undelete: try undelete(id, frozen, in: context)
        case .freeze: try freeze(frozen, of: id)
        case .send: try enqueue(frozen, of: id, converging: context.converging)
        case .ask(let verb, let delivery, let rules): _ = try ask(verb, of: delivery, rules: rules)
        }
        return []
    }
}
