import CCurl

// One noncopyable owner for each kind of object that libcurl allocates. libcurl has one pointer type for nearly all of
// them; these owners have different types.

/// libcurl's global initialisation. libcurl counts the calls, so there may be several instances.
struct CurlLibrary: ~Copyable {
    init() throws(CurlFailure) {
        try CurlFailure.check(curl_global_init(Int(CURL_GLOBAL_DEFAULT)))
    }
    deinit { curl_global_cleanup() }
}

/// A list of header lines.
struct CurlList: ~Copyable {
    private(set) var raw: UnsafeMutablePointer<curl_slist>?

    init() { raw = nil }
    deinit { curl_slist_free_all(raw) }

    mutating func append(_ line: String) throws(CurlFailure) {
        guard let longer = curl_slist_append(raw, line) else { throw CurlFailure(code: CURLE_OUT_OF_MEMORY) }
        raw = longer
    }
}

/// A URL parsed by libcurl itself, so that Galley checks exactly the URL that libcurl will request.
struct CurlAddress: ~Copyable {
    private let raw: OpaquePointer

    /// - Returns: nil if libcurl cannot parse `text` as an absolute URL.
    init?(_ text: String) {
        guard let raw = curl_url() else { return nil }
        guard curl_url_set(raw, CURLUPART_URL, text, UInt32(CURLU_URLENCODE)) == CURLUE_OK else {
            curl_url_cleanup(raw)
            return nil
        }
        self.raw = raw
    }
    deinit { curl_url_cleanup(raw) }

    /// - Returns: nil if the URL has no such part. There is always a port, if necessary the scheme's default.
    func part(_ part: CURLUPart) -> String? {
        var text: UnsafeMutablePointer<CChar>?
        guard curl_url_get(raw, part, &text, UInt32(CURLU_DEFAULT_PORT)) == CURLUE_OK, let text else { return nil }
        defer { curl_free(text) }
        return String(cString: text)
    }
}

/// A libcurl code other than `CURLE_OK`.
struct CurlFailure: Error {
    let code: CURLcode

    static func check(_ code: CURLcode) throws(CurlFailure) {
        if code != CURLE_OK { throw CurlFailure(code: code) }
    }

    var text: String { String(cString: curl_easy_strerror(code)) }
}
