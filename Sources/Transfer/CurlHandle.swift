import CCurl

/// Owns one libcurl easy handle and the buffer for libcurl's error text.
///
/// A handle serves one exchange after another and is reset in between.
struct CurlHandle: ~Copyable {
    let raw: UnsafeMutableRawPointer
    private let complaint: UnsafeMutablePointer<CChar>

    init() throws(CurlFailure) {
        guard let raw = curl_easy_init() else { throw CurlFailure(code: CURLE_OUT_OF_MEMORY) }
        self.raw = raw
        complaint = .allocate(capacity: Int(CURL_ERROR_SIZE))
        complaint.initialize(repeating: 0, count: Int(CURL_ERROR_SIZE))
    }
    deinit {
        curl_easy_cleanup(raw)
        complaint.deallocate()
    }

    /// Resets every option and frees libcurl's copies of them.
    func forget() { curl_easy_reset(raw) }

    /// Clears the error buffer and has libcurl write its next error text there.
    func listen() throws(CurlFailure) {
        complaint.pointee = 0
        try set(CURLOPT_ERRORBUFFER, pointer: complaint)
    }

    /// libcurl's text for the last failure, or the general text of `failure` if there is none.
    func lastComplaint(or failure: CurlFailure) -> String {
        let text = String(cString: complaint)
        return text.isEmpty ? failure.text : text
    }

    func set(_ option: CURLoption, _ value: Int) throws(CurlFailure) {
        try CurlFailure.check(galley_curl_set_long(raw, option, value))
    }
    /// libcurl copies the text. nil removes the default.
    func set(_ option: CURLoption, _ text: String?) throws(CurlFailure) {
        try CurlFailure.check(galley_curl_set_text(raw, option, text))
    }
    /// - Parameter pointer: must outlive every use of the handle.
    func set(_ option: CURLoption, pointer: UnsafeMutableRawPointer) throws(CurlFailure) {
        try CurlFailure.check(galley_curl_set_pointer(raw, option, pointer))
    }
    /// - Parameter list: must outlive the exchange.
    func set(_ option: CURLoption, _ list: borrowing CurlList) throws(CurlFailure) {
        try CurlFailure.check(galley_curl_set_list(raw, option, list.raw))
    }
    func set(_ option: CURLoption, _ callback: @escaping curl_write_callback) throws(CurlFailure) {
        try CurlFailure.check(galley_curl_set_write(raw, option, callback))
    }
    func setPrerequest(_ callback: @escaping curl_prereq_callback) throws(CurlFailure) {
        try CurlFailure.check(galley_curl_set_prerequest(raw, callback))
    }
    func setOpenSocket(_ callback: @escaping curl_opensocket_callback) throws(CurlFailure) {
        try CurlFailure.check(galley_curl_set_open_socket(raw, callback))
    }

    /// libcurl copies the body and keeps it until the exchange ends.
    func setBody(_ body: [UInt8]) throws(CurlFailure) {
        try CurlFailure.check(galley_curl_set_offset(raw, CURLOPT_POSTFIELDSIZE_LARGE, body.count))
        // An empty array may have no address, and libcurl reads a null pointer as “ask the read callback”.
        if body.isEmpty { return try set(CURLOPT_COPYPOSTFIELDS, "") }
        let code = body.withUnsafeBytes {
            galley_curl_set_text(raw, CURLOPT_COPYPOSTFIELDS, $0.baseAddress?.assumingMemoryBound(to: CChar.self))
        }
        try CurlFailure.check(code)
    }

    /// Returns the value of `info`, 0 if libcurl has none.
    func long(_ info: CURLINFO) -> Int {
        var value = 0
        return galley_curl_get_long(raw, info, &value) == CURLE_OK ? value : 0
    }
    func offset(_ info: CURLINFO) -> Int {
        var value: curl_off_t = 0
        return galley_curl_get_offset(raw, info, &value) == CURLE_OK ? Int(value) : 0
    }
}
