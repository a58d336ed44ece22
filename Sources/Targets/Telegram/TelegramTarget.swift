import Copyfitting
package import HTTPValues
package import JSONTree
package import Posts

/// A channel or group on Telegram, in which a bot writes.
///
/// A bot cannot read a channel's messages, and a message sent twice is there twice. So Galley sends each post once, and
/// the author decides about a lost answer. Edits and deletions name their message, and repeating them is safe.
/// - SeeAlso: https://core.telegram.org/bots/api
package struct TelegramTarget: TargetKind, TargetCopies {
    /// Scheme, host and port of the Bot API server, without a trailing `/`.
    let origin: String
    let token: Secret
    /// `@name` of a public channel or group, otherwise its number.
    let chat: String
    let template: MarkedTemplate?
    /// Whether Telegram shows a preview of the first address.
    let hasCard: Bool

    package static let declaration = KindDeclaration(
        title: "Telegram", classes: "E", role: .social,
        overrides: ["text"],
        wordsOnDelete: "A post that is taken back is deleted there, within 48 hours of its arrival.",
        login: { _ in PageLogin(address: "https://t.me/BotFather") }
    ) { .http(TelegramTarget($0)) }

    /// The token is in the address of a request. A change is sent to the chat of its message, and a post to the chat in the
    /// settings.
    package var place: ServicePlace { ServicePlace(origin, room: chat, hiding: .word(token)) }
    var service: Service { Service(name: origin.hostText, secrets: [token]) }

    /// The same edit twice gives the same message. The token begins with the bot's number.
    package func traits(_ facts: [UInt8]?) -> TargetTraits {
        let number = token.text.prefix { $0 != ":" }
        let account = number.isEmpty || number.count == token.text.count ? nil : "of bot \(number.prefix(40))"
        return TargetTraits(
            .blind, edits: .deterministic, isServerKnown: facts != nil, account: account,
            wordsOnEdit: "Edits are sent. The message then says “edited”, and sends no notification.")
    }

    package func readersTexts(in body: [String: JSON], _ bytes: [UInt8]) -> [String?] { [body["text"]?.text] }

    package var credentials: [HTTPHeader] { [] }

    package func freeze(
        _ manuscript: Manuscript, as kind: DeliveryKind, facts: [UInt8]?, key: String
    ) throws(FreezeError) -> Frozen {
        switch kind {
        case .create: try frozenPost(manuscript, "sendMessage", key: key)
        case .edit: try frozenPost(manuscript, "editMessageText", key: key)
        case .delete: try parcel("deleteMessage", [.text("}")], key: key).frozenDeletion()
        }
    }

    private func frozenPost(_ manuscript: Manuscript, _ method: String, key: String) throws(FreezeError) -> Frozen {
        let tree = try manuscript.tree()
        let all = try manuscript.pictures(in: tree)
        let social = try SocialText(
            of: manuscript, tree: tree.without(all), template: template, warning: nil, rule: .telegram,
            hasPictures: false)
        let isSilent = hasCard ? [] : [Parcel.Fragment.text(",\"link_preview_options\":{\"is_disabled\":true}")]
        let text = [.text(",\"text\":\"")] + manuscript.fragments(social.texts) + [.text("\"")]
        let parcel = parcel(method, isSilent + text + [.text("}")], key: key)
        var preview = Preview(text: "")
        let card = hasCard ? manuscript.card(below: social.text, tree, all) : nil
        preview.show([SocialPost(text: social.text, count: social.count, card: card)])
        (preview.limit, preview.rule) = (CountingRule.telegram.limit, CountingRule.telegram.words)
        preview.losses = social.losses
        if !all.isEmpty {
            preview.losses.append("Pictures do not go along. The preview of the post's address may show one.")
        }
        preview.warnings = social.warnings + manuscript.codeWarnings(tree, sentIn: [social.text], to: "Telegram")
        return Frozen(payload: try parcel.frozenBytes(), preview: preview)
    }

    /// A request about the chat, or about the copy that it changes.
    /// - Parameter rest: the body after these, to its end.
    private func parcel(_ method: String, _ rest: [Parcel.Fragment], key: String) -> Parcel {
        let isNew = method == "sendMessage"
        var body: [Parcel.Fragment] = [.text("{\"chat_id\":\(JSON.quoted(chat))")]
        if !isNew {
            let place = Parcel.Hole(name: Self.chatHole, encoding: .jsonString, predicted: chat)
            let copy = Parcel.Hole(name: Parcel.copyHole, encoding: .jsonString, predicted: "(its id)")
            body = [
                .text("{\"chat_id\":\""), .hole(place), .text("\",\"message_id\":\""), .hole(copy), .text("\""),
            ]
        }
        return Parcel(
            method: "POST", url: "\(origin)/bot\(TelegramTarget.tokenPlaceholder)/\(method)",
            headers: .json, body: (body + rest).joinedTexts, key: key,
            identity: isNew ? [Parcel.placeIdentity: chat] : [:])
    }

    package func prepare(_ parcel: Parcel, _ briefing: Briefing, answers: [Exchange]) -> Step<Preparation> {
        if briefing.isRepetition { return .done(.ready(holes: [:], facts: nil)) }
        return Dialogue.run(answers, ended: Preparation.ended) { _ throws(Interruption) in
            var holes = try knownHoles(parcel, briefing)
            if let copy = holes[Parcel.copyHole].map(TelegramCopy.init(id:)) {
                (holes[Parcel.copyHole], holes[Self.chatHole]) = (copy.message, copy.chat ?? chat)
            }
            return .ready(holes: holes, facts: nil)
        }
    }

    private static let chatHole = "chat"

    /// What stands in place of the token wherever a request is stored or shown.
    private static let tokenPlaceholder = "(token)"

    package func request(_ parcel: Parcel, body: [UInt8], at instant: Instant) -> HTTPRequest {
        var request = parcel.request(body)
        request.url.replace(TelegramTarget.tokenPlaceholder, with: token.text)
        return request
    }

    /// A read-only request.
    func get(_ method: String, _ query: String = "") -> HTTPRequest {
        HTTPRequest(
            "GET", "\(origin)/bot\(token.text)/\(method)\(query)", headers: [.acceptsJSON],
            carriesCredentials: true)
    }
}

