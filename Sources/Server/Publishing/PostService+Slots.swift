import PostStore
import Posts
import Targets
import Wire

extension PublicationBody {
    var isForNextSlot: Bool { at == PublicationBody.nextSlot }
}

extension PostService {
    var slotted: [TargetName] { targets.filter { !$0.slots.isEmpty }.map(\.name) }

    /// How many slots of each target are listed.
    static let slotsListed = 50

    /// When each of these targets gets the post: those with slots at their next free one, and no target before the one
    /// whose address it waits for. The others go along with the first.
    /// - Returns: nothing for no targets.
    func slots(of chosen: [Target], _ basis: PostBasis) throws -> [TargetName: PlannedTime] {
        guard !chosen.isEmpty else { return [:] }
        var found: [TargetName: PlannedTime] = [:]
        for target in parentsFirst(chosen) {
            let parent = source(of: target, among: chosen)
            let wait = parent.flatMap { found[$0] }
            guard !target.slots.isEmpty else {
                found[target.name] = wait
                continue
            }
            let waiting = basis.deliveries.first { $0.target == parent && !$0.state.isFinal }?.dueAt
            let start = max(now() + settings.undoWindow, wait?.instant ?? waiting ?? now())
            found[target.name] = try freeSlot(of: target, from: start, basis.taken[target.name] ?? [])
        }
        guard let first = found.earliest else {
            let names = chosen.map { "“\($0.name)”" }.joined(separator: ", ")
            throw Problem.refused(
                "No slots are set for \(names). Add “slots” to the target in galley.toml, such as "
                    + "slots = [\"weekdays 09:00\"], or give a time: --at \"tomorrow 09:00\".")
        }
        for target in chosen where found[target.name] == nil { found[target.name] = first }
        return found
    }

    private func freeSlot(of target: Target, from start: Instant, _ taken: Set<Instant>) throws -> PlannedTime {
        let minutes = taken.minutes
        let free = try coming(target, from: start).first { !minutes.contains($0.instant.minute) }
        guard let free else {
            throw Problem.refused(
                "No slot of “\(target.name)” is free in the next year. Add more to its “slots” in galley.toml, or give a "
                    + "time: --at \"tomorrow 09:00\".")
        }
        return free
    }

    private func coming(_ target: Target, from start: Instant) throws -> some Sequence<PlannedTime> {
        do { return try target.slots.coming(from: start, in: settings.zone, lookUp: settings.zones) } catch {
            throw Problem.refused("The slots of “\(target.name)”: \(error)")
        }
    }

    /// The chosen target whose address `target` waits for. Without “after” it is the first blog.
    private func source(of target: Target, among chosen: [Target]) -> TargetName? {
        if let after = target.after { return after }
        return target.isBlog ? nil : chosen.first(where: \.isBlog)?.name
    }

    /// Sorted so that each target follows the one that it waits for; otherwise in the same order.
    private func parentsFirst(_ chosen: [Target]) -> [Target] {
        var rest = chosen
        var sorted: [Target] = []
        while let index = rest.firstIndex(where: { target in
            let parent = source(of: target, among: chosen)
            return !rest.contains { $0.name == parent && $0.name != target.name }
        }) {
            sorted.append(rest.remove(at: index))
        }
        return sorted + rest
    }

    /// The coming slots of the targets, the earliest first.
    func slots(of targets: [Target]) async throws -> [SlotBody] {
        let taken = try await store.taken(targets.map(\.name))
        var slots: [(at: Instant, body: SlotBody)] = []
        for target in targets {
            let minutes = (taken[target.name] ?? []).minutes
            for slot in try coming(target, from: now() + settings.undoWindow).prefix(PostService.slotsListed) {
                let isFree = !minutes.contains(slot.instant.minute)
                slots.append((slot.instant, SlotBody(target: target.name.text, date: times.body(slot), isFree: isFree)))
            }
        }
        return slots.sorted { ($0.at, $0.body.target) < ($1.at, $1.body.target) }.map(\.body)
    }
}

extension Instant {
    /// Since 1970. A post that is due within the minute of a slot takes it.
    fileprivate var minute: Int64 { seconds / 60 }
}

extension Set<Instant> {
    fileprivate var minutes: Set<Int64> { Set<Int64>(map(\.minute)) }
}

extension [TargetName: PlannedTime] {
    var earliest: PlannedTime? { values.min { $0.instant < $1.instant } }
}
