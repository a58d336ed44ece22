import JSONTree
import Posts

/// The values that a webhook's template can use, and the default document.
struct WebhookValues {
    let manuscript: Manuscript
    let html: String
    let text: String
    let summary: String
    let key: String
    let delivery: DeliveryKind

    /// In the order of the default document. A nil value makes a section empty and is `null` in JSON.
    private var members: [(name: String, value: WebhookValue?)] {
        let post = manuscript
        return [
            ("event", .text(event)), ("id", .text(post.id.text)), ("key", .text(key)),
            ("kind", .text(post.kind.rawValue)),
            ("slug", .text(post.slug.text)), ("title", post.spokenTitle.map(WebhookValue.text)),
            ("summary", summary.isEmpty ? nil : .text(summary)), ("body", .text(post.body)), ("html", .text(html)),
            ("text", .text(text)), ("url", address), ("language", post.language.map { .text($0.tag) }),
            ("author", post.author.map(WebhookValue.text)),
            ("published", .text(RFC3339.text(post.published, offset: post.clocks.offset(at: post.published)))),
            ("updated", .text(RFC3339.text(post.changedAt, offset: post.clocks.offset(at: post.changedAt)))),
        ]
    }

    private var event: String {
        switch delivery {
        case .create: "published"
        case .edit: "edited"
        case .delete: "deleted"
        }
    }

    private var address: WebhookValue? {
        switch manuscript.address {
        case .known(let address): .text(address)
        case .awaited(let predicted): .awaited(predicted: predicted)
        case .none: manuscript.canonicalAddress.map(WebhookValue.text)
        }
    }

    /// `{{title}}` etc. for use inside strings, `{{json.title}}` for whole JSON values, `{{#tags}}{{.}}{{/tags}}`,
    /// `{{hashtags}}`.
    func context(_ marks: inout MarkTable<WebhookValue>) -> [String: Any] {
        var context: [String: Any] = [:]
        var json: [String: Any] = [:]
        for (name, value) in members {
            if let value { context[name] = marks.mark(value) }
            json[name] = marks.mark(value.map(\.asJSON) ?? .json(.null))
        }
        let tags = manuscript.tags.map(\.text)
        context["tags"] = tags.map { marks.mark(.text($0)) }
        json["tags"] = marks.mark(.json(.texts(tags)))
        if !tags.isEmpty {
            context["hashtags"] = marks.mark(.text(manuscript.hashtags.joined(separator: " ")))
        }
        context["json"] = json
        return context
    }

    /// The names that `context` has for this post, and those within `json`.
    var names: Set<String> {
        var marks = MarkTable<WebhookValue>()
        let context = context(&marks)
        let inJSON = context["json"] as? [String: Any] ?? [:]
        return Set(context.keys).union(inJSON.keys.map { "json.\($0)" })
    }

    /// A JSON object with every value; `tags` is an array.
    var document: [Parcel.Fragment] {
        var fragments: [Parcel.Fragment] = []
        for (name, value) in members {
            fragments.append(.text("\(fragments.isEmpty ? "{" : ",")\(JSON.quoted(name)):"))
            fragments += (value.map(\.asJSON) ?? .json(.null)).fragments(.json)
        }
        let tags = JSON.list(manuscript.tags.map { .text($0.text) }).written
        return (fragments + [.text(",\"tags\":\(tags)}")]).joinedTexts
    }
}

extension WebhookValue {
    fileprivate var asJSON: WebhookValue {
        switch self {
        case .text(let text): .json(.text(text))
        case .awaited(let predicted): .awaitedJSON(predicted: predicted)
        case .json, .awaitedJSON: self
        }
    }
}
