import JSONTree
import PostStore
import Posts

/// The text of a notification about one delivery or several, in the same words as the queue. What a server said or an author
/// wrote is on one line in it and commands no terminal.
struct NotificationMessage: Hashable, Sendable {
    let subject: String
    /// One sentence per line, each delivery followed by the next command to run.
    let text: String
    private let matters: [Matter]

    struct Matter: Encodable, Hashable, Sendable {
        let id: Int64
        let post, postTitle, target, state: String
        let block, reason, next: String?
    }

    /// - Parameter entries: the deliveries; empty for a test.
    init(_ entries: [QueueEntry]) {
        matters = entries.map(Matter.init)
        let lines = entries.map { entry in
            let next = entry.story.next.map { "\nNext: \($0.withVisibleControls())" } ?? ""
            return DeliveryStory.sentence(entry.delivery, heading: entry.heading).withVisibleControls() + next
        }
        switch entries.count {
        case 0:
            subject = "Galley: a test"
            text = "This is a test. Galley notifies you here when a delivery needs you.\n"
        case 1:
            let delivery = entries[0].delivery
            let title = entries[0].heading.isEmpty ? delivery.postID.text : "“\(entries[0].heading)”"
            subject = "Galley: \(title) at \(delivery.target) \(DeliveryStory.verb(delivery.state))"
            text = lines.joined() + "\n"
        default:
            subject = "Galley: \(entries.count) deliveries need you"
            text = lines.joined(separator: "\n\n") + "\n"
        }
    }

    /// `{"subject": …, "text": …, "deliveries": […]}`
    var json: [UInt8] {
        struct Body: Encodable {
            let subject, text: String
            let isTrial: Bool
            let deliveries: [Matter]
        }
        let body = Body(subject: subject, text: text, isTrial: matters.isEmpty, deliveries: matters)
        return (try? JSONCoding.encode(body)) ?? []
    }

    /// Returns an argument of the command with `{{subject}}` and `{{text}}` replaced.
    func filled(_ argument: String) -> String {
        argument.replacing("{{subject}}", with: subject).replacing("{{text}}", with: text)
    }
}

extension NotificationMessage.Matter {
    fileprivate init(_ entry: QueueEntry) {
        let story = entry.story
        self.init(
            id: entry.delivery.id.number, post: entry.delivery.postID.text, postTitle: entry.postTitle,
            target: entry.delivery.target.text, state: entry.delivery.state.word.rawValue,
            block: story.block?.rawValue, reason: story.reason, next: story.next)
    }
}

extension QueueEntry {
    /// The title or the first line of the text, at most 80 characters.
    fileprivate var heading: String {
        let line = postTitle.split(whereSeparator: \.isNewline).first.map(String.init) ?? ""
        return (line.count <= 80 ? line : line.prefix(79) + "…").withVisibleControls()
    }
}
