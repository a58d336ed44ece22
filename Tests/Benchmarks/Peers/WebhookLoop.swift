import CCurl
import Glibc

/// The loop of libcurl's own examples: a multi handle, several easy handles, and a fresh connection for every request.
enum WebhookLoop {
    static func run(_ url: String, _ body: [UInt8], count: Int, parallel: Int) throws {
        curl_global_init(Int(CURL_GLOBAL_DEFAULT))
        guard let multi = curl_multi_init() else { throw PeerError("libcurl gave no multi handle.") }
        var lines = curl_slist_append(nil, "Content-Type: application/json")
        lines = curl_slist_append(lines, "Idempotency-Key: 0123456789abcdef")
        lines = curl_slist_append(lines, "X-Timestamp: 1700000000")
        lines = curl_slist_append(lines, "X-Signature: sha256=" + String(repeating: "0", count: 64))
        lines = curl_slist_append(lines, "Expect:")
        defer { curl_slist_free_all(lines) }
        var seconds = 0.0
        try body.withUnsafeBytes { bytes in
            let handles = try (0..<parallel).map { _ in try handle(url, bytes, lines) }
            let start = Time.passed
            try send(count, with: handles, multi)
            seconds = Time.passed - start
            for handle in handles { curl_easy_cleanup(handle) }
        }
        curl_multi_cleanup(multi)
        report(#"{"seconds": \#(seconds), "count": \#(count)}"#)
    }

    private static func handle(
        _ url: String, _ body: UnsafeRawBufferPointer, _ lines: UnsafeMutablePointer<curl_slist>?
    ) throws -> UnsafeMutableRawPointer {
        guard let handle = curl_easy_init() else { throw PeerError("libcurl gave no handle.") }
        _ = galley_curl_set_text(handle, CURLOPT_URL, url)
        _ = galley_curl_set_long(handle, CURLOPT_NOSIGNAL, 1)
        _ = galley_curl_set_long(handle, CURLOPT_POST, 1)
        _ = galley_curl_set_offset(handle, CURLOPT_POSTFIELDSIZE_LARGE, curl_off_t(body.count))
        _ = galley_curl_set_pointer(handle, CURLOPT_POSTFIELDS, UnsafeMutableRawPointer(mutating: body.baseAddress))
        _ = galley_curl_set_list(handle, CURLOPT_HTTPHEADER, lines)
        _ = galley_curl_set_long(handle, CURLOPT_FRESH_CONNECT, 1)
        _ = galley_curl_set_long(handle, CURLOPT_FORBID_REUSE, 1)
        _ = galley_curl_set_write(handle, CURLOPT_WRITEFUNCTION) { _, size, count, _ in size * count }
        return handle
    }

    private static func send(_ count: Int, with handles: [UnsafeMutableRawPointer], _ multi: UnsafeMutableRawPointer)
        throws
    {
        var begun = min(count, handles.count)
        for handle in handles[..<begun] { curl_multi_add_handle(multi, handle) }
        var ended = 0
        while ended < count {
            var running: Int32 = 0
            curl_multi_perform(multi, &running)
            var left: Int32 = 0
            var isAnyOver = false
            while let message = curl_multi_info_read(multi, &left) {
                guard message.pointee.msg == CURLMSG_DONE, let handle = message.pointee.easy_handle else { continue }
                try check(handle, message.pointee.data.result)
                curl_multi_remove_handle(multi, handle)
                (ended, isAnyOver) = (ended + 1, true)
                if begun < count {
                    curl_multi_add_handle(multi, handle)
                    begun += 1
                }
            }
            if !isAnyOver { curl_multi_poll(multi, nil, 0, 1000, nil) }
        }
    }

    private static func check(_ handle: UnsafeMutableRawPointer, _ code: CURLcode) throws {
        var status = 0
        _ = galley_curl_get_long(handle, CURLINFO_RESPONSE_CODE, &status)
        guard code == CURLE_OK, (200..<300).contains(status) else {
            throw PeerError("A webhook ended with \(code.rawValue), status \(status).")
        }
    }
}
