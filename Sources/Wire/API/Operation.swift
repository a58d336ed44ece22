/// One operation of the HTTP API, said once: the server answers it, the command line calls it, and the OpenAPI document,
/// the checks of requests and the test of rights read its `route`.
///
/// `Parameters` are those after the `?`. `Body` is what a request carries, and `Answer` what comes back as JSON:
/// `Nothing` where there is none, `Bytes` for other bytes.
package struct Operation<Parameters: Query, Body: Sendable, Answer: Sendable>: Sendable {
    package let route: Route

    fileprivate init(_ route: Route) { self.route = route }

    private func changed<P, B, A>(_ change: (inout Route) -> Void) -> Operation<P, B, A> {
        var route = route
        change(&route)
        return Operation<P, B, A>(route)
    }
}

extension Operation where Parameters == Nothing, Body == Nothing, Answer == Nothing {
    init(_ method: Route.Method, _ path: String, _ access: Access, _ summary: String) {
        self.init(Route(method: method, path: path, access: access, summary: summary))
    }
}

// MARK: - Answers

extension Operation {
    private func responds<NewAnswer>(
        _ status: Int, _ words: String, _ mediaType: String, _ type: (any (Decodable & Sendable).Type)? = nil
    ) -> Operation<Parameters, Body, NewAnswer> {
        changed {
            $0.responses.append(Route.Response(status: status, words: words, mediaType: mediaType, type: type))
        }
    }

    /// Returns a value as JSON.
    func returns<Value: Decodable & Sendable>(
        _ type: Value.Type, status: Int = 200
    ) -> Operation<Parameters, Body, Value> {
        responds(status, status == 201 ? "Created." : "Done.", "application/json", type)
    }

    /// Returns one page of a list. Every list is paged; a short one has a single page.
    func returnsPage<Item: Codable & Sendable>(
        _ type: Item.Type
    ) -> Operation<Parameters, Body, PageBody<Item>> {
        returns(PageBody<Item>.self).changed { $0.isPaged = true }
    }

    /// Returns a new resource with status 201. A request with a known idempotency key returns the resource made before.
    /// - Parameter again: what differs in a repetition; one sentence.
    func creates<Value: Decodable & Sendable>(
        _ type: Value.Type, again: String? = nil
    ) -> Operation<Parameters, Body, Value> {
        returns(type, status: 201).takesKey(again)
    }

    /// May return bytes other than JSON instead.
    func orReturns(_ mediaType: String, _ words: String) -> Operation { responds(200, words, mediaType) }

    /// Returns bytes other than JSON.
    func returns(_ mediaType: String, _ words: String) -> Operation<Parameters, Body, Bytes> {
        responds(200, words, mediaType)
    }

    /// May return 202.
    var mayTakeLonger: Operation { responds(202, "Still running: ask again later.", "") }

    /// Returns 204.
    var returnsNothing: Operation<Parameters, Body, Nothing> { responds(204, "Done.", "") }
}

// MARK: - Requests

extension Operation {
    /// - Parameter orMarkdown: whether the route takes Markdown too.
    func takes<Value: Decodable & Sendable>(
        _ type: Value.Type, orNothing: Bool = false, orMarkdown: Bool = false
    ) -> Operation<Parameters, Value, Answer> {
        changed {
            $0.requestBody = Route.RequestBody(
                mediaTypes: ["application/json"] + (orMarkdown ? ["text/markdown"] : []), isRequired: !orNothing,
                type: type)
        }
    }

    /// Takes bytes other than JSON.
    var takesFile: Operation<Parameters, Bytes, Answer> {
        changed {
            $0.requestBody = Route.RequestBody(
                mediaTypes: ["application/octet-stream"], isRequired: true, type: nil)
        }
    }

    func query<Value: Query>(_ type: Value.Type) -> Operation<Value, Body, Answer> { changed { $0.query = type } }

    /// Takes an idempotency key. Every POST takes one or states why it `needsNoKey`.
    /// - Parameter again: what a repetition does instead of making the resource; one sentence.
    func takesKey(_ again: String? = nil) -> Operation {
        let words = "Chosen by the caller. Within a day, the same request with the same key has no further effect."
        return header(.idempotencyKey, [words, again].compactMap(\.self).joined(separator: " "))
    }

    /// A POST that takes no idempotency key.
    /// - Parameter reason: what a repetition does; the end of a sentence.
    func needsNoKey(_ reason: String) -> Operation { changed { $0.repetition = reason } }

    func header(_ name: Route.Header.Name, _ words: String, isRequired: Bool = false) -> Operation {
        changed { $0.headers.append(Route.Header(name: name, words: words, isRequired: isRequired)) }
    }

    /// Takes the revision that the caller read.
    var ifMatch: Operation { ifMatch(isRequired: false) }

    /// - Parameter isRequired: whether a write without the header is refused (428).
    func ifMatch(isRequired: Bool) -> Operation {
        header(
            .ifMatch, "The revision that the caller read, in quotes, or * for any revision.", isRequired: isRequired)
    }
}

/// The operations of the API, by what they are about.
package enum API {}
