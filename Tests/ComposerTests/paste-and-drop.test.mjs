import assert from "node:assert/strict"
import test from "node:test"
import { leftOutWords, picturesAmong } from "../../Sources/Composer/Page/view/text/paste-and-drop.js"

const file = (name, type = "") => ({ name, type })
const boats = file("boats.png", "image/png")

test("pictures are taken, and nothing is said of them", () => {
  assert.deepEqual(picturesAmong([boats, file("a.txt", "text/plain"), file("b.heic", "image/heic")]).length, 2)
  assert.equal(leftOutWords([boats]), "")
  assert.equal(leftOutWords([]), "")
})

test("what is left out is named, with what would work", () => {
  for (const [left, works] of [[file("a.txt", "text/plain"), /^Only pictures .* Open “a\.txt”, .* paste them here/],
    [file("a.md"), /Open “a\.md”/], [file("Letter.DOCX", "application/x"), /copy its words/],
    [file("film.mp4", "video/mp4"), /^Only pictures \(JPEG.*Put “film\.mp4” online, and paste its address/], [file("noname"), /Put “noname”/]]) {
    assert.match(leftOutWords([left, boats]), works)
  }
  assert.equal(leftOutWords([file("Summer")], ["Summer"]), "“Summer” is a folder. Drop the pictures that are in it.")
})

test("several files that are left out are one sentence", () => {
  assert.match(leftOutWords([file("a.pdf"), boats, file("Summer")], ["Summer"]), /^Only pictures .*: 2 files are left out\.$/)
})
