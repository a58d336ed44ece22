package import HTTPValues
package import Posts

/// A place to which posts are delivered, checked and ready: made from the configuration by `Target.init(_:)`.
package struct Target: Sendable {
    package let name: TargetName
    package let kind: Kind
    /// What does not depend on the server that is met; `rules(facts:)` adds what does.
    let baseRules: DeliveryRules
    /// The target whose address this one waits for.
    package let after: TargetName?
    /// How long after the promised time, or after that target's arrival, it leaves.
    package let delay: Span
    /// Whether its requests go to the rehearsal inbox instead of the service.
    package let isRehearsal: Bool
    /// What becomes of the copy there when the post is edited, or taken back. A site follows at once by itself.
    package let editPolicy: EditPolicy
    package let deletePolicy: DeletePolicy
    /// The only authority whose certificates are trusted, a PEM file; nil for the system's.
    package let certificateAuthorityFile: String?

    package enum Kind: Sendable {
        case http(any TargetKind)
        case site(SiteTarget)
    }

    /// Such as `mastodon`: the word in the configuration.
    package let kindName: KindName

    package enum KindName: String, Hashable, Sendable, CaseIterable { case site, wordpress, mastodon, webhook }

    /// Where it is: the address of the site, or as much of the service's as everybody at the desk may see.
    package var place: String {
        switch kind {
        case .site(let site): site.place
        case .http(let kind): kind.place
        }
    }

    /// Where a request to it goes, as far as everybody at the desk may see that: the path of a webhook may be a secret.
    package func shown(_ address: String) -> String {
        guard kindName == .webhook, address != place, address != place + "/" else { return address }
        return place + "/…"
    }

    package var latePolicy: LatePolicy { baseRules.late }

    /// Whether it gives a post its address.
    package var isBlog: Bool { kindName == .site || kindName == .wordpress }

    /// - Parameter facts: what was learnt of the server; nil while nothing is known.
    package func rules(facts: [UInt8]?) -> DeliveryRules {
        var rules = baseRules
        rules.idempotency = idempotency(facts: facts)
        if case .http(let kind) = kind {
            rules.changes = kind.idempotencyOfChanges(facts: facts)
            rules.deletions = kind.idempotencyOfDeletions(facts: facts)
        }
        return rules
    }

    package func idempotency(facts: [UInt8]?) -> IdempotencyClass {
        switch kind {
        case .http(let kind): kind.idempotency(facts: facts)
        // The same entry written twice is the same files.
        case .site: .deterministic
        }
    }

    /// - Parameter change: what is to be done with the post; a site knows nothing but its being there.
    package func freeze(
        _ manuscript: Manuscript, as change: DeliveryKind = .create, facts: [UInt8]?, key: String
    ) throws(FreezeError) -> Frozen {
        switch kind {
        case .http(let kind): try kind.freeze(manuscript, as: change, facts: facts, key: key)
        case .site(let site): try site.freeze(manuscript)
        }
    }

    init(
        name: TargetName, kind: Kind, kindName: KindName, rules: DeliveryRules, after: TargetName?, delay: Span,
        isRehearsal: Bool, editPolicy: EditPolicy, deletePolicy: DeletePolicy, certificateAuthorityFile: String?
    ) {
        self.name = name
        self.kind = kind
        self.kindName = kindName
        baseRules = rules
        self.after = after
        self.delay = delay
        self.isRehearsal = isRehearsal
        self.editPolicy = editPolicy
        self.deletePolicy = deletePolicy
        self.certificateAuthorityFile = certificateAuthorityFile
    }
}

/// What would be sent, shown before it is: taken from the frozen payload itself.
package struct Preview: Codable, Hashable, Sendable {
    /// Nil where nothing goes over HTTP.
    package var method: String?
    package var url: String?
    /// Credentials and what depends on the moment of sending are named in brackets.
    package var headers: [HTTPHeader] = []
    /// The body, its holes filled with what is predicted for them.
    package var body: String
    /// What readers will see, as plain text where the service shows plain text.
    package var text: String
    /// Length by the service's own rule; nil where it has none.
    package var count: Int?
    package var limit: Int?
    /// The rule of counting, in words.
    package var rule: String?
    /// What of the post this target cannot show.
    package var losses: [String] = []
    /// What becomes of the pictures there, a sentence for each.
    package var pictures: [String] = []
    /// What the author should look at before it leaves.
    package var warnings: [String] = []
    /// Where readers will find it, as far as that can be told; also filled into the texts that wait for it.
    package var predictedAddress: String?
}
