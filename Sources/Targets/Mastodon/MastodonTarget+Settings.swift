import Digests
import Posts

extension MastodonTarget {
    init(_ section: TargetSection) {
        origin = section.url()
        token = section.secret()
        if !token.text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) {
            section.complain("credential", "The token contains blanks or non-ASCII characters. Copy it again.")
        }
        template = section.template()
        visibility = section.choice("visibility") ?? .public
        warning = section.text("warning")
        language = section.language()
        isLongAsThread = section.isLongAsThread()
        isNumbered = section.isNumbered()
        threadVisibility = section.choice("thread_visibility") ?? .unlisted
        if !isLongAsThread, section.text("thread_visibility") != nil, !section.isBad("long") {
            section.complain("thread_visibility", "It is for the parts of a thread. Set long = \"thread\" as well.")
        }
        owner = section.owner("\(origin) \(SHA256.hash(token.text.utf8).hexadecimal)")
    }
}
