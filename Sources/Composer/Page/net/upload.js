import { Problem, whyUnanswered } from "./api.js"
import { pageUser } from "./user.js"

const stallMilliseconds = 60_000

/**
 * Sends one picture, and tells how far it has come: what `fetch` cannot.
 * @param {Blob} file
 * @param {object} [options]
 * @param {string} [options.name] of the file
 * @param {(loaded: number, total: number) => void} [options.tell]
 * @param {AbortSignal} [options.signal]
 * @returns {Promise<object>} the picture, as `/v1/media/{id}` has it
 * @throws {Problem}
 */
export function upload(file, { name = "", tell = () => {}, signal } = {}) {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    const away = async () => reject(await whyUnanswered())
    let timer
    const wait = () => {
      clearTimeout(timer)
      timer = setTimeout(() => request.abort(), stallMilliseconds)
    }
    request.open("POST", `/v1/media?${new URLSearchParams({ name })}`)
    request.setRequestHeader("Accept", "application/json")
    if (pageUser) request.setRequestHeader("Galley-User", encodeURIComponent(pageUser))
    request.responseType = "json"
    request.upload.addEventListener("progress", event => { wait(); tell(event.loaded, event.total) })
    request.addEventListener("loadend", () => clearTimeout(timer))
    request.addEventListener("error", away)
    request.addEventListener("abort", away)
    request.addEventListener("load", () => {
      if (request.status >= 200 && request.status < 300 && request.response) resolve(request.response)
      else reject(new Problem(request.response ?? {}, request.status))
    })
    signal?.addEventListener("abort", () => request.abort())
    wait()
    request.send(file)
  })
}
