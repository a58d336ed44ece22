extension ArrangementBook {
    /// The number of undo steps, and the time within which a command joins the previous step.
    package static let stepsMax = 25
    static let coalescingMilliseconds: Int64 = 400

    /// Returns the book after `command`.
    /// - Parameters:
    ///   - author: the window or token that sent the command; only commands of one author join a step.
    ///   - seen: the revision that the sender saw; nil if it did not say.
    ///   - milliseconds: the time since any fixed moment.
    package func performing(
        _ command: BookCommand, by author: String, seen: Int? = nil, at milliseconds: Int64, in container: Container,
        of catalogue: PanelCatalogue
    ) throws(Refusal) -> BookChange {
        let note = Note(author: author, milliseconds: milliseconds)
        switch command {
        case .arrange(let command):
            let change = try present.applying(command, in: container, of: catalogue)
            return BookChange(
                book: adding(change.arrangement, change.kind, change.panel, note), announcement: change.announcement,
                kind: change.kind, panel: change.panel,
                conflict: conflict(on: change.panel, since: seen, author, catalogue),
                isNewRevision: change.arrangement != present)
        case .undo: return try undoing(of: catalogue)
        case .redo: return try redoing(of: catalogue)
        case .saveAs(let name): return try saving(as: name)
        case .load(let name): return try loading(name, note)
        }
    }

    /// Returns the book with `next` as its present arrangement. This clears the redo steps.
    func adding(_ next: Arrangement, _ kind: CommandKind, _ panel: PanelID?, _ note: Note) -> ArrangementBook {
        guard next != present else { return self }
        var past = past
        let last = past.last
        if let last, future.isEmpty, last.kind == kind, last.panel == panel, last.author == note.author,
            (0...Self.coalescingMilliseconds).contains(
                note.milliseconds.subtractingReportingOverflow(last.milliseconds).0)
        {
            past[past.count - 1].milliseconds = note.milliseconds
        } else {
            past.append(
                Step(
                    arrangement: present, revision: revision, kind: kind, panel: panel, author: note.author,
                    milliseconds: note.milliseconds))
        }
        return ArrangementBook(
            revision: revision + 1, present: next, past: past.suffix(Self.stepsMax), future: [], named: named)
    }

    /// The author and time of a change.
    struct Note {
        let author: String
        let milliseconds: Int64
    }

    private func undoing(of catalogue: PanelCatalogue) throws(Refusal) -> BookChange {
        guard let step = past.last else { throw Refusal("There is nothing to undo.", canRedo ? .redo : nil) }
        let book = ArrangementBook(
            revision: revision + 1, present: step.arrangement, past: past.dropLast(),
            future: future + [step.with(present, revision)], named: named)
        return BookChange(book, "Undone: \(Words.deed(step.kind, step.panel, of: catalogue)).", .undo, step.panel)
    }

    private func redoing(of catalogue: PanelCatalogue) throws(Refusal) -> BookChange {
        guard let step = future.last else { throw Refusal("There is nothing to redo.", canUndo ? .undo : nil) }
        let book = ArrangementBook(
            revision: revision + 1, present: step.arrangement, past: past + [step.with(present, revision)],
            future: future.dropLast(), named: named)
        return BookChange(book, "Done again: \(Words.deed(step.kind, step.panel, of: catalogue)).", .redo, step.panel)
    }

    private func saving(as name: String) throws(Refusal) -> BookChange {
        let name = try Self.checked(name)
        guard named[name] != present else { throw Refusal("“\(name)” already equals the current arrangement.") }
        var named = named
        named[name] = present
        let book = ArrangementBook(revision: revision, present: present, past: past, future: future, named: named)
        return BookChange(book, "Saved as “\(name)”.", .saveAs, nil, isNewRevision: false)
    }

    private func loading(_ name: String, _ note: Note) throws(Refusal) -> BookChange {
        guard let saved = named[name] else {
            let names = named.keys.filter { named[$0] != present }.sorted()
            let nearest =
                names.first { $0.lowercased() == name.lowercased() }
                ?? names.first { !name.isEmpty && $0.lowercased().hasPrefix(name.lowercased()) }
            let list = names.prefix(20).map { "“\($0)”" }.joined(separator: ", ")
            let others = names.isEmpty ? "No other one is saved." : "There are \(list)."
            throw Refusal("There is no arrangement “\(name.prefix(60))”. \(others)", nearest.map { .load($0) })
        }
        guard saved != present else { throw Refusal("“\(name)” already equals the current arrangement.") }
        return BookChange(adding(saved, .load, nil, note), "“\(name)” loaded.", .load, nil)
    }

    /// Checks that a name can be used in a list, a command and a URL.
    private static func checked(_ name: String) throws(Refusal) -> String {
        guard !name.isEmpty, name.count <= 60, !name.unicodeScalars.contains(where: { $0.value < 32 || $0 == "/" })
        else { throw Refusal("A name has 1 to 60 characters, without “/” and line ends.") }
        guard name.lowercased() != "desk", name.lowercased() != "own" else {
            throw Refusal("“\(name)” is the name of the live arrangement. Use another one.")
        }
        return name
    }

    private func conflict(
        on panel: PanelID?, since seen: Int?, _ author: String, _ catalogue: PanelCatalogue
    ) -> String? {
        guard let panel, let seen, seen < revision else { return nil }
        // A step carries the revision before it: all steps from `seen` on followed the revision that the sender saw.
        guard past.contains(where: { $0.revision >= seen && $0.panel == panel && $0.author != author }) else {
            return nil
        }
        return
            "\(catalogue[panel]?.title ?? panel.text) was also changed elsewhere. The later change counts; undo brings"
            + " the other back."
    }
}

extension ArrangementBook.Step {
    fileprivate func with(_ arrangement: Arrangement, _ revision: Int) -> Self {
        Self(
            arrangement: arrangement, revision: revision, kind: kind, panel: panel, author: author,
            // As old as possible, so that no command joins a step after undo or redo.
            milliseconds: .min)
    }
}

extension BookChange {
    fileprivate init(
        _ book: ArrangementBook, _ announcement: String, _ kind: CommandKind, _ panel: PanelID?,
        isNewRevision: Bool = true
    ) {
        self.init(
            book: book, announcement: announcement, kind: kind, panel: panel, conflict: nil,
            isNewRevision: isNewRevision)
    }
}

extension Refusal {
    fileprivate init(_ reason: String, _ alternative: BookCommand?) {
        self.init(reason: reason, alternative: alternative)
    }
}
