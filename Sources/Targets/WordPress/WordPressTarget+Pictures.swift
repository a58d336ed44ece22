import HTTPValues
import JSONTree
import Pictures
import Posts

// Galley uploads pictures to the site's media library before the post that shows them. Each has a slug derived from its
// content. Galley reuses an existing picture, so no attempt leaves a second copy.
// https://developer.wordpress.org/rest-api/reference/media/

extension WordPressTarget {
    /// - Returns: the picture's address on the site.
    func address(of picture: ParcelPicture, _ dialogue: inout Dialogue) throws(Interruption) -> String {
        let slug = String(picture.fileName.prefix { $0 != "." })
        var look = Question(
            get("media", [("slug", slug), ("context", "edit"), ("_fields", "id,slug,source_url,alt_text")]))
        look.subject = picture.fileName
        if let found = try list(of: "pictures", look, &dialogue).lazy.compactMap(FoundPicture.init).first {
            guard found.isSilent, !picture.alt.isEmpty else { return found.address }
            return try describe(found, as: picture, &dialogue)
        }
        let answer = try dialogue.ask(upload(of: picture))
        if let problem = uploadProblem(answer, picture) { throw .ended(problem) }
        guard let made = answer.answer?.json.flatMap(FoundPicture.init) else {
            throw .ended(service.unexpected(answer, wanted: "the picture"))
        }
        return try describe(made, as: picture, &dialogue)
    }

    private func describe(
        _ found: FoundPicture, as picture: ParcelPicture, _ dialogue: inout Dialogue
    ) throws(Interruption) -> String {
        var words: [String: JSON] = [:]
        if !picture.alt.isEmpty { words["alt_text"] = .text(WordPressTarget.sparingAltText(picture.alt)) }
        if !picture.name.isEmpty { words["title"] = .text(picture.name.htmlTextEscaped) }
        guard !words.isEmpty else { return found.address }
        var change = Question(.json(.object(words), to: address("media/\(found.id)"), headers: [authorization]))
        change.subject = picture.fileName
        let answer = try dialogue.ask(change)
        if let problem = problem(answer) { throw .ended(problem) }
        return found.address
    }

    private func upload(of picture: ParcelPicture) -> Question {
        var upload = Question(
            HTTPRequest(
                "POST", address("media"),
                headers: [
                    HTTPHeader("Content-Type", picture.facts.kind.mediaType), .acceptsJSON, authorization,
                    HTTPHeader("Content-Disposition", "attachment; filename=\"\(picture.fileName)\""),
                ], isMutation: true, carriesCredentials: true))
        upload.attachment = HTTPAttachment(digest: picture.digest)
        upload.subject = picture.fileName
        return upload
    }

    private func uploadProblem(_ exchange: Exchange, _ picture: ParcelPicture) -> Outcome? {
        guard let problem = problem(exchange) else { return nil }
        if exchange.status == 403 { return .denied("\(picture.refusal) \(problem.words)") }
        // WordPress answers 500 if a file is too large, and if it takes no files of that type.
        let code = exchange.answer?.json?["code"]?.text ?? ""
        guard code.hasPrefix("rest_upload_") || exchange.status == 413 else { return problem }
        let isLarge =
            ["rest_upload_no_data", "rest_upload_file_too_big"].contains(code)
            || problem.words.contains("upload_max_filesize") || exchange.status == 413
        let advice = isLarge ? " Make it smaller, or raise upload_max_filesize there." : ""
        return .refused("\(picture.refusal) \(problem.words)\(advice)")
    }

    /// WordPress removes tags and percent signs followed by two digits from an alternative text and stores the rest
    /// unchanged. When it shows the text, a character reference stays a reference. So Galley encodes only characters
    /// that would be lost or read as a reference.
    static func sparingAltText(_ text: String) -> String {
        var result = ""
        let scalars = Array(text.unicodeScalars)
        for (index, scalar) in scalars.enumerated() {
            let next = scalars.dropFirst(index + 1)
            switch scalar {
            case "<" where next.first.map { !$0.properties.isWhitespace } ?? false: result += "&lt;"
            case "%" where next.prefix(2).count == 2 && next.prefix(2).allSatisfy(\.properties.isASCIIHexDigit):
                result += "&#37;"
            case "&" where next.prefix(12).beginsReference: result += "&amp;"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }
}

/// A picture in WordPress's media library.
private struct FoundPicture {
    let id: Int
    let address: String
    /// Whether it has no description.
    let isSilent: Bool

    init?(_ json: JSON) {
        guard let id = json["id"]?.integer, id > 0, let address = json["source_url"]?.text,
            address.isWebAddress, !address.contains(where: { "\"<>".contains($0) })
        else { return nil }
        self.id = id
        self.address = address
        isSilent = json["alt_text"]?.text?.isEmpty ?? true
    }
}

extension ArraySlice<Unicode.Scalar> {
    /// Whether an ampersand before this text would begin a character reference: a name or number and a semicolon.
    fileprivate var beginsReference: Bool {
        guard let end = firstIndex(of: ";"), end > startIndex else { return false }
        return self[..<end].allSatisfy {
            $0 == "#" || ($0.isASCII && $0.properties.isAlphabetic) || ("0"..."9").contains($0)
        }
    }
}
