import assert from "node:assert/strict"
import { test } from "node:test"
import { otherSizes, pieces, piecesInWords } from "../../Sources/Composer/Page/model/panels.js"

const frame = { x: 0, y: 0, width: 100, height: 100 }
const wide = {
  class: "wide", body: frame, panels: [
    { id: "date", title: "Date", place: "floating", frame, z: 4 },
    { id: "title", title: "Title", place: "pinned", side: "top", frame, z: 1, stack: { panels: ["title", "tags"] } },
    { id: "tags", title: "Tags", place: "stacked", isWanted: true, frame: null },
    { id: "preview", title: "Preview", place: "meta", frame: null, reason: "There is no room for it." },
    { id: "queue", title: "Queue", place: "closed", frame: null },
  ],
}

test("there is a size of every class", () => {
  for (const [least, most] of [[0, 640], [640, 1024], [1024, Infinity]]) {
    assert.ok(otherSizes.some(({ width }) => width >= least && width < most))
  }
})

test("a drawing has the text at the back, then the visible panels; tabs are named together", () => {
  assert.deepEqual(pieces(wide).map(piece => piece.title), ["Text", "Title · Tags", "Date"])
})

test("in words: visible panels first, panels without room with the reason, no closed ones", () => {
  assert.deepEqual(piecesInWords(wide),
    ["Date: Floating", "Title: Pinned top", "Tags: A tab", "Preview: No room. There is no room for it."])
  assert.deepEqual(piecesInWords({ ...wide, class: "compact" }), ["One panel at a time, below the text."])
})
