import CCrypto
import Glibc

/// The CPU time of this thread, in seconds, that `work` takes.
package func processorSeconds(_ work: () throws -> Void) rethrows -> Double {
    func now() -> Double {
        var time = timespec()
        unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
    let start = now()
    try work()
    return now() - start
}

/// The time that hashing `bytes` takes, in seconds. SHA-512, for which few processors have instructions of their own: the
/// same ruler everywhere.
package func hashingSeconds(_ bytes: [UInt8]) -> Double {
    let rounds = 10
    var digest = [UInt8](repeating: 0, count: 64)
    return processorSeconds {
        for _ in 0..<rounds { unsafe _ = EVP_Digest(bytes, bytes.count, &digest, nil, EVP_sha512(), nil) }
    } / Double(rounds)
}

/// How many times the work of hashing `bytes` some other work takes: the least of nine measurements, because other
/// processes disturb some, or the first that is within `bound`.
package func hashings(of bytes: [UInt8], within bound: Double, _ work: () throws -> Void) rethrows -> Double {
    var times = Double.infinity
    for _ in 0..<9 where times > bound { times = min(times, try processorSeconds(work) / hashingSeconds(bytes)) }
    return times
}

/// How many times the work of `small` the work of `large` is: the least of three measurements, because other processes
/// disturb some.
package func growth(from small: () throws -> Void, to large: () throws -> Void) rethrows -> Double {
    var (before, after) = (Double.infinity, Double.infinity)
    for _ in 0..<3 {
        before = min(before, try processorSeconds(small))
        after = min(after, try processorSeconds(large))
    }
    return after / max(before, 1e-6)
}
