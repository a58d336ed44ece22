import CCurl

/// Owns the multi handle: many exchanges, one thread.
///
/// `@unchecked Sendable`: the thread that loops makes every call but one, and that one, `wake`, libcurl allows from any
/// thread at any time while the handle lives (curl_multi_wakeup(3)). Whoever may wake holds the owner, so it does live.
struct CurlMulti: ~Copyable, @unchecked Sendable {
    private let library: CurlLibrary
    private let raw: UnsafeMutableRawPointer

    /// - Parameter idleConnectionsMax: how many connections are kept for later reads.
    init(idleConnectionsMax: Int) throws(CurlFailure) {
        let library = try CurlLibrary()
        guard let raw = curl_multi_init() else { throw CurlFailure(code: CURLE_OUT_OF_MEMORY) }
        self.library = library
        self.raw = raw
        galley_curl_multi_set_long(raw, CURLMOPT_PIPELINING, Int(CURLPIPE_NOTHING))
        galley_curl_multi_set_long(raw, CURLMOPT_MAXCONNECTS, idleConnectionsMax)
    }
    deinit { curl_multi_cleanup(raw) }

    func wake() { curl_multi_wakeup(raw) }

    /// - Returns: whether libcurl took the handle.
    func add(_ handle: borrowing CurlHandle) -> Bool { curl_multi_add_handle(raw, handle.raw) == CURLM_OK }

    func remove(_ handle: borrowing CurlHandle) { curl_multi_remove_handle(raw, handle.raw) }

    /// Sends and reads whatever can be without waiting; callbacks run in here.
    func perform() {
        var running: Int32 = 0
        curl_multi_perform(raw, &running)
    }

    /// One exchange that has ended, with its code and what was put down as `CURLOPT_PRIVATE`; nil when there is none left.
    func nextEnded() -> (code: CURLcode, owner: UnsafeMutableRawPointer)? {
        var left: Int32 = 0
        while let message = curl_multi_info_read(raw, &left) {
            guard message.pointee.msg == CURLMSG_DONE else { continue }
            let code = message.pointee.data.result
            var owner: UnsafeMutableRawPointer?
            galley_curl_get_pointer(message.pointee.easy_handle, CURLINFO_PRIVATE, &owner)
            if let owner { return (code, owner) }
        }
        return nil
    }

    /// Waits until a socket stirs, libcurl has something to do, someone wakes, or `milliseconds` have passed.
    func wait(milliseconds: Int) {
        var stirred: Int32 = 0
        curl_multi_poll(raw, nil, 0, Int32(clamping: milliseconds), &stirred)
    }
}
