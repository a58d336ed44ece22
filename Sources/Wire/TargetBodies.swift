/// A target, from the configuration and its last check.
package struct TargetBody: Codable, Hashable, Sendable {
    package let name: String
    package let kind: String
    /// The kind for people, such as “Web site”.
    package let kindTitle: String
    /// What of a post may differ there: `text`, `warning`, `visibility`, `language`, `long`.
    package let overrides: [String]
    package let address: String
    /// The letter of its idempotency class.
    package let idempotencyClass: String
    package let after: String?
    package let late: String
    /// When it gets the posts that ask for its next slot, as the configuration says; empty without slots.
    package let slots: [String]
    package let isPaused: Bool
    package let isRehearsal: Bool
    package let isDefault: Bool
    /// Whether a post gets its address there, for which others wait: a blog, unless it keeps posts as drafts.
    package let givesAddress: Bool
    /// What happens to a copy when its post is edited, and when it is unpublished; a sentence each.
    package let onEdit, onDelete: String
    package let check: CheckBody?
    /// Whether a person signs in there, with `galley target login`.
    package let hasLogin: Bool

    package init(
        name: String, kind: String, kindTitle: String, overrides: [String], address: String, idempotencyClass: String,
        after: String?, late: String, slots: [String] = [],
        isPaused: Bool, isRehearsal: Bool, isDefault: Bool, givesAddress: Bool, onEdit: String, onDelete: String,
        check: CheckBody?, hasLogin: Bool
    ) {
        self.name = name
        self.kind = kind
        self.kindTitle = kindTitle
        self.overrides = overrides
        self.address = address
        self.idempotencyClass = idempotencyClass
        self.after = after
        self.late = late
        self.slots = slots
        self.isPaused = isPaused
        self.isRehearsal = isRehearsal
        self.isDefault = isDefault
        self.givesAddress = givesAddress
        self.onEdit = onEdit
        self.onDelete = onDelete
        self.check = check
        self.hasLogin = hasLogin
    }
}

/// A time at which a target gets a post that asks for its next slot.
package struct SlotBody: Codable, Hashable, Sendable {
    package let target: String
    package let date: DateBody
    /// Whether no other post is due there at that time.
    package let isFree: Bool

    package init(target: String, date: DateBody, isFree: Bool) {
        self.target = target
        self.date = date
        self.isFree = isFree
    }
}

/// The result of a check: an authenticated call to the target that changes nothing.
package struct CheckBody: Codable, Hashable, Sendable {
    package let isWell: Bool
    package let at: String
    /// Sentences, the most important first.
    package let lines: [String]

    package init(isWell: Bool, at: String, lines: [String]) {
        self.isWell = isWell
        self.at = at
        self.lines = lines
    }
}

/// The limits of a target, as its server last reported them.
package struct LimitsBody: Codable, Hashable, Sendable {
    package let target: String
    /// The largest count of a text; absent without a limit.
    package let limit: Int?
    /// The counting rule in words.
    package let rule: String?
    package let software: String?
    /// When the server last reported them.
    package let readAt: String?

    package init(target: String, limit: Int?, rule: String?, software: String?, readAt: String?) {
        self.target = target
        self.limit = limit
        self.rule = rule
        self.software = software
        self.readAt = readAt
    }
}
