import CCurl
import HTTPValues

/// One slot of the loop: an easy handle, and the state of the exchange that uses it.
final class TransferSlot {
    let handle: CurlHandle
    private(set) var submission: Submission?
    var progress = Progress()
    /// libcurl reads the list until the exchange ends.
    private var headerLines = CurlList()

    init() throws(CurlFailure) { handle = try CurlHandle() }

    /// Sets all options of the exchange before the loop starts it.
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

    /// Frees the slot after an exchange: drops its data, including libcurl's copy of the body, and keeps the handle.
    func clear() -> Submission? {
        handle.forget()
        headerLines = CurlList()
        progress = Progress()
        return submission.take()
    }

    /// Options for every exchange. libcurl leaves redirects, cookies, netrc, compression and authentication off by
    /// default.
    private func prepareRules(_ request: TransferRequest) throws(CurlFailure) {
        try handle.set(CURLOPT_NOSIGNAL, 1)
        try handle.set(CURLOPT_PROTOCOLS_STR, "http,https")
        try handle.set(CURLOPT_HTTP_VERSION, Int(CURL_HTTP_VERSION_1_1))
        try handle.set(CURLOPT_HTTP09_ALLOWED, 0)
        try handle.set(CURLOPT_FOLLOWLOCATION, 0)
        // An empty string, unlike no value, keeps libcurl from reading http_proxy and similar variables.
        try handle.set(CURLOPT_PROXY, "")
        // Abandons a name lookup when its exchange ends. Otherwise libcurl would wait for it, and every other exchange
        // with it.
        try handle.set(CURLOPT_QUICK_EXIT, 1)
        try handle.set(CURLOPT_SSLVERSION, Int(CURL_SSLVERSION_TLSv1_2))
        try handle.set(CURLOPT_SSL_VERIFYPEER, 1)
        try handle.set(CURLOPT_SSL_VERIFYHOST, 2)
        // libcurl caches the certificates only if there is no CA folder; the cache saves 20 ms per connection. Besides,
        // a configured CA file must be the only authority.
        try handle.set(CURLOPT_CAPATH, nil)
        try handle.set(CURLOPT_CA_CACHE_TIMEOUT, 300)
        if let file = request.certificateAuthorityFile { try handle.set(CURLOPT_CAINFO, file) }
        if request.http.isMutation {
            // On a reused connection libcurl repeats a request if the answer is lost (design/delivery.md).
            try handle.set(CURLOPT_FRESH_CONNECT, 1)
            try handle.set(CURLOPT_FORBID_REUSE, 1)
        }
    }

    /// The loop enforces the first-byte and stall limits itself: libcurl has no time-out for the first byte, and
    /// measures a stall in seconds.
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
            // “Name:” would remove the header; libcurl writes an empty value as “Name;”.
            let isEmpty = field.value.utf8.allSatisfy { $0 == 0x20 || $0 == 0x09 }
            try lines.append(isEmpty ? "\(field.name);" : "\(field.name): \(field.value)")
        }
        // A server without support for 100-continue would delay the body, or libcurl would send it twice.
        try lines.append("Expect:")
        // By default libcurl labels every body as a form.
        if !request.http.headers.contains("Content-Type") { try lines.append("Content-Type:") }
        headerLines = lines
        try handle.set(CURLOPT_HTTPHEADER, headerLines)
    }
}