/// A message in a chat. Each chat numbers its messages by itself, so the id of a copy names both: the chat in the settings
/// may have changed, and the same number there is another message.
struct TelegramCopy {
    /// Its number or `@name`; nil for an id that is the number of a message only.
    let chat: String?
    let message: String
}

extension TelegramCopy {
    /// - Parameter id: of a copy: `-1001234567890/17`.
    init(id: String) {
        let halves = id.split(separator: "/", maxSplits: 1).map(String.init)
        (chat, message) = halves.count == 2 ? (halves[0], halves[1]) : (nil, id)
    }

    var id: String { chat.map { "\($0)/\(message)" } ?? message }
}

extension TelegramTarget {
    init(_ section: TargetSection) {
        origin = section.url(orElse: "https://api.telegram.org")
        token = section.secret()
        if !token.text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && !"/?#%".utf8.contains($0) }) {
            section.complain(
                "credential",
                "The token has characters that tokens of bots do not have. Copy it again from @BotFather.")
        }
        chat = section.chat()
        template = section.template()
        hasCard = section.flag("card") ?? true
    }
}

extension TargetSection {
    fileprivate func chat() -> String {
        let advice = "Write the name of a public channel, such as “@my_channel”, or the number of a chat."
        guard let chat = text("chat") else {
            complain("chat", "The “chat” is missing. \(advice)")
            return ""
        }
        let name = chat.hasPrefix("@") ? chat.dropFirst() : ""
        let isName = (4...32).contains(name.utf8.count) && name.utf8.allSatisfy { $0.isASCIIWord }
        if !isName, Int64(chat) == nil { complain("chat", "Found “\(chat.shortened(to: 60))”. \(advice)") }
        return chat
    }
}

extension UInt8 {
    /// A letter, a digit or `_`.
    fileprivate var isASCIIWord: Bool {
        switch self {
        case 0x30...0x39, 0x41...0x5A, 0x5F, 0x61...0x7A: true
        default: false
        }
    }
}
