import TestSupport
import Testing

@testable import Pictures

@Suite("A picture's facts from its file")
struct PictureTests {
    private func text(_ words: String) -> [UInt8] { Array(words.utf8) }

    @Test("kind and size come from the bytes")
    func kinds() throws {
        let webp = Sample.webp([("VP8L", [0x2F] + Sample.little(299 | 199 << 14, 4))])
        let lossy = Sample.webp([("VP8 ", [0, 0, 0, 0x9D, 1, 0x2A] + Sample.little(90, 2) + Sample.little(60, 2))])
        for (bytes, kind, width, height) in [
            (Sample.jpeg(), PictureKind.jpeg, 640, 480), (Sample.png(), .png, 30, 20), (Sample.gif(), .gif, 12, 7),
            (webp, .webp, 300, 200), (lossy, .webp, 90, 60),
        ] {
            let picture = try Sample.picture(bytes)
            #expect(picture.kind == kind && picture.width == width && picture.height == height)
            #expect(try Sample.clean(bytes).count == picture.size)
            #expect(!picture.isAnimated)
        }
    }

    @Test("a file without metadata stays the same byte for byte")
    func untouched() throws {
        let webp = Sample.webp([("VP8L", [0x2F] + Sample.little(299 | 199 << 14, 4))])
        for bytes in [Sample.jpeg(), Sample.png(), Sample.gif(), webp] { #expect(try Sample.clean(bytes) == bytes) }
    }

    @Test("location, camera, comments and data after the end of a JPEG are removed, and its colours stay")
    func cleanJPEG() throws {
        let profile = Sample.segment(0xE2, text("ICC_PROFILE\0") + [1, 1, 9, 9])
        let metadata =
            Sample.segment(0xE1, Sample.exif(orientation: 1)) + Sample.segment(0xE1, text("http://ns.adobe.com/xap/"))
            + Sample.segment(0xED, text("Photoshop")) + Sample.segment(0xFE, text("a comment")) + profile
        let clean = try Sample.clean(
            Sample.jpeg(metadata: metadata, tail: [0xFF, 0xD9] + text("ftypmp42 film with GPS")))
        #expect(clean == Sample.jpeg(metadata: profile))
        #expect(!clean.has("GPS") && !clean.has("Cam") && !clean.has("comment") && clean.has("ICC_PROFILE"))
    }

    @Test("the orientation stays, and no other camera metadata", arguments: [true, false])
    func orientation(isBig: Bool) throws {
        let bytes = Sample.jpeg(metadata: Sample.segment(0xE1, Sample.exif(orientation: 6, isBig: isBig)))
        let picture = try Sample.picture(bytes)
        #expect(picture.orientation == 6)
        #expect(picture.width == 480 && picture.height == 640)
        let clean = try Sample.clean(bytes)
        #expect(!clean.has(Sample.secret) && !clean.has("Cam"))
        #expect(try Sample.picture(clean).orientation == 6)
        #expect(try Sample.clean(clean) == clean)
    }

    @Test("a progressive JPEG keeps every scan, with the tables between them")
    func progressive() throws {
        let table = Sample.segment(0xC4, [0xFF, 0xD9, 1])
        let again = table + Sample.segment(0xDA, [1, 1, 0, 0, 63, 0]) + [7, 0xFF, 0, 8]
        let bytes = Sample.jpeg(scan: [1, 2] + again)
        #expect(try Sample.clean(bytes) == bytes)
    }

    @Test(
        "the bytes of a scan are read once, whatever they contain", arguments: [[0xFF, 0], [0xFF, 0xD0], [0xFF], [1]])
    func readsOnce(unit: [UInt8]) throws {
        let file = Sample.jpeg(scan: (0..<500_000 / unit.count).flatMap { _ in unit } + [0])
        var count = 0
        let picture = try Picture(size: file.count) { offset, length in
            let bytes = Array(file[offset...].prefix(length))
            count += bytes.count
            return bytes
        }
        #expect(picture.width == 640)
        #expect(count < file.count + 300_000)
    }

    @Test("a file that metadata divides into too many parts is refused")
    func refusesManyParts() {
        let comment: [UInt8] = [0x21, 0xFE, 0]
        let control: [UInt8] = [0x21, 0xF9, 0]
        for (count, isTaken) in [(5000, true), (20_000, false)] {
            let file = Sample.gif(extra: (0..<count).flatMap { _ in comment + control })
            let picture = try? Sample.picture(file)
            #expect((picture != nil) == isTaken)
        }
    }

    @Test(
        "the bound of a picture is its area, besides that of a side",
        arguments: [
            (20_000, 20_000, false), (14_142, 14_142, true), (14_143, 14_143, false), (16_320, 12_240, true),
            (1, 65_535, true), (65_535, 3051, true), (65_535, 65_535, false), (1, 65_536, false),
            (100_000_000, 1, false),
            (4_294_967_295, 4_294_967_295, false),
        ])
    func bounds(width: Int, height: Int, isTaken: Bool) throws {
        if isTaken {
            let picture = try Sample.picture(Sample.png(width: width, height: height))
            #expect(picture.width == width && picture.height == height)
        } else {
            let error = PictureError.tooLarge(width: width, height: height)
            #expect(throws: error) { try Sample.picture(Sample.png(width: width, height: height)) }
            #expect("\(error)".contains("\(width) × \(height)") && "\(error)".contains("200 million"))
        }
    }

    @Test("a frame of an animation may not be larger than a picture")
    func boundsFrames() {
        var bytes = Sample.gif(frames: 2)
        let frame = bytes.count - 1 - 15
        bytes.replaceSubrange((frame + 5)..<(frame + 9), with: [0xFF, 0xFF, 0xFF, 0xFF])
        #expect(throws: PictureError.tooLarge(width: 65_535, height: 65_535)) { try Sample.picture(bytes) }
    }

    @Test("a JPEG that ends before the marker of its end is refused, wherever it was cut")
    func truncated() throws {
        let again =
            Sample.segment(0xC4, [0xFF, 0xD9, 1]) + Sample.segment(0xDA, [1, 1, 0, 0, 63, 0]) + [7, 0xFF, 0, 8]
        let thumbnail = Sample.segment(0xE1, text("Exif\0\0") + Sample.jpeg())
        for whole in [Sample.jpeg(), Sample.jpeg(metadata: thumbnail, scan: [1, 2] + again)] {
            for count in 4..<whole.count {
                let error = #expect(throws: PictureError.self) { try Sample.picture(Array(whole.prefix(count))) }
                #expect(error == .damaged(.jpeg, "it ends before its picture does"), "\(count) of \(whole.count)")
            }
        }
    }

    @Test("a JPEG may have anything after its end")
    func tail() throws {
        for tail in [[0], [0xFF], [0xFF, 0xD9], [0xFF, 0xD8, 0xFF, 0xE1, 9, 9]] as [[UInt8]] {
            #expect(try Sample.clean(Sample.jpeg() + tail) == Sample.jpeg())
        }
    }

    @Test("text in a PNG is removed, and animation is detected")
    func cleanPNG() throws {
        let colour = Sample.chunk("gAMA", [0, 0, 1, 2])
        let extra = colour + Sample.chunk("tEXt", text("Comment\0\(Sample.secret)")) + Sample.chunk("eXIf", [1, 2])
        #expect(try Sample.clean(Sample.png(extra: extra) + text("tail")) == Sample.png(extra: colour))
        #expect(try Sample.picture(Sample.png(extra: Sample.chunk("acTL", [0, 0, 0, 2, 0, 0, 0, 0]))).isAnimated)
    }

    @Test("comments in a GIF are removed, and its loop count stays")
    func cleanGIF() throws {
        let loop: [UInt8] = [0x21, 0xFF, 11] + text("NETSCAPE2.0") + [3, 1, 0, 0, 0]
        let words: [UInt8] = [0x21, 0xFE, 3] + text("GPS") + [0]
        let xmp: [UInt8] = [0x21, 0xFF, 11] + text("XMP DataXMP") + [2, 1, 1, 0]
        let clean = try Sample.clean(Sample.gif(extra: words + loop + xmp, frames: 2))
        #expect(clean == Sample.gif(extra: loop, frames: 2))
        #expect(try Sample.picture(clean).isAnimated)
    }

    @Test("Exif and XMP in a WebP are removed, and its header says so")
    func cleanWebP() throws {
        let data: (String, [UInt8]) = ("VP8L", [0x2F, 1, 2, 3, 4])
        let size = Sample.little(1919, 3) + Sample.little(1079, 3)
        let bytes = Sample.webp([
            ("VP8X", [0x1C, 0, 0, 0] + size), data, ("EXIF", text("GPS")), ("XMP ", text("GPS!")),
        ])
        #expect(try Sample.clean(bytes) == Sample.webp([("VP8X", [0x10, 0, 0, 0] + size), data]))
        #expect(try Sample.picture(bytes).width == 1920)
    }

    @Test(
        "a WebP whose header is too short is refused",
        arguments: [("VP8X", 0), ("VP8X", 1), ("VP8X", 9), ("VP8 ", 9), ("VP8L", 4)])
    func shortHeader(name: String, length: Int) {
        let whole: (String, [UInt8]) = ("VP8L", [0x2F, 1, 2, 3, 4])
        let file = Sample.webp([whole, (name, [UInt8](repeating: 0, count: length)), whole])
        #expect(throws: PictureError.damaged(.webp, "its header is too short")) { try Sample.picture(file) }
    }

    @Test("a file that is not a picture is refused with its kind")
    func refusals() throws {
        let ftyp = { (brand: String) in [0, 0, 0, 24] + Array("ftyp\(brand)".utf8) + [UInt8](repeating: 0, count: 12) }
        let cases: [([UInt8], PictureError)] = [
            ([], .empty), (text("hello"), .noPicture), (text("%PDF-1.7"), .noPicture),
            (text("<html><svg"), .unsafeDrawing(line: 1, "It is not XML: unclosed token.")),
            (ftyp("avif"), .otherKind("an AVIF picture")),
            (ftyp("heic"), .otherKind("a HEIC picture")), (ftyp("mp42"), .noPicture),
        ]
        for (bytes, error) in cases {
            #expect(throws: error) { try Sample.picture(bytes) }
            #expect(error.description.hasSuffix("."))
        }
    }

    @Test("a picture whose header claims a million million pixels is refused, whatever its file contains")
    func refusesHugeSides() throws {
        // The width follows the signature, the length and the name of the header.
        for (offset, side) in [(16, 1 << 31), (20, 65_536), (16, Int(UInt32.max))] {
            var file = Sample.png()
            for place in 0..<4 { file[offset + place] = UInt8(side >> (24 - 8 * place) & 0xFF) }
            let error = #expect(throws: PictureError.self) { try Sample.picture(file) }
            #expect(error?.description.contains("\(side)") == true)
        }
    }

    @Test("no truncated file, and no file with a changed byte, crashes the reader")
    func damage() throws {
        let files = [
            Sample.jpeg(metadata: Sample.segment(0xE1, Sample.exif(orientation: 6))),
            Sample.png(extra: Sample.chunk("tEXt", text("a\0b"))),
            Sample.gif(extra: [0x21, 0xFE, 1, 65, 0]), Sample.webp([("VP8L", [0x2F, 1, 2, 3, 4]), ("EXIF", [1])]),
            Sample.webp([
                ("VP8X", [8, 0, 0, 0] + Sample.little(1919, 3) + Sample.little(1079, 3)), ("VP8L", [0x2F, 1, 2, 3, 4]),
            ]),
        ]
        for file in files {
            for count in 0..<file.count { _ = try? Sample.clean(Array(file.prefix(count))) }
            for index in file.indices {
                for value in [0, 1, 0x7F, 0x80, 0xFF] as [UInt8] {
                    var changed = file
                    changed[index] = value
                    guard let clean = try? Sample.clean(changed) else { continue }
                    // A file that was read once can be read again.
                    #expect(throws: Never.self) { try Sample.picture(clean) }
                }
            }
        }
    }
}

@Suite("Ids of pictures")
struct MediaIDTests {
    @Test("every id that a text refers to is found, once")
    func all() {
        let text =
            "![a](media:0123456789abcdef) and media:0123456789abcdef, [b](media:fedcba9876543210 \"t\") media:12 x:"
        #expect(MediaID.all(in: text.utf8.span).map(\.text) == ["0123456789abcdef", "fedcba9876543210"])
    }

