import Posts
import Wire

/// Formats deliveries for people.
struct DeliveryText {
    let output: Output
    /// The columns of a post's name in a table; `galley queue show` has all of it.
    private static let nameMax = 60

    /// One line per delivery. Below it, where needed, the reason for its state and the next command.
    func table(_ deliveries: [DeliveryBody], withPost: Bool = true) -> String {
        // Only administrators see deliveries of several users.
        let withOwner = withPost && Set(deliveries.map(\.owner)).count > 1
        let headings =
            ["ID", "STATE", "TARGET"] + (withPost ? ["POST"] : []) + ["WHEN"] + (withOwner ? ["OWNER"] : [])
        let table = output.table(deliveries, headings, flexible: withPost ? "POST" : "WHEN") { delivery in
            var row: [Table.Cell] = [
                .init("\(delivery.id)", .strong), .init(words(delivery), Ink(state: delivery.state)),
                .init(delivery.target),
            ]
            if withPost { row.append(.init(post(delivery).oneLine.cut(toColumns: Self.nameMax))) }
            row.append(.init(time(delivery)))
            if withOwner { row.append(.init(name: delivery.owner ?? "")) }
            return row
        }
        let asides = deliveries.map(aside)
        var lines = table.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        guard asides.contains(where: { !$0.isEmpty }), lines.count > deliveries.count else {
            return lines.joined(separator: "\n")
        }
        for (index, aside) in asides.enumerated().reversed() { lines.insert(contentsOf: aside, at: index + 2) }
        return lines.joined(separator: "\n")
    }

    /// All details of one delivery.
    func whole(_ delivery: DeliveryBody, _ attempts: [AttemptBody]) -> String {
        var facts = Facts()
        facts.add("State", words(delivery), Ink(state: delivery.state))
        facts.add("Why", delivery.reason?.oneLine)
        facts.add("Then", delivery.looksAgain(output.clock))
        facts.add("Next", delivery.next?.oneLine)
        facts.add(
            "Post", delivery.postTitle.isEmpty ? post(delivery) : "\(delivery.postTitle.oneLine) (\(delivery.post))")
        facts.add("Owner", delivery.owner?.shownName)
        facts.add("Target", delivery.target)
        facts.add("What", delivery.kind == "create" ? nil : "\(delivery.kind) of the copy there")
        facts.add("Taken back", delivery.takenBackAt.map { output.clock.text($0) })
        facts.add("Due", output.clock.soon(delivery.dueAt))
        facts.add("Wakes", delivery.wakeAt.map(output.clock.soon))
        facts.add("Ended", delivery.endedAt.map { output.clock.text($0) })
        facts.add("Address", delivery.url?.oneLine)
        facts.add("Its id there", delivery.remoteID?.oneLine)
        facts.add("Key", delivery.key)
        facts.add("Generation", delivery.generation > 1 ? "\(delivery.generation)" : nil)
        let title = output.style.paint("Delivery \(delivery.id)", .strong) + "\n\n"
        return title + facts.text(output.style) + folded(attempts).map { text($0.last, since: $0.first) }.joined()
    }

    /// Folds neighbouring attempts with the same outcome into one, because a server that is away for a day causes
    /// dozens.
    private func folded(_ attempts: [AttemptBody]) -> [(first: AttemptBody, last: AttemptBody)] {
        attempts.reduce(into: []) { runs, attempt in
            if let last = runs.last?.last, last.isLike(attempt) {
                runs[runs.count - 1].last = attempt
            } else {
                runs.append((attempt, attempt))
            }
        }
    }

    /// The post's title, or its id when the title is empty or the post no longer exists.
    private func post(_ delivery: DeliveryBody) -> String {
        delivery.postTitle.isEmpty ? delivery.post : delivery.postTitle
    }

    /// - Parameter first: the first of the folded attempts.
    private func text(_ attempt: AttemptBody, since first: AttemptBody) -> String {
        var facts = Facts()
        let isAlone = first.number == attempt.number
        facts.add("First", isAlone ? nil : output.clock.precise(first.startedAt))
        facts.add(isAlone ? "Began" : "Last", output.clock.precise(attempt.startedAt))
        facts.add("Ended", attempt.endedAt.map(output.clock.precise))
        facts.add("Outcome", attempt.outcome ?? "not known yet")
        facts.add("Why", attempt.reason?.oneLine)
        facts.add("Account", attempt.account)
        facts.add("Class", attempt.idempotencyClass)
        facts.add("Sent", attempt.digest)
        let name = isAlone ? "Attempt \(attempt.number)" : "Attempts \(first.number) to \(attempt.number), alike"
        let title = "\n" + output.style.paint(name, .strong) + "\n"
        return title + facts.text(output.style)
    }

    private func words(_ delivery: DeliveryBody) -> String {
        let state = delivery.block.map { "\(delivery.state) (\($0))" } ?? delivery.state
        guard delivery.kind == "create" else { return "\(delivery.kind): \(state)" }
        return delivery.takenBackAt == nil ? state : "taken back"
    }

    private func time(_ delivery: DeliveryBody) -> String {
        let isWaiting = ["scheduled", "due", "retrying", "blocked", "uncertain"].contains(delivery.state)
        guard isWaiting else { return output.clock.text(delivery.endedAt ?? delivery.dueAt) }
        return output.clock.soon(delivery.wakeAt ?? delivery.dueAt)
    }

    private func aside(_ delivery: DeliveryBody) -> [String] {
        var lines: [String] = []
        if let reason = delivery.reason, delivery.state != "delivered" { lines.append("    \(reason.oneLine)") }
        if let url = delivery.url, delivery.state == "delivered", delivery.takenBackAt == nil {
            lines.append("    \(url.oneLine)")
        }
        if let again = delivery.looksAgain(output.clock) { lines.append("    \(again)") }
        if let next = delivery.next { lines.append("    next: \(next.oneLine)") }
        return lines.map { output.style.paint($0, .faint) }
    }
}

extension AttemptBody {
    /// Whether `other` adds no information for a reader.
    fileprivate func isLike(_ other: AttemptBody) -> Bool {
        outcome != nil && outcome == other.outcome && reason == other.reason && digest == other.digest
            && idempotencyClass == other.idempotencyClass && account == other.account
    }
}

extension DeliveryBody {
    /// When Galley checks again whether the cause of the block is gone.
    fileprivate func looksAgain(_ clock: LocalClock) -> String? {
        state == "blocked" ? wakeAt.map { "Galley checks again \(clock.soon($0))." } : nil
    }
}
