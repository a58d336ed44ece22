import Copyfitting
import Posts
import Rendering

/// The statuses of a post: each has a text and its pictures.
struct MastodonComposition {
    struct Part {
        /// The text inside a JSON string, with a hole where an awaited address stands.
        let fragments: [Parcel.Fragment]
        /// The text, with the predicted address.
        let text: String
        let count: Int
        let pictures: [ShownPicture]
        /// What the server is expected to find at the post's address.
        let card: LinkCard?
    }
    private(set) var parts: [Part] = []
    private(set) var losses: [String] = []
    private(set) var warnings: [String] = []
    /// nil for one post.
    private(set) var thread: ThreadText?
    private let form: StatusForm
    private let name: String

    init(_ manuscript: Manuscript, _ form: StatusForm, for target: MastodonTarget) throws(FreezeError) {
        (self.form, name) = (form, target.service.name)
        let tree = try manuscript.tree()
        let all = try manuscript.pictures(in: tree)
        if manuscript.override?.long.map({ $0 == .thread }) ?? target.isLongAsThread {
            try composeThread(manuscript, tree.without(all.drawings), all.withoutDrawings, for: target)
        } else {
            try composeOne(manuscript, tree.without(all), all.withoutDrawings, for: target)
        }
        losses += all.drawingLosses(at: name)
        warnings += manuscript.codeWarnings(tree, sentIn: parts.map(\.text), to: name)
        warnings += pictureParts.missingAltWarnings
    }

    private var pictureParts: [ShownPicture] { parts.flatMap(\.pictures) }

    /// Those that are sent, in the order of the parts.
    var pictures: [ParcelPicture] { pictureParts.map(ParcelPicture.init) }

    /// As readers see them.
    var shown: [SocialPost] {
        parts.map {
            SocialPost(text: $0.text, count: $0.count, warning: form.warning, pictures: $0.pictures, card: $0.card)
        }
    }

    /// A text that is too long is cut.
    private mutating func composeOne(
        _ manuscript: Manuscript, _ tree: DocumentTree, _ shown: [ShownPicture], for target: MastodonTarget
    ) throws(FreezeError) {
        let attached = attached(shown)
        let social = try SocialText(
            of: manuscript, tree: tree, template: target.template, warning: form.warning, rule: form.facts.countingRule,
            hasPictures: !attached.isEmpty)
        losses = social.losses + losses
        warnings = social.warnings
        parts = [
            Part(
                fragments: manuscript.fragments(social.texts, escaping: form.facts.escaping),
                text: social.text, count: social.count, pictures: attached,
                card: card(attached) { manuscript.card(below: social.text, tree, shown) })
        ]
    }

    /// The whole text, with the pictures on the parts where they stand. Each part has the warning, which counts.
    private mutating func composeThread(
        _ manuscript: Manuscript, _ tree: DocumentTree, _ shown: [ShownPicture], for target: MastodonTarget
    ) throws(FreezeError) {
        let rule = form.facts.countingRule
        let room = rule.limit - rule.count("", warning: form.warning ?? "")
        guard room >= MastodonComposition.roomMin else {
            throw FreezeError(
                "The warning leaves \(max(0, room)) of \(rule.limit) characters for each part of a thread. Shorten it.")
        }
        let leadsToPost = manuscript.override?.text == nil && manuscript.spokenTitle != nil
        let form = ThreadText.Form(
            rule: rule, warning: form.warning ?? "", isTagged: true, isNumbered: target.isNumbered,
            ending: leadsToPost ? .address : .text)
        let thread = try ThreadText(of: manuscript, tree: tree, pictures: shown, form)
        self.thread = thread
        losses = thread.losses
        warnings = tree.diagnostics.map(\.message) + thread.warnings
        for part in thread.parts {
            let text = part.texts.joined(separator: manuscript.shownAddress ?? "")
            let attached = attached(part.pictures)
            parts.append(
                Part(
                    fragments: manuscript.fragments(part.texts, escaping: self.form.facts.escaping),
                    text: text, count: part.count, pictures: attached,
                    card: card(attached) { manuscript.card(below: text, tree, shown) }))
        }
    }

    /// Mastodon shows none beside pictures or behind a warning.
    private func card(_ attached: [ShownPicture], _ card: () -> LinkCard?) -> LinkCard? {
        attached.isEmpty && form.warning == nil ? card() : nil
    }

    /// A shorter part has room for no sentence.
    private static let roomMin = 60

    /// The pictures that the server takes with one status; the others are a loss.
    private mutating func attached(_ shown: [ShownPicture]) -> [ShownPicture] {
        let left = shown.dropFirst(form.facts.picturesAtOnce)
        if !left.isEmpty {
            losses.append(
                "\(left.names): not sent, because \(name) takes \(form.facts.picturesAtOnce) pictures with a post.")
        }
        return Array(shown.prefix(form.facts.picturesAtOnce))
    }
}
