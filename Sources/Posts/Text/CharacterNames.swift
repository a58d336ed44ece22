/// The names of HTML character references, without `&` and `;`: all of HTML 4, and those that HTML 5 added for ASCII
/// characters. The other 1,800 of HTML 5 hardly occur: of 2.5 million references in the HTML of a Debian system none, but
/// for tests of HTML.
/// - SeeAlso: https://html.spec.whatwg.org/multipage/named-characters.html
enum CharacterNames {
    static let characters: [String: String] = {
        var characters = Dictionary(
            uniqueKeysWithValues: zip(words(latin), (0xA0...0xFF).map { (code: UInt8) in String(Unicode.Scalar(code)) })
        )
        // A name and its character in turn.
        let pairs = words(ascii) + words(others)
        for index in stride(from: 0, to: pairs.count - 1, by: 2) { characters[pairs[index]] = pairs[index + 1] }
        return characters
    }()

    /// By scalars: a blank and a joiner are one character.
    private static func words(_ text: String) -> [String] {
        text.unicodeScalars.split(separator: " ").map { String($0) }
    }

    private static let ascii = """
        quot " amp & lt < gt > apos ' excl ! num # dollar $ percnt % lpar ( rpar ) ast * plus + comma , period . \
        sol / colon : semi ; equals = quest ? commat @ lsqb [ lbrack [ bsol \\ rsqb ] rbrack ] Hat ^ lowbar _ \
        grave ` lcub { lbrace { verbar | vert | rcub } rbrace } Tab \t NewLine \n
        """

    /// U+00A0 to U+00FF in order.
    private static let latin = """
        nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute \
        micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring \
        AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml \
        times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil \
        egrave eacute ecirc euml igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash \
        ugrave uacute ucirc uuml yacute thorn yuml
        """

    private static let others = """
        OElig Œ oelig œ Scaron Š scaron š Yuml Ÿ fnof ƒ circ ˆ tilde ˜ Alpha Α Beta Β Gamma Γ Delta Δ Epsilon Ε \
        Zeta Ζ Eta Η Theta Θ Iota Ι Kappa Κ Lambda Λ Mu Μ Nu Ν Xi Ξ Omicron Ο Pi Π Rho Ρ Sigma Σ Tau Τ Upsilon Υ \
        Phi Φ Chi Χ Psi Ψ Omega Ω alpha α beta β gamma γ delta δ epsilon ε zeta ζ eta η theta θ iota ι kappa κ \
        lambda λ mu μ nu ν xi ξ omicron ο pi π rho ρ sigmaf ς sigma σ tau τ upsilon υ phi φ chi χ psi ψ omega ω \
        thetasym ϑ upsih ϒ piv ϖ ensp \u{2002} emsp \u{2003} thinsp \u{2009} zwnj \u{200C} zwj \u{200D} \
        lrm \u{200E} rlm \u{200F} ndash – mdash — lsquo ‘ rsquo ’ sbquo ‚ ldquo “ rdquo ” bdquo „ dagger † \
        Dagger ‡ bull • hellip … permil ‰ prime ′ Prime ″ lsaquo ‹ rsaquo › oline ‾ frasl ⁄ euro € image ℑ \
        weierp ℘ real ℜ trade ™ alefsym ℵ larr ← uarr ↑ rarr → darr ↓ harr ↔ crarr ↵ lArr ⇐ uArr ⇑ rArr ⇒ dArr ⇓ \
        hArr ⇔ forall ∀ part ∂ exist ∃ empty ∅ nabla ∇ isin ∈ notin ∉ ni ∋ prod ∏ sum ∑ minus − lowast ∗ radic √ \
        prop ∝ infin ∞ ang ∠ and ∧ or ∨ cap ∩ cup ∪ int ∫ there4 ∴ sim ∼ cong ≅ asymp ≈ ne ≠ equiv ≡ le ≤ ge ≥ \
        sub ⊂ sup ⊃ nsub ⊄ sube ⊆ supe ⊇ oplus ⊕ otimes ⊗ perp ⊥ sdot ⋅ lceil ⌈ rceil ⌉ lfloor ⌊ rfloor ⌋ lang ⟨ \
        rang ⟩ loz ◊ spades ♠ clubs ♣ hearts ♥ diams ♦ star ☆ starf ★ check ✓ cross ✗
        """
}
