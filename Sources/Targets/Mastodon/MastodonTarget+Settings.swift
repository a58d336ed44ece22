import Digests
import Posts

extension MastodonTarget {
    init(_ check: SettingsCheck) throws(TargetSettingsError) {
        origin = try check.url()
        token = try check.secret()
        guard token.text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else {
            throw check.error("credential", "The token contains blanks or non-ASCII characters. Copy it again.")
        }
        template = try check.template()
        visibility = try check.visibility()
        warning = check.settings.warning
        language = try check.language()
        isLongAsThread = try check.isLongAsThread()
        isNumbered = try check.isNumbered()
        threadVisibility = try check.threadVisibility()
        owner = check.owner("\(origin) \(SHA256.hash(token.text.utf8).hexadecimal)")
    }
}
