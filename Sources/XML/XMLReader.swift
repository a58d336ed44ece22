import CExpat

/// Receives the parts of an XML document in order. Names are as written, with their prefixes.
///
/// At `begin`, the reader's text is that of the parent since its last child; at `end`, that of the element since its last
/// child.
package protocol XMLListener: AnyObject {
    func begin(_ name: String, _ attributes: [String: String], line: Int)
    func end(_ name: String)
    /// A processing instruction other than the XML declaration.
    func instruction(_ name: String, line: Int)
}

extension XMLListener {
    package func instruction(_ name: String, line: Int) {}
}

/// Why a document cannot be read, or not beyond a line.
package struct XMLFailure: Error, Equatable {
    /// From 1.
    package let line: Int
    package let words: String
}

/// Parses XML incrementally with expat, within limits: no entities but the five of XML itself, no deep nesting, and a limit
/// on the text of each element.
///
/// It owns the parser and frees it. Expat calls back on the thread that passes the bytes, with this object as its only
/// argument, and the object outlives the call.
package final class XMLReader {
    private let parser: XML_Parser
    private unowned let listener: any XMLListener
    private var depth = 0
    /// The lines of the document before those that this reader gets.
    private let linesBefore: Int
    private var failure: XMLFailure?
    /// The text of the innermost element since its last child.
    package private(set) var text: [UInt8] = []
    /// Whether text beyond the limit was dropped.
    package private(set) var isCut = false

    package static let depthMax = 100
    package static let textBytesMax = 8_000_000

    /// The documents of a format.
    package enum Documents {
        /// Names are as written, with their prefixes. A document type is refused.
        case plain
        /// Names begin with their namespace and `|`. A document type may only name its first element: the entities of one
        /// in another file are unknown here, and a browser may know them.
        case withNamespaces
    }

    /// - Parameter linesBefore: the lines of the document before those that this reader gets.
    package init(
        _ listener: any XMLListener, _ documents: Documents = .plain, linesBefore: Int = 0
    ) throws(XMLFailure) {
        let separator = XML_Char(bitPattern: UInt8(ascii: "|"))
        let created = documents == .plain ? XML_ParserCreate(nil) : XML_ParserCreateNS(nil, separator)
        guard let parser = created else { throw XMLFailure(line: 1, words: "There is no memory left.") }
        self.parser = parser
        self.listener = listener
        self.linesBefore = linesBefore
        XML_SetUserData(parser, Unmanaged.passUnretained(self).toOpaque())
        XML_SetElementHandler(
            parser,
            { data, name, attributes in XMLReader.from(data).begin(name, attributes) },
            { data, name in XMLReader.from(data).end(name) })
        XML_SetCharacterDataHandler(parser) { data, bytes, count in XMLReader.from(data).add(bytes, count) }
        XML_SetProcessingInstructionHandler(parser) { data, name, _ in
            guard let name else { return }
            let reader = XMLReader.from(data)
            reader.listener.instruction(String(cString: name), line: reader.line)
        }
        switch documents {
        case .plain:
            XML_SetStartDoctypeDeclHandler(parser) { data, _, _, _, _ in
                XMLReader.from(data).stop("It declares a document type, which no export of a blog does.")
            }
        case .withNamespaces:
            XML_SetStartDoctypeDeclHandler(parser) { data, _, file, name, hasDeclarations in
                if hasDeclarations != 0 { XMLReader.from(data).stop("It declares entities.") }
                if file != nil || name != nil { XMLReader.from(data).stop("Its document type is another file.") }
            }
        }
        // Without such a document type expat itself refuses an entity that it does not know.
        XML_SetSkippedEntityHandler(parser) { data, _, _ in XMLReader.from(data).stop("It uses an unknown entity.") }
    }

    deinit { XML_ParserFree(parser) }

    /// - Parameter isLast: whether the document ends with these bytes.
    package func read(_ bytes: [UInt8], isLast: Bool) throws(XMLFailure) {
        let status = bytes.withUnsafeBufferPointer { buffer in
            buffer.withMemoryRebound(to: CChar.self) {
                XML_Parse(parser, $0.baseAddress, Int32($0.count), isLast ? 1 : 0)
            }
        }
        if let failure { throw failure }
        guard status == XML_STATUS_OK else {
            let words = XML_ErrorString(XML_GetErrorCode(parser)).map { String(cString: $0) } ?? "unknown"
            throw XMLFailure(line: line, words: "It is not XML: \(words).")
        }
    }

    private var line: Int { linesBefore + Int(XML_GetCurrentLineNumber(parser)) }

    /// How many bytes stand before what is being read, or before what could not be.
    package var position: Int { Int(XML_GetCurrentByteIndex(parser)) }

    /// Where the tag that is being reported stands among all bytes so far. The end of an element without content is empty,
    /// behind its tag.
    package var place: Range<Int> {
        let start = max(0, XML_GetCurrentByteIndex(parser))
        return start..<(start + Int(XML_GetCurrentByteCount(parser)))
    }

    private static func from(_ data: UnsafeMutableRawPointer?) -> XMLReader {
        guard let data else { preconditionFailure("expat lost its user data") }
        return Unmanaged<XMLReader>.fromOpaque(data).takeUnretainedValue()
    }

    private func begin(_ name: UnsafePointer<CChar>?, _ raw: UnsafeMutablePointer<UnsafePointer<CChar>?>?) {
        depth += 1
        guard depth <= XMLReader.depthMax else { return stop("It is nested more than \(XMLReader.depthMax) deep.") }
        var attributes: [String: String] = [:]
        var index = 0
        while let raw, let name = raw[index], let value = raw[index + 1] {
            attributes[String(cString: name)] = String(cString: value)
            index += 2
        }
        if let name { listener.begin(String(cString: name), attributes, line: line) }
        text = []
        isCut = false
    }

    private func end(_ name: UnsafePointer<CChar>?) {
        depth -= 1
        if let name { listener.end(String(cString: name)) }
        text = []
    }

    private func add(_ bytes: UnsafePointer<CChar>?, _ count: Int32) {
        guard let bytes, count > 0 else { return }
        guard text.count + Int(count) <= XMLReader.textBytesMax else {
            isCut = true
            return
        }
        bytes.withMemoryRebound(to: UInt8.self, capacity: Int(count)) {
            text += UnsafeBufferPointer(start: $0, count: Int(count))
        }
    }

    private func stop(_ words: String) {
        if failure == nil { failure = XMLFailure(line: line, words: words) }
        XML_StopParser(parser, 0)
    }
}
