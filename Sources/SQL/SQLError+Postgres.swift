extension SQLError {
    init(_ kind: Kind, _ message: String, state: String) {
        self.init(kind: kind, code: state, message: message, systemError: 0)
    }
}

extension SQLError.Kind {
    /// - Parameter state: the SQLSTATE; see https://www.postgresql.org/docs/current/errcodes-appendix.html.
    init(state: String) {
        switch (state.prefix(2), state) {
        // A key that is too long for an index belongs to the class of limits.
        case ("22", _), ("23", _), (_, "54000"): self = .constraint
        case (_, "XX001"), (_, "XX002"): self = .damaged
        case (_, "55P03"), ("40", _): self = .busy
        case (_, "25006"): self = .readOnly
        case ("28", _), (_, "42501"): self = .notPermitted
        case ("3D", _), ("3F", _): self = .cannotOpen
        case (_, "53100"): self = .diskFull
        case (_, "58030"): self = .diskFailed
        case (_, "57014"): self = .ended
        case (_, "08P01"): self = .other
        case ("08", _), ("57", _), (_, "53300"), (_, "25P03"): self = .unreachable
        default: self = .other
        }
    }
}
