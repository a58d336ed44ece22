import Posts
import Wire

/// A daemon's answers: dated far in the future, so that no test depends on today.
enum Bodies {
    static func post(
        revision: Int64 = 3, state: String = "draft", title: String? = "Harbour light",
        body: String = "It was early.\n", tags: [String] = ["photography", "sea"], note: String? = nil,
        slug: String = "harbour-light", date: DateBody? = nil
    ) -> PostBody {
        var post = PostBody(
            id: "7k2m9qv4x1ab", revision: revision, state: state, kind: "post", slug: slug,
            formerSlugs: ["harbor-light"], body: body, language: "en", tags: tags,
            date: date
                ?? DateBody(
                    local: "2031-12-01T09:00:00", zone: "Europe/Lisbon", instant: "2031-12-01T09:00:00+00:00",
                    note: note),
            overrides: [TargetName(kept: "fediverse"): TargetOverride(warning: "Long walk")],
            createdAt: "2001-05-01T08:00:00+00:00", changedAt: "2001-05-02T08:30:00+00:00", deletedAt: nil,
            isSlugChosen: false)
        post.title = title
        return post
    }

    static func summary(
        _ slug: String, title: String?, owner: String = "ada", state: String = "draft", tags: [String] = [],
        sendsAt: String? = nil
    ) -> PostSummaryBody {
        PostSummaryBody(
            id: "7k2m9qv4x1ab", revision: 3, owner: owner, state: state, kind: "post", slug: slug, title: title,
            excerpt: "It was early.", tags: tags, date: nil, changedAt: "2001-05-02T08:30:00+00:00", sendsAt: sendsAt)
    }

    static func delivery(
        _ id: Int64 = 12, title: String = "Harbour light", target: String = "fediverse", state: String = "scheduled",
        block: String? = nil, reason: String? = nil, next: String? = nil, url: String? = nil,
        wakeAt: String? = nil
    ) -> DeliveryBody {
        DeliveryBody(
            id: id, post: "7k2m9qv4x1ab", postTitle: title, target: target, kind: "create",
            generation: 1, state: state, block: block, reason: reason, next: next, dueAt: "2031-12-01T09:00:00+00:00",
            wakeAt: wakeAt, attempts: 1,
            key: "k-12", remoteID: nil, url: url)
    }

    static func target(_ name: String, check: CheckBody? = nil) -> TargetBody {
        TargetBody(
            name: name, kind: "mastodon", kindTitle: "Mastodon", overrides: [], address: "https://social.example",
            idempotencyClass: "B", after: nil,
            late: "ask after 2h", isPaused: false, isRehearsal: false, isDefault: true, givesAddress: false,
            onEdit: "Edits are sent.", onDelete: "It is deleted there.", check: check, hasLogin: true)
    }

    static let well = CheckBody(
        isWell: true, at: "2001-05-02T08:30:00+00:00", lines: ["Mastodon 4.3 knows this token."])
    static let unwell = CheckBody(
        isWell: false, at: "2001-05-02T08:30:00+00:00", lines: ["The token was refused.", "Make a new one."])

    static func status(deliveries: [String: Int] = [:], warnings: [Warning] = []) -> StatusBody {
        StatusBody(
            version: "0.1.0", startedAt: "2001-05-02T08:30:00+00:00", store: "/var/lib/galley/galley.db",
            storeHealth: "healthy", posts: ["draft": 2, "published": 5], deliveries: deliveries,
            nextDelivery: delivery(), pauses: [], warnings: warnings)
    }

    /// A status with every field.
    static func fullStatus() -> StatusBody {
        var status = status(
            deliveries: ["delivered": 8, "uncertain": 1],
            warnings: [
                Warning(.machine, "The disk is full. Free some space.", next: "df -h /var/lib/galley"),
                Warning(
                    .delivery, "“Harbour light” at fediverse is uncertain: The answer was lost.",
                    next: "galley queue show 12", about: "12"),
            ])
        status.fault = FaultBody(
            kind: "disk-full", words: "The disk is full.", advice: "Free some space.", next: "df -h /var/lib/galley")
        status.upcoming = [delivery(), delivery(13, target: "hook")]
        status.targets = [
            TargetHealthBody(
                name: "blog", kind: "site", isWell: true, checkedAt: nil, words: nil, isPaused: false, open: 0),
            TargetHealthBody(
                name: "fediverse", kind: "mastodon", isWell: false, checkedAt: nil, words: "The token was refused.",
                isPaused: true, open: 3),
            TargetHealthBody(
                name: "hook", kind: "webhook", isWell: nil, checkedAt: nil, words: nil, isPaused: false, open: 1),
        ]
        status.disk = DiskBody(storeBytes: 12_000_000, logBytes: 340_000, freeBytes: 34_000_000_000)
        status.uptimeSeconds = 273_600 + 15
        status.zoneData = "2026b"
        status.lastBackupAt = "2001-05-02T08:30:00+00:00"
        return status
    }

    static func preview(
        _ target: String, kind: String = "mastodon", body: String = #"{"status":"Harbour light"}"#, count: Int = 212,
        problem: String? = nil
    ) -> TargetPreviewBody {
        TargetPreviewBody(
            target: target, kind: kind, request: "POST https://social.example/api/v1/statuses", headers: [],
            body: body, text: "Harbour light", html: nil,
            address: "https://social.example/@me/…", count: count, limit: 500, rule: "characters, links count 23",
            losses: ["The image has no place here."], warnings: [], problem: problem)
    }
}
