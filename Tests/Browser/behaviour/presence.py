"""Who else has the post open: other windows, other users, `galley post edit` and programs that save."""

from playwright.sync_api import expect
from scenario import same, scenario


def line(window):
    return window.page.locator("post-editor .presence")


@scenario("two windows on one post say so, mark each other's caret, and say no more when one leaves")
def together(sitting):
    post = sitting.write("One line\nand another word here", title="Shared")
    first = sitting.window(post)
    first.caret(20)
    expect(line(first)).to_be_hidden()
    second = sitting.window(post, size=(900, 700))
    expect(line(second)).to_contain_text("You have this post open too: Chrom")
    expect(line(second)).to_contain_text("line 2", timeout=12_000)
    marked = second.page.evaluate(
        "() => [...CSS.highlights.get('text-elsewhere')].map(range => range.startContainer.data.slice("
        "range.startOffset, range.endOffset))")
    same(marked, ["another"], "The marked word")
    expect(line(first)).to_be_visible(timeout=12_000)
    second.page.close()
    expect(line(first)).to_be_hidden(timeout=12_000)


@scenario("a post that galley edits, or a program saves, is said to be open there too")
def programs(sitting):
    post = sitting.write("Words", title="Shared")
    sitting.rewrite(post, body="Other words")
    window = sitting.window(post)
    expect(line(window)).to_contain_text("have this post open too")
    window.shows("Other words")


@scenario("another post ends it, and a daemon that is away is no reason for a message of its own")
def ends(sitting):
    shared, other = sitting.write("Words", title="Shared"), sitting.write("Else", title="Other")
    first, second = sitting.window(shared), sitting.window(shared)
    expect(line(second)).to_be_visible()
    first.go(f"/?post={other['id']}")
    first.shows("Else")
    expect(line(second)).to_be_hidden(timeout=12_000)
    expect(line(first)).to_be_hidden()
