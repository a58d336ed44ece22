package import HTTPValues

/// Why there is no answer, and how far the exchange got.
package struct TransferError: Error, Equatable, Sendable {
    package enum Reason: String, Sendable {
        case badURL, badRequest, credentialsInTheClear, requestTooLarge
        case dnsLookupFailed, connectionRefused, unreachable, socketMissing, permissionDenied, connectTimedOut
        case certificateExpired, certificateNotYetValid, certificateOfOtherHost, certificateUntrusted,
            authorityFileUnusable
        case tlsFailed, connectionLost, firstByteTimedOut, stalled, timedOut
        case badAnswer, answerTooLarge
        case cancelled, shuttingDown, superseded, outOfResources, other
    }

    package let reached: HTTPFailure.Reached
    package let reason: Reason
    /// The other side: host and port, or the path of a socket; never the whole URL, which may contain a secret.
    package let peer: String
    /// The details, in a sentence without its full stop; empty if the reason says enough.
    package let found: String

    package init(reached: HTTPFailure.Reached, reason: Reason, peer: String, found: String = "") {
        self.reached = reached
        self.reason = reason
        self.peer = peer
        self.found = found
    }
}

extension TransferError: CustomStringConvertible {
    /// What is wrong, what was found, what to do.
    package var description: String {
        [wrong + ".", found.isEmpty ? nil : found + ".", advice.map { $0 + "." }].compactMap { $0 }.joined(
            separator: " ")
    }

    private var wrong: String {
        switch reason {
        case .badURL: "The address cannot be used"
        case .badRequest: "The request cannot be sent to \(peer)"
        case .credentialsInTheClear: "A secret would have gone to \(peer) unencrypted, so nothing was sent"
        case .requestTooLarge: "The request to \(peer) is too large"
        case .dnsLookupFailed: "No address was found for \(peer)"
        case .connectionRefused: "Nothing listens at \(peer)"
        case .unreachable: "\(peer) cannot be reached"
        case .socketMissing: "There is no socket at \(peer)"
        case .permissionDenied: "The socket at \(peer) may not be opened by this user"
        case .connectTimedOut: "\(peer) could not be connected to in time"
        case .certificateExpired: "The certificate of \(peer) has expired"
        case .certificateNotYetValid: "The certificate of \(peer) is not valid yet"
        case .certificateOfOtherHost: "The certificate that \(peer) shows is for another host"
        case .certificateUntrusted: "The certificate of \(peer) is from an authority that this machine does not know"
        case .authorityFileUnusable: "The file of your certificate authority for \(peer) cannot be used"
        case .tlsFailed: "No secure connection to \(peer) was possible"
        case .connectionLost: "The connection to \(peer) was lost \(moment)"
        case .firstByteTimedOut: "\(peer) took the request and did not begin to answer in time"
        case .stalled: "The exchange with \(peer) came to a standstill \(moment)"
        case .timedOut: "The exchange with \(peer) took too long and was ended \(moment)"
        case .badAnswer: "\(peer) did not answer in HTTP"
        case .answerTooLarge: "The answer of \(peer) is too large and was not read completely"
        case .cancelled: "The exchange with \(peer) was cancelled \(moment)"
        case .shuttingDown: "The exchange with \(peer) was ended \(moment), because the program is stopping"
        case .superseded: "Nothing was sent to \(peer), because another galleyd may have taken over"
        case .outOfResources: "This machine ran out of memory, sockets or ports on the way to \(peer)"
        case .other: "The exchange with \(peer) failed \(moment)"
        }
    }

    private var moment: String {
        switch reached {
        case .nothing: "before anything was sent"
        case .sent: "after the request was sent, before an answer"
        case .headers: "in the middle of the answer"
        case .complete: "after the answer"
        }
    }

    private var advice: String? {
        switch reason {
        case .badURL, .badRequest: "Correct it and try again"
        case .credentialsInTheClear: "Use an https address"
        case .dnsLookupFailed: "Check the name and this machine's network"
        case .connectionRefused, .socketMissing: "Check that the service runs and that the address is right"
        case .permissionDenied: "Check the owner and the mode of the socket"
        case .unreachable, .connectTimedOut: "Check the address and this machine's network"
        case .certificateExpired:
            "The operator of that server has to renew it. If that was done, check this machine's clock"
        case .certificateNotYetValid: "Check this machine's clock"
        case .certificateOfOtherHost: "Check the address"
        case .certificateUntrusted: "If it is an authority of your own, name its file"
        case .authorityFileUnusable: "Name a file with a certificate in PEM form"
        default: nil
        }
    }
}
