import FoundationEssentials

extension String {
    /// A relative address as RFC 3986, section 5, resolves it.
    /// - Parameter base: an absolute address. Without one, and for an address that cannot be read, the text stays as it is.
    func resolved(against base: String?) -> String {
        guard let base, !base.isEmpty, !isEmpty, !hasPrefix("#"), let around = URL(string: base), around.scheme != nil
        else {
            return self
        }
        return URL(string: self, relativeTo: around)?.absoluteString ?? self
    }
}
