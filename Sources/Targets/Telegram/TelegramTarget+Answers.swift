package import HTTPValues
import JSONTree
package import Posts

// Reads answers such as {"ok":true,"result":{…}} and {"ok":false,"error_code":400,"description":"…"}.

extension TelegramTarget {
    package func outcome(of exchange: Exchange, for parcel: Parcel, body: [UInt8]) -> Outcome {
        let copy = parcel.identity[Parcel.copyIdentity]
        switch exchange {
        case .failure(let failure): return service.outcome(of: failure)
        case .success(let answer) where (200..<300).contains(answer.status):
            guard answer.json?["ok"] == .bool(true), let result = answer.json?["result"] else {
                return service.unexpected(answer, wanted: "the message")
            }
            guard let message = copy.map({ TelegramCopy(id: $0).message }) ?? result["message_id"]?.identifier else {
                return service.unexpected(answer, wanted: "the message")
            }
            let made = TelegramCopy(chat: result.at("chat", "id")?.identifier, message: message)
            return .accepted(RemotePost(id: copy ?? made.id, url: address(ofMessage: message, in: result)))
        case .success(let answer):
            return outcome(ofRejection: answer, copy: copy)
        }
    }

    private func outcome(ofRejection answer: HTTPAnswer, copy: String?) -> Outcome {
        let words = answer.telegramError ?? ""
        let sentence = service.sentence(answer, detail: answer.telegramError)
        func says(_ parts: String...) -> Bool { parts.contains { words.contains($0) } }
        switch answer.status {
        case 400 where copy != nil && says("message is not modified", "message to delete not found"):
            return .accepted(RemotePost(id: copy))
        case 400 where copy != nil && says("message to edit not found"): return .gone(sentence)
        case 400 where says("chat not found", "upgraded to a supergroup"):
            let moved = answer.json?.at("parameters", "migrate_to_chat_id")?.identifier.map { "\"\($0)\"" }
            return .misconfigured(sentence + " Set `chat` to \(moved ?? "that of the bot's channel or group").")
        // Some of Telegram's own codes arrive as they are.
        case 400
        where says(
            "not enough rights", "no rights", "no write access", "need administrator rights", "CHAT_WRITE_FORBIDDEN",
            "CHAT_ADMIN_REQUIRED", "CHAT_SEND_PLAIN_FORBIDDEN"):
            return .denied(sentence)
        // The token is a part of the path.
        case 404: return .denied(sentence)
        case 429:
            guard let seconds = answer.json?.at("parameters", "retry_after")?.number else { break }
            let named = min(max(seconds.rounded(.up), 1), 86_400)
            return .busy(until: answer.receivedAt + .seconds(Int64(named)), sentence)
        default: break
        }
        return service.outcome(ofRejection: answer, detail: answer.telegramError)
    }

    /// A message in a public chat has an address for all, another one for the chat's members.
    private func address(ofMessage id: String, in result: JSON) -> String? {
        if let name = result.at("chat", "username")?.text, name.isPlainAddress {
            return "https://t.me/\(name)/\(id)"
        }
        guard let chat = result.at("chat", "id")?.identifier, chat.hasPrefix("-100") else { return nil }
        return "https://t.me/c/\(chat.dropFirst(4))/\(id)"
    }

    /// The number of the message ends the address: `https://t.me/ada_writes/6`, of a topic `https://t.me/ada_writes/2/6`,
    /// for members only `https://t.me/c/1234567/6`.
    package func copyID(at address: String, of parcel: Parcel, facts: [UInt8]?) throws(CopyAddressError) -> String? {
        var parts = address.pathParts[...]
        if parts.first == "s" { parts.removeFirst() }
        guard ["t.me", "telegram.me"].contains(address.hostText.lowercased()), parts.count >= 2, let id = parts.last,
            id.isNumberOfCopy, isChat(parts.dropLast())
        else {
            let name = chat.hasPrefix("@") ? "\(chat.dropFirst())" : "c/1234567"
            throw CopyAddressError(address, of: "message", at: "“\(chat)”", example: "https://t.me/\(name)/6")
        }
        let place = parts.first == "c" ? parts.dropFirst().first.map { "-100\($0)" } : parts.first.map { "@\($0)" }
        return TelegramCopy(chat: place, message: String(id)).id
    }

    /// The settings have either the chat's name or its number, so only the same kind can be compared.
    private func isChat(_ parts: ArraySlice<Substring>) -> Bool {
        let isNamed = chat.hasPrefix("@")
        guard parts.first == "c" else { return !isNamed || parts.first?.lowercased() == chat.dropFirst().lowercased() }
        return parts.count > 1 && (isNamed || chat == "-100\(parts[parts.startIndex + 1])")
    }

    /// A bot sees no messages of its chat. An edit or deletion may be repeated in place of a look-up.
    package func lookUp(
        _ parcel: Parcel, body: [UInt8], _ briefing: Briefing, answers: [Exchange]
    ) -> Step<LookUpResult> {
        guard parcel.identity[Parcel.copyIdentity] == nil else { return .done(.absent) }
        return .done(.unseeable("Telegram shows a bot no messages. Look whether it is in “\(chat)”."))
    }

    package func check(_ briefing: Briefing, answers: [Exchange]) -> Step<CheckReport> {
        Dialogue.run(answers, ended: CheckReport.init(endedWith:)) { dialogue throws(Interruption) in
            let bot = try dialogue.ask(get("getMe"))
            if let problem = problem(with: bot) { return CheckReport(isWorking: false, words: problem) }
            let found = try dialogue.ask(get("getChat", "?chat_id=\(chat.percentEncoded())"))
            if let problem = problem(with: found) { return CheckReport(isWorking: false, words: problem) }
            let name = bot.answer?.json?.at("result", "username")?.text ?? "The bot"
            let title = found.answer?.json?.at("result", "title")?.text ?? chat
            return CheckReport(
                isWorking: true,
                words: service.plain(
                    "@\(name) sees “\(title)”. Galley cannot check in advance whether it may write there."),
                details: [
                    .init("bot", service.plain(name)), .init("chat", service.plain(title)),
                    IdempotencyClass.blind.detail,
                ])
        }
    }

    private func problem(with exchange: Exchange) -> String? {
        switch exchange {
        case .failure(let failure): service.plain(failure.words)
        case .success(let answer) where answer.status == 200 && answer.json?["ok"] == .bool(true): nil
        case .success(let answer) where answer.status == 200:
            service.unexpected(answer, wanted: "the answer of a Bot API server").words
        case .success(let answer): outcome(ofRejection: answer, copy: nil).words
        }
    }

    package func rehearsalAnswer(to request: HTTPRequest, at instant: Instant) -> HTTPAnswer {
        let sent = try? JSON(reading: request.body)
        let id = sent?["message_id"]?.identifier ?? "\(String(decoding: request.body, as: UTF8.self).stableNumber)"
        let isDeletion = request.url.hasSuffix("/deleteMessage")
        let message = #"{"message_id":\#(id),"chat":{"id":-1001,"username":"rehearsal","type":"channel"}}"#
        let bot = #"{"id":1,"is_bot":true,"username":"rehearsal_bot","title":"Rehearsal"}"#
        let result = isDeletion ? "true" : request.isMutation ? message : bot
        return .json(#"{"ok":true,"result":\#(result)}"#, at: instant)
    }
}

extension HTTPAnswer {
    fileprivate var telegramError: String? { json?["description"]?.text }
}
