import PostStore
import Posts
import Wire

extension DatabaseBody {
    init(_ facts: DatabaseFacts, _ times: Times) {
        let own = facts.daemons.first(where: \.isThis)?.settings
        self.init(
            version: facts.version, hasStandby: facts.hasStandby, isDurable: facts.isDurable,
            daemons: facts.daemons.map { daemon in
                SeenDaemonBody(
                    host: daemon.host, version: daemon.version, isWorking: daemon.isHolder,
                    hasSameSettings: daemon.settings == own,
                    secondsAhead: (Double(daemon.ahead.microseconds) / 1000).rounded() / 1000,
                    seenAt: times.text(daemon.seenAt))
            })
    }
}
