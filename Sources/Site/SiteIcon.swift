/// The icon for browsers: the first letter of the site's name on a coloured square, until the theme has one.
struct SiteIcon {
    let name: String

    var svg: String {
        let letter = name.first { $0.isLetter || $0.isNumber }.map { $0.uppercased() } ?? "•"
        return """
            <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64">
            <rect width="64" height="64" rx="14" fill="#0a5f73"/>
            <text x="32" y="33" fill="#fff" font-family="Georgia, serif" font-size="42" font-weight="600" \
            text-anchor="middle" dominant-baseline="central">\(letter.xmlEscaped)</text>
            </svg>

            """
    }
}