    @Test("many ids in a text take linear time")
    func many() {
        let text = (0..<80_000).map { "media:" + String(1 << 60 + $0, radix: 16) }.joined(separator: " ")
        var found: [MediaID] = []
        let work = hashings(of: Array(text.utf8), within: 2_000) { found = MediaID.all(in: text.utf8.span) }
        #expect(found.count == 80_000)
        #expect(work <= 2_000)
    }

    @Test(
        "an id is found without surroundings, and a truncated one is not",
        arguments: [
            ("media:0123456789abcdef", 1), ("media:media:0123456789abcdef", 1), ("media:0123456789abcde", 0),
            ("media", 0), ("", 0), ("mmedia:0123456789abcdeé", 0),
        ])
    func edges(text: String, count: Int) {
        #expect(MediaID.all(in: text.utf8.span).count == count)
    }

    @Test("only 16 lower-case hexadecimal digits are an id")
    func ids() {
        #expect(MediaID("0123456789abcdef")?.address == "media:0123456789abcdef")
        #expect(MediaID("0123456789ABCDEF") == nil && MediaID("0123") == nil && MediaID("0123456789abcdeg") == nil)
        #expect(MediaID(address: "media:0123456789abcdef") != nil && MediaID(address: "0123456789abcdef") == nil)
    }
}
