// What the daemon answered, and what another server answered in its place.
import assert from "node:assert/strict"
import test from "node:test"
import { request } from "../../Sources/Composer/Page/net/api.js"

const answering = (status, body) => { globalThis.fetch = async () => new Response(body, { status }) }

test("the daemon's answers and refusals are JSON, or empty", async () => {
  answering(200, '{"items":[]}')
  assert.deepEqual(await request("GET", "/v1/posts"), { status: 200, body: { items: [] } })
  answering(204, null)
  assert.deepEqual(await request("DELETE", "/v1/posts/p"), { status: 204, body: null })
  answering(202, "")
  assert.deepEqual(await request("POST", "/v1/targets/t/check"), { status: 202, body: null })
  answering(404, '{"type":"urn:galley:problem:no-such-post","detail":"There is no such post."}')
  await assert.rejects(request("GET", "/v1/posts/p"), { status: 404, isAway: false, message: "There is no such post." })
})

test("a proxy's page is no answer: the post is not deleted, and its text neither saved nor refused", async () => {
  const pages = [[404, "404 page not found", "The daemon is away: its proxy answered 404."],
    [200, "<html>Sign in", "A proxy answered in the daemon's place. Reload the page to see why."],
    [502, "<html>Bad gateway", "The daemon is away: its proxy answered 502."]]
  for (const [status, page, message] of pages) {
    answering(status, page)
    await assert.rejects(request("PUT", "/v1/posts/p", { body: {}, revision: 1 }), { isAway: true, isObstacle: true, message })
  }
})
