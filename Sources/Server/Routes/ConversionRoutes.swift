import Hummingbird
import Moving
import Wire

/// `/v1/conversions`: Markdown from the rich text that an author pastes, by the converter of the import.
struct ConversionRoutes {
    func add(to book: inout RouteTable) {
        book.answer(API.convertText, convert)
    }

    @Sendable private func convert(_ call: Call<Nothing, ConversionRequestBody>) async throws -> Reply<ConversionBody> {
        let html = try await call.body().html
        guard html.utf8.count <= RichText.bytesMax else {
            throw Problem.badField(
                "html",
                "The text has \(html.utf8.count) bytes, and at most \(RichText.bytesMax) are converted. Paste a part.")
        }
        let markdown = try await call.parsed(Array(html.utf8)) {
            RichText.markdown(String(decoding: $0, as: UTF8.self))
        }
        return try .json(ConversionBody(markdown: markdown))
    }
}
