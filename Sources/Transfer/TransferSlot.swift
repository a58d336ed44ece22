import CCurl
import HTTPValues

/// One place at the loop: an easy handle, and what its callbacks note down about the exchange that sits there now.
final class TransferSlot {
    let handle: CurlHandle
    private(set) var submission: Submission?
    var progress = Progress()
    /// libcurl reads the lines until the exchange is over.
    private var headerLines = CurlList()

    init() throws(CurlFailure) { handle = try CurlHandle() }

    /// Tells libcurl everything about the exchange, before the loop begins with it.
    func prepare(_ submission: Submission) throws(CurlFailure) {
        let (request, destination) = (submission.request, submission.destination)
        self.submission = submission
        progress = Progress()
        try handle.listen()
        try handle.set(CURLOPT_PRIVATE, pointer: Unmanaged.passUnretained(self).toOpaque())
        try prepareRules(request)
        try prepareLimits(request.limits)
        try prepareCallbacks()
        try handle.set(CURLOPT_URL, destination.url)
        if let socket = request.unixSocket { try handle.set(CURLOPT_UNIX_SOCKET_PATH, socket) }
        try prepareMethod(request)
        try prepareHeaders(request)
    }

    /// The exchange is over and the seat is free: drops what it held, the copy of a large body too; keeps the handle.
    func clear() -> Submission? {
        handle.forget()
        headerLines = CurlList()
        progress = Progress()
        return submission.take()
    }

    /// What holds for every exchange. Redirects, cookies, netrc, compression and authentication are off in libcurl
    /// unless asked for.
    private func prepareRules(_ request: TransferRequest) throws(CurlFailure) {
        try handle.set(CURLOPT_NOSIGNAL, 1)
        try handle.set(CURLOPT_PROTOCOLS_STR, "http,https")
        try handle.set(CURLOPT_HTTP_VERSION, Int(CURL_HTTP_VERSION_1_1))
        try handle.set(CURLOPT_HTTP09_ALLOWED, 0)
        try handle.set(CURLOPT_FOLLOWLOCATION, 0)
        // Empty is not unset: it keeps libcurl from reading http_proxy and its kin.
        try handle.set(CURLOPT_PROXY, "")
        // A look-up which nobody wants any more is left to itself; libcurl would wait for it, and all others with it.
        try handle.set(CURLOPT_QUICK_EXIT, 1)
        try handle.set(CURLOPT_SSLVERSION, Int(CURL_SSLVERSION_TLSv1_2))
        try handle.set(CURLOPT_SSL_VERIFYPEER, 1)
        try handle.set(CURLOPT_SSL_VERIFYHOST, 2)
        // Only without a folder does libcurl keep the certificates it has read, in place of 20 ms for each connection;
        // and a file of the author's own is then the only authority.
        try handle.set(CURLOPT_CAPATH, nil)
        try handle.set(CURLOPT_CA_CACHE_TIMEOUT, 300)
        if let file = request.certificateAuthorityFile { try handle.set(CURLOPT_CAINFO, file) }
        if request.http.isMutation {
            // On a re-used connection libcurl repeats a request by itself when the answer is lost (design/delivery.md).
            try handle.set(CURLOPT_FRESH_CONNECT, 1)
            try handle.set(CURLOPT_FORBID_REUSE, 1)
        }
    }

    /// First byte and stall are the loop's own: libcurl has no time-out for the one, and counts the other in seconds.
    private func prepareLimits(_ limits: TransferLimits) throws(CurlFailure) {
        let longest = Int(Int32.max)
        let connect = limits.connectMilliseconds
        try handle.set(CURLOPT_CONNECTTIMEOUT_MS, connect > 0 ? min(connect, longest) : longest)
        try handle.set(CURLOPT_TIMEOUT_MS, min(max(0, limits.wholeMilliseconds), longest))
    }

    private func prepareMethod(_ request: TransferRequest) throws(CurlFailure) {
        switch request.http.method {
        case "GET" where request.http.body.isEmpty:
            try handle.set(CURLOPT_HTTPGET, 1)
        case "HEAD":
            try handle.set(CURLOPT_NOBODY, 1)
        case "DELETE" where request.http.body.isEmpty, "OPTIONS" where request.http.body.isEmpty:
            try handle.set(CURLOPT_CUSTOMREQUEST, request.http.method)
        default:
            try handle.set(CURLOPT_POST, 1)
            try handle.setBody(request.http.body)
            if request.http.method != "POST" { try handle.set(CURLOPT_CUSTOMREQUEST, request.http.method) }
        }
    }

    private func prepareHeaders(_ request: TransferRequest) throws(CurlFailure) {
        var lines = CurlList()
        for field in request.http.headers {
            // “Name:” would take the header away; a semicolon is libcurl's way to say that the value is empty.
            let isEmpty = field.value.utf8.allSatisfy { $0 == 0x20 || $0 == 0x09 }
            try lines.append(isEmpty ? "\(field.name);" : "\(field.name): \(field.value)")
        }
        // A server that does not know 100-continue would keep us waiting, or have the body sent twice.
        try lines.append("Expect:")
        // libcurl would call every body a form.
        if !request.http.headers.contains("Content-Type") { try lines.append("Content-Type:") }
        headerLines = lines
        try handle.set(CURLOPT_HTTPHEADER, headerLines)
    }
}
