import PostStore
import Posts
import Targets
import Wire

extension PublicationBody {
    var isForNextSlot: Bool { at == PublicationBody.nextSlot }
}

extension PostService {
    var slotted: [TargetName] { targets.filter { !$0.slots.isEmpty }.map(\.name) }

    /// The slots of each target within a year. A target whose slots cannot be told is left out.
    func comingSlots(max: Int = .max) -> [TargetName: [PlannedTime]] {
        let now = now()
        return targets.filter { !$0.slots.isEmpty }.reduce(into: [:]) { slots, target in
            slots[target.name] = (try? coming(target, from: now)).map { Array($0.prefix(max)) }
        }
    }

    /// How many slots of each target are listed.
    static let slotsListed = 50

    /// When each target of the plan gets the post: those with slots at their next free one, and no target before the one
    /// whose address it waits for. The others go along with the first.
    /// - Returns: nothing for no targets.
    func slots(of plan: PublicationPlan) throws -> [TargetName: PlannedTime] {
        let chosen = plan.names.compactMap { target($0) }
        guard !chosen.isEmpty else { return [:] }
        guard chosen.contains(where: { !$0.slots.isEmpty }) else {
            let names = chosen.map { "“\($0.name)”" }.joined(separator: ", ")
            throw Problem.refused(
                "No slots are set for \(names). Add “slots” to the target in galley.toml, such as "
                    + "slots = [\"weekdays 09:00\"], or give a time: --at \"tomorrow 09:00\".")
        }
        /// When the post is planned for a target already, if that is after `start`.
        func planned(_ name: TargetName, after start: Instant) -> Instant? {
            plan.basis.deliveries.first { $0.target == name && !$0.state.isFinal && $0.dueAt + $0.delay > start }
                .map { $0.dueAt + $0.delay }
        }
        let now = now()
        let start = now + settings.undoWindow
        var found: [TargetName: PlannedTime] = [:]
        for target in chosen.parentsFirst(\.name, plan.parent) {
            let wait = plan.parent(of: target).flatMap { parent in
                found[parent] ?? planned(parent, after: start).map { PlannedTime($0, in: settings.zone) }
            }
            // Shortly before its slot, the same request again does not move the post to the next.
            let earliest = min(start, planned(target.name, after: now) ?? start)
            found[target.name] =
                target.slots.isEmpty
                ? wait
                : try freeSlot(of: target, from: max(earliest, wait?.instant ?? earliest), plan.basis)
        }
        let first = found.earliest
        for target in chosen where found[target.name] == nil { found[target.name] = first }
        return found
    }

    private func freeSlot(of target: Target, from start: Instant, _ basis: PostBasis) throws -> PlannedTime {
        guard let slots = basis.slots[target.name] else {
            _ = try coming(target, from: start)
            throw Problem.refused("The slots of “\(target.name)” have just changed. Try again.")
        }
        let taken = basis.taken[target.name] ?? []
        let free = slots.first { $0.instant >= start && !taken.contains($0.instant) }
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

    /// Says which of these deliveries leave when another post does, which took their slots meanwhile.
    func notesOnSharedSlots(_ frozen: [FrozenDelivery], _ basis: PostBasis) -> [String] {
        let shared = frozen.filter { one in
            one.kind == .create && basis.taken[one.target]?.contains(one.dueAt) ?? false
        }
        return shared.map { "“\($0.target)” gets another post at the same time. \(wayToSlot(basis, $0.target))" }
    }

    /// Says which of these deliveries the post's new date moves off the slots of their targets. At the date itself they
    /// are where the author wants them.
    func notesOnLeftSlots(_ frozen: [FrozenDelivery], _ basis: PostBasis, _ date: PlannedTime?) -> [String] {
        func isSlot(_ instant: Instant, of target: Target) -> Bool {
            (try? coming(target, from: instant).first { _ in true })?.instant == instant
        }
        return frozen.compactMap { one in
            let old = basis.deliveries.first { $0.target == one.target && !$0.state.isFinal }
            guard one.kind == .create, let old, old.dueAt != one.dueAt, one.dueAt != date?.instant,
                let target = target(one.target), isSlot(old.dueAt, of: target), !isSlot(one.dueAt, of: target)
            else { return nil }
            return "“\(one.target)” gets the post on \(times.words(one.dueAt)), which is not one of its slots. "
                + wayToSlot(basis, one.target)
        }
    }

    private func wayToSlot(_ basis: PostBasis, _ target: TargetName) -> String {
        "To move this one to a free slot: galley publish \(basis.post.slug) --to \(target) --next-slot."
    }

    /// The coming slots of the targets, the earliest first.
    func slots(of targets: [Target]) async throws -> [SlotBody] {
        let start = now() + settings.undoWindow
        let coming = try targets.map { target in
            (target.name, Array(try self.coming(target, from: start).prefix(PostService.slotsListed)))
        }
        let taken = try await store.taken(Dictionary(coming.map { ($0, $1.map(\.instant)) }) { first, _ in first })
        let slots = coming.flatMap { name, slots in
            slots.map { slot in
                let isFree = taken[name]?.contains(slot.instant) != true
                return (at: slot.instant, body: SlotBody(target: name.text, date: times.body(slot), isFree: isFree))
            }
        }
        return slots.sorted { ($0.at, $0.body.target) < ($1.at, $1.body.target) }.map(\.body)
    }
}

extension [TargetName: PlannedTime] {
    /// Of equal times in several zones always the same one.
    var earliest: PlannedTime? { values.min { ($0.instant, $0.zone) < ($1.instant, $1.zone) } }
}
