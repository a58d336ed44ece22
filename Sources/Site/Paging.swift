/// Divides a list, newest first, into a front page and numbered pages that hardly ever change.
///
/// The pages are counted from the oldest item: page 1 holds the oldest `size`, page 2 the next, and each is full. So a
/// new post changes the front page alone, and once in `size` posts a page is added and the one before it links to it.
/// The front page shows what no numbered page holds: `size` to 2 · `size` − 1 items, or all if there are fewer.
struct Paging: Equatable, Sendable {
    let front: Range<Int>
    /// `numbered[k]` is page k + 1.
    let numbered: [Range<Int>]

    /// - Parameter size: items to a page; at least 1.
    init(count: Int, size: Int) {
        let pages = max(0, count / size - 1)
        front = 0..<(count - pages * size)
        numbered = (0..<pages).map { page in
            let end = count - page * size
            return end - size..<end
        }
    }
}
