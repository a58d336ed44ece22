package import HTTPValues
import JSONTree
package import Logging
package import Posts
import Programs
package import Targets

/// Adds the token of a session to requests that need one, and renews the session before it ends or when the service
/// refuses it.
package struct SessionTransport: HTTPTransport {
    private let base: any HTTPTransport
    private let sessions: ServiceSessions

    package init(_ base: any HTTPTransport, sessions: ServiceSessions) {
        self.base = base
        self.sessions = sessions
    }

    package func exchange(_ request: HTTPRequest, for target: Target) async -> Exchange {
        guard case .http(let kind) = target.kind, let login = kind.session, request.carriesCredentials,
            !target.isRehearsal
        else { return await base.exchange(request, for: target) }
        switch await sessions.session(of: target, login, over: base) {
        case .none(let exchange): return exchange
        case .session(let current):
            let answer = await base.exchange(login.authorized(request, by: current), for: target)
            guard login.isRefusal(answer) else { return answer }
            // The service looked at the token first and did nothing, so the request may be sent once more.
            switch await sessions.session(of: target, login, over: base, instead: current) {
            case .none(let exchange): return exchange
            case .session(let next): return await base.exchange(login.authorized(request, by: next), for: target)
            }
        }
    }
}

/// The sessions of all accounts, by the targets with their credentials, in memory and in one file each that only the
/// daemon's user can read. A service allows few new sessions, so a restart must not lose them.
package actor ServiceSessions {
    private let folder: String
    private let log: Logger
    private let now: @Sendable () -> Instant
    private var known: [String: ServiceSession] = [:]
    /// The requests of the newest renewal that the service refused, with its answers.
    private var refusals: [String: [Refusal]] = [:]
    /// At most one renewal for each target: others wait for it and use its result.
    private var renewals: [String: Task<Renewal, Never>] = [:]

    private typealias Renewal = (result: SessionRenewal, refused: [Refusal])

    /// - Parameter folder: made when the first session is kept.
    package init(folder: String, log: Logger, now: @escaping @Sendable () -> Instant) {
        self.folder = folder
        self.log = log
        self.now = now
    }

    /// - Parameter refused: a session that the service refused just now.
    func session(
        of target: Target, _ login: any SessionLogin, over transport: any HTTPTransport,
        instead refused: ServiceSession? = nil
    ) async -> SessionRenewal {
        let holder = login.holder
        if let renewal = renewals[holder] { return await renewal.value.result }
        let former = known[holder] ?? read(holder)
        if let former, former.access != refused?.access, former.isUsable(by: login.owner, at: now()) {
            known[holder] = former
            return .session(former)
        }
        let refusals = (refusals[holder] ?? []).filter { $0.counts(at: now()) }
        let renewal = Task { [now] in
            await ServiceSessions.renew(former, login, at: now(), over: transport, for: target, refusals)
        }
        renewals[holder] = renewal
        let (result, refused) = await renewal.value
        self.refusals[holder] = refused
        if case .session(let session) = result {
            known[holder] = session
            await keep(session, of: holder)
        }
        renewals[holder] = nil
        return result
    }

    /// A request to sign in that is not repeated for a minute: services count them, and many posts may be due at once.
    private struct Refusal {
        let request: HTTPRequest
        let exchange: Exchange
        let at: Instant

        func counts(at now: Instant) -> Bool { (.zero..<Span.minutes(1)).contains(now - at) }
    }

    /// The longest dialogue of a renewal has six requests.
    private static let questionsMax = 12

    private static func renew(
        _ former: ServiceSession?, _ login: any SessionLogin, at now: Instant, over transport: any HTTPTransport,
        for target: Target, _ refusals: [Refusal]
    ) async -> Renewal {
        var answers: [Exchange] = []
        var refused: [Refusal] = []
        while answers.count < questionsMax {
            switch login.renew(former, now: now, answers: answers) {
            case .done(let renewal): return (renewal, refused)
            case .ask(let question):
                if let known = refusals.first(where: { $0.request == question.request }) {
                    refused.append(known)
                    answers.append(known.exchange)
                    continue
                }
                let exchange = await transport.exchange(question.request, for: target)
                if question.request.method == "POST", case .success(let answer) = exchange,
                    [400, 401, 403].contains(answer.status)
                {
                    refused.append(Refusal(request: question.request, exchange: exchange, at: now))
                }
                answers.append(exchange)
            }
        }
        return (.none(.failure(HTTPFailure(reached: .nothing, words: "The sign-in does not end."))), refused)
    }

    // MARK: Files

    private func file(_ holder: String) -> String { "\(folder)/\(holder).json" }

    private func read(_ holder: String) -> ServiceSession? {
        guard let bytes = OwnerFile.read(file(holder)) else { return nil }
        return try? JSONCoding.decode(ServiceSession.self, from: bytes)
    }

    /// A session that cannot be kept still serves until the daemon stops.
    private func keep(_ session: ServiceSession, of holder: String) async {
        do {
            let (bytes, path) = (try JSONCoding.encode(session), file(holder))
            try await onOwnThread { try OwnerFile.write(bytes, to: path) }
        } catch {
            log.warning("A session could not be kept.", metadata: ["target": "\(holder)", "error": "\(error)"])
        }
    }
}
