extension Arrangement {
    /// The arrangement after `command` in the plan of the container's class.
    package func applying(
        _ command: PanelCommand, in container: Container, of catalogue: PanelCatalogue
    ) throws(Refusal) -> Change {
        throw Refusal(reason: "Nothing can be done yet.", alternative: nil)
    }
}
