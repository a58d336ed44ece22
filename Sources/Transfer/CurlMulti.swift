import CCurl

/// Owns the multi handle: many exchanges on one thread.
///
/// `@unchecked Sendable`: only the loop's thread calls libcurl, except for `wake`, which libcurl allows from any thread
/// while the handle lives (curl_multi_wakeup(3)). The caller of `wake` retains this owner, so the handle lives.
struct CurlMulti: ~Copyable, @unchecked Sendable {
    private let library: CurlLibrary
    private let raw: UnsafeMutableRawPointer

    /// - Parameter idleConnectionsMax: how many idle connections libcurl keeps for later reads.
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

    /// - Returns: whether libcurl accepted the handle.
    func add(_ handle: borrowing CurlHandle) -> Bool { curl_multi_add_handle(raw, handle.raw) == CURLM_OK }

    func remove(_ handle: borrowing CurlHandle) { curl_multi_remove_handle(raw, handle.raw) }

    /// Sends and reads all that does not block. libcurl calls the callbacks in here.
    func perform() {
        var running: Int32 = 0
        curl_multi_perform(raw, &running)
    }

    /// Returns one exchange that has ended, with its code and its `CURLOPT_PRIVATE` pointer; nil if there are no more.
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

    /// Waits for socket activity, a libcurl timer, `wake` or the end of `milliseconds`, whichever comes first.
    func wait(milliseconds: Int) {
        var stirred: Int32 = 0
        curl_multi_poll(raw, nil, 0, Int32(clamping: milliseconds), &stirred)
    }
}
