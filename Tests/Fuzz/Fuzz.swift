import FuzzReaders
import Glibc

/// Passes libFuzzer's inputs (https://llvm.org/docs/LibFuzzer.html) to the reader that `GALLEY_FUZZ` names. A reader
/// may reject an input with an error. It may not crash, hang, or use unbounded memory.
///
/// In a release SwiftPM calls a program's entry point by the target's name, so libFuzzer's own `main` is not linked.
@_cdecl("galley_fuzz_main")
public func main(_ count: CInt, _ words: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>) -> CInt {
    guard chosen != nil else {
        print("Say in GALLEY_FUZZ which of these to read: \(Reader.all.keys.sorted().joined(separator: ", ")).")
        return 64
    }
    var (count, words) = (count, words)
    return unsafe runDriver(&count, &words) { start, count in
        try? chosen?(Array(UnsafeBufferPointer(start: start, count: count)))
        return 0
    }
}

#if DEBUG
/// In debug libFuzzer's own `main` is linked, and calls this.
@_cdecl("LLVMFuzzerTestOneInput")
public func read(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    try? chosen?(Array(UnsafeBufferPointer(start: start, count: count)))
    return 0
}
#endif

@_silgen_name("LLVMFuzzerRunDriver")
private func runDriver(
    _ count: UnsafeMutablePointer<CInt>,
    _ words: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>,
    _ input: @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt
) -> CInt

private let chosen = unsafe getenv("GALLEY_FUZZ").flatMap { unsafe Reader.all[String(cString: $0)] }
