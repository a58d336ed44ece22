import Mustache

/// Named values for a template.
///
/// The library decides by casts what a value is, and searches a value that it does not know by reflection, once for each
/// name. Dictionaries and bare strings are the slow cases of both; these types answer at once.
struct TemplateTable: MustacheParent, ExpressibleByDictionaryLiteral {
    private var values: [String: Any] = [:]

    init(dictionaryLiteral elements: (String, Any)...) {
        for (name, value) in elements { self[name] = value }
    }

    /// nil for a name without a value.
    subscript(name: String) -> Any? {
        get { values[name] }
        set {
            if let text = newValue as? String {
                values[name] = TemplateText(text)
            } else if let texts = newValue as? [String] {
                values[name] = texts.map(TemplateText.init)
            } else {
                values[name] = newValue
            }
        }
    }

    func child(named name: String) -> Any? { values[name] }
}

/// A text for a template. It has no names in it, and the library's own transforms of texts.
private struct TemplateText: MustacheParent, MustacheCustomRenderable, MustacheTransformable {
    let renderText: String
    let isNull = false

    init(_ text: String) { renderText = text }

    func child(named: String) -> Any? { nil }

    func transform(_ name: String) -> Any? { renderText.transform(name) }
}
