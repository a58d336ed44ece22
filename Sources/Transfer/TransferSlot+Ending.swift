import CCurl
import Glibc
import HTTPValues
import Posts

extension TransferSlot {
    /// How far the exchange got. Read before the handle leaves the multi handle.
    ///
    /// libcurl counts the bytes of a request as the socket takes them. With TLS it counts them only after a whole
    /// record is written, although part of a record may have been sent. With TLS, therefore, an exchange that was about
    /// to send counts as sent.
    var reached: HTTPFailure.Reached {
        if progress.hasStatusLine { return .headers }
        let mayHaveSent = submission?.destination.isEncrypted == true || progress.prerequestCount > 1
        if mayHaveSent, progress.prerequestCount > 0 { return .sent }
        let sentCount = handle.long(CURLINFO_REQUEST_SIZE) + handle.offset(CURLINFO_SIZE_UPLOAD_T)
        return sentCount > 0 ? .sent : .nothing
    }

    /// The caller's result after libcurl ended the exchange with `code`.
    func result(_ code: CURLcode) -> Result<HTTPAnswer, TransferError> {
        if code == CURLE_OK, progress.isHeadComplete {
            let headers = [HTTPHeader](reading: progress.head)
            return .success(
                HTTPAnswer(status: progress.status, headers: headers, body: progress.body, receivedAt: .now))
        }
        let peer = submission?.destination.peer ?? ""
        if let objection = progress.objection {
            return .failure(TransferError(reached: reached, reason: objection, peer: peer, found: foundObjection))
        }
        let reason = reason(code)
        return .failure(TransferError(reached: reached, reason: reason, peer: peer, found: found(code, reason)))
    }

    /// libcurl's text, unless it only repeats the reason.
    private func found(_ code: CURLcode, _ reason: TransferError.Reason) -> String {
        switch reason {
        case .dnsLookupFailed, .connectionRefused, .socketMissing, .permissionDenied, .certificateExpired,
            .certificateNotYetValid:
            ""
        default: handle.lastComplaint(or: CurlFailure(code: code))
        }
    }

    private var foundObjection: String {
        guard progress.objection == .answerTooLarge, let limits = submission?.request.limits else { return "" }
        return progress.isHeadComplete ? "More than \(limits.downloadBytesMax) bytes came" : "Its headers have no end"
    }

    private func reason(_ code: CURLcode) -> TransferError.Reason {
        switch code {
        case CURLE_COULDNT_RESOLVE_HOST: .dnsLookupFailed
        case CURLE_COULDNT_CONNECT: reasonNotConnected
        case CURLE_OPERATION_TIMEDOUT: progress.prerequestCount == 0 ? .connectTimedOut : .timedOut
        case CURLE_PEER_FAILED_VERIFICATION: faultOfCertificate
        case CURLE_SSL_CACERT_BADFILE: .authorityFileUnusable
        case CURLE_SSL_CONNECT_ERROR, CURLE_SSL_CERTPROBLEM, CURLE_SSL_CIPHER, CURLE_SSL_ISSUER_ERROR,
            CURLE_SSL_CRL_BADFILE, CURLE_SSL_ENGINE_INITFAILED:
            .tlsFailed
        case CURLE_GOT_NOTHING, CURLE_SEND_ERROR, CURLE_RECV_ERROR, CURLE_PARTIAL_FILE: .connectionLost
        case CURLE_WEIRD_SERVER_REPLY, CURLE_BAD_CONTENT_ENCODING: .badAnswer
        // The URL was checked before, so this means an answer without a status line.
        case CURLE_UNSUPPORTED_PROTOCOL: .badAnswer
        case CURLE_OUT_OF_MEMORY, CURLE_FAILED_INIT: .outOfResources
        case CURLE_URL_MALFORMAT: .badURL
        case CURLE_OK: .badAnswer
        default: .other
        }
    }

    /// By OpenSSL's verdict, whose numbers are those of `X509_STORE_CTX_get_error(3)`. The name of the host is checked by
    /// libcurl, which then leaves only its text.
    private var faultOfCertificate: TransferError.Reason {
        switch handle.long(CURLINFO_SSL_VERIFYRESULT) {
        case 9: .certificateNotYetValid
        case 10: .certificateExpired
        case 62, 64: .certificateOfOtherHost
        // The issuer is missing, or is the certificate itself.
        case 2, 18, 19, 20, 21: .certificateUntrusted
        case 0, 1:
            handle.lastComplaint(or: CurlFailure(code: CURLE_PEER_FAILED_VERIFICATION)).contains("subject name")
                ? .certificateOfOtherHost : .tlsFailed
        default: .tlsFailed
        }
    }

    private var reasonNotConnected: TransferError.Reason {
        let isSocket = submission?.request.unixSocket != nil
        return switch Int32(clamping: handle.long(CURLINFO_OS_ERRNO)) {
        case ECONNREFUSED: .connectionRefused
        case ENOENT where isSocket, ENOTDIR where isSocket: .socketMissing
        case EACCES where isSocket, EPERM where isSocket: .permissionDenied
        // The queue of a Unix socket is full, because its server accepts no connections. libcurl takes that EAGAIN for a
        // connection that is being made, and then finds no error number.
        case 0 where isSocket, EAGAIN where isSocket: .connectTimedOut
        case ETIMEDOUT: .connectTimedOut
        case EMFILE, ENFILE, ENOBUFS, ENOMEM, EADDRNOTAVAIL: .outOfResources
        default: .unreachable
        }
    }
}

extension Instant {
    fileprivate static var now: Instant {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Instant(microseconds: Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1000)
    }
}
