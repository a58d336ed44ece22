/// Divides a list, newest first, into a front page and numbered pages that rarely change.
///
/// Pages are counted from the oldest item: page 1 holds the oldest `size` items, page 2 the next, and each is full. So
/// a new post changes only the front page. Once in `size` posts a page is added, and the page before it gets a link to
/// it. The front page shows the items without a numbered page: `size` to 2 · `size` − 1, or all if there are fewer.
struct Paging: Equatable, Sendable {
    let front: Range<Int>
    /// `numbered[k]` is page k + 1.
    let numbered: [Range<Int>]

    /// - Parameter size: items per page; at least 1.
    init(count: Int, size: Int) {
        let pages = max(0, count / size - 1)
        front = 0..<(count - pages * size)
        numbered = (0..<pages).map { page in
            let end = count - page * size
            return end - size..<end
        }
    }
}
