import CCMarkGFM
import Synchronization

typealias CNode = UnsafeMutablePointer<cmark_node>
typealias CBytes = UnsafeBufferPointer<UInt8>

/// Owns one cmark-gfm parser. Feed it, then finish it once. The resulting document keeps it alive.
struct MarkupParser: ~Copyable {
    let raw: UnsafeMutablePointer<cmark_parser>

    init(cOptions: Int32) {
        _ = registration
        raw = cmark_parser_new_with_mem(cOptions, cmark_get_default_mem_allocator())
    }

    deinit { cmark_parser_free(raw) }

    func attach(_ syntax: MarkupExtension) {
        guard let found = cmark_find_syntax_extension(syntax.rawValue) else { return }
        cmark_parser_attach_syntax_extension(raw, found)
    }

    func feed(_ bytes: CBytes) {
        bytes.withMemoryRebound(to: CChar.self) { cmark_parser_feed(raw, $0.baseAddress, $0.count) }
    }

    func feedNewline() {
        let newline: [UInt8] = [UInt8(ascii: "\n")]
        newline.withUnsafeBufferPointer { feed($0) }
    }

    func removeOption(_ option: Int32) { raw.pointee.options &= ~option }

    /// The block structure so far. cmark parses inlines only in `finish`.
    var root: CNode { raw.pointee.root }
    /// The block to which the next line may belong.
    var current: CNode { raw.pointee.current }

    /// Parses all inlines and returns the tree, which the caller frees.
    func finish() -> CNode? {
        var root: CNode?
        inlineParsing.withLock { _ in root = cmark_parser_finish(raw) }
        return root
    }
}

/// cmark-gfm's names for its extensions.
enum MarkupExtension: String {
    case table, strikethrough, autolink, tasklist
}

/// Registers the extensions. Swift initializes a global once across threads; cmark's own check is not thread-safe.
private let registration: Void = cmark_gfm_core_extensions_ensure_registered()

/// Held while inlines are parsed. During that time, cmark adds the special characters of a parser's extensions to
/// process-wide tables and then removes them. Without the lock, a parse that ends would make another one in progress
/// miss `www.` and `~`. Parsing blocks and writing HTML use nothing shared.
private let inlineParsing = Mutex(())
