import Glibc
import HTTPValues
import JSONTree
import Transfer
import Wire

/// What a running daemon answers to the question what a reload would do.
enum RunningDaemon {
    case plans(ReloadPlanBody)
    /// It runs, and this user may not ask it.
    case refuses
    /// None runs, or one that does not know the question.
    case isAway

    private static let serviceSocket = "/run/galley/galley.sock"
    /// systemd keeps this link while the unit is active.
    private static let serviceMark = "/run/systemd/units/invocation:galleyd.service"

    /// - Parameter sockets: the paths to try, in this order.
    static func asked(at sockets: [String]) async -> RunningDaemon {
        var answer = RunningDaemon.isAway
        for socket in sockets where !(socket == serviceSocket && isServiceStopped) {
            answer = await asked(at: socket)
            if case .isAway = answer { continue }
            return answer
        }
        return answer
    }

    /// systemd holds the service's socket, and would start the service to answer.
    private static var isServiceStopped: Bool {
        var status = stat()
        return unsafe lstat(serviceMark, &status) != 0
    }

    private static func asked(at socket: String) async -> RunningDaemon {
        var request = TransferRequest(
            HTTPRequest("GET", "http://localhost/v1/reload", headers: [HTTPHeader("Accept", "application/json")]),
            unixSocket: socket)
        request.limits.firstByteMilliseconds = 10_000
        do throws(TransferError) {
            let answer = try await Transfer().exchange(request)
            if [401, 403].contains(answer.status) { return .refuses }
            guard answer.status == 200, let plan = try? JSONCoding.decode(ReloadPlanBody.self, from: answer.body)
            else { return .isAway }
            return .plans(plan)
        } catch {
            return error.reason == .permissionDenied ? .refuses : .isAway
        }
    }
}
