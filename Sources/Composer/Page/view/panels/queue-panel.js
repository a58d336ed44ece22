import { bounds } from "../../model/bounds.js"
import { daemonNow } from "../../model/daemon-clock.js"
import { confirmation, deliveryWords, takesAddress, timeLine } from "../../model/deliveries.js"
import { wordless } from "../../model/post-name.js"
import {
  announce, arrange, button, getOrInsert, hide, keepOnly, ListeningElement, make, say, sayOrHide,
} from "../markup.js"

const nameOf = ({ postTitle }) => postTitle || wordless

/** `<queue-panel>`: the deliveries with their times, results and next steps, updated live. */
class QueuePanelElement extends ListeningElement {
  #groups = new Map()
  #rows = new Map()
  #list = make("div", { class: "queue" })
  #note = make("p", { class: "panel-note" })
  #more = make("p", { class: "panel-note" }, `There are more: only the first ${bounds.list} that wait are listed.`)

  build() { this.append(this.#note, this.#list, this.#more) }

  listen(signal) {
    this.#show()
    this.model.queue.watch()
    // As time passes, only the text changes: “in 28 s”.
    const timer = setInterval(() => { if (!this.isAway) this.#show() }, 1000)
    signal.addEventListener("abort", () => clearInterval(timer))
  }

  update({ queue }) { if (queue) this.#show() }

  #show() {
    const { queue } = this.model
    const groups = timeLine(queue.items, daemonNow())
    sayOrHide(this.#note, queue.problem ?? (queue.isLoaded && !groups.length
      ? "Nothing is waiting, and nothing was sent lately." : ""))
    hide(this.#more, !queue.hasMore)
    const shown = new Set()
    arrange(this.#list, groups.map(group => this.#group(group, shown)))
    keepOnly(this.#rows, shown)
  }

  #group({ title, items }, shown) {
    const group = getOrInsert(this.#groups, title, () =>
      make("section", { class: "queue-group", "data-title": title }, make("h3", {}, title), make("ol")))
    arrange(group.lastElementChild, items.map(item => {
      shown.add(item.id)
      return this.#row(item)
    }))
    return group
  }

  #row(delivery) {
    const row = getOrInsert(this.#rows, delivery.id, () => this.#make())
    const words = deliveryWords(delivery, daemonNow()), shown = JSON.stringify([delivery, words])
    // Every second: writing attributes, even the same ones, has the browser draw all highlights of the text again.
    if (row.shown === shown) return row.element
    row.shown = shown
    const isNews = row.state && row.state !== delivery.state
    row.state = delivery.state
    row.element.dataset.state = delivery.state
    row.element.dataset.tone = words.tone
    row.element.classList.toggle("is-continued", delivery.isContinued)
    say(row.title, nameOf(delivery))
    say(row.target, delivery.target)
    say(row.words, words.title)
    say(row.detail, words.detail ?? "")
    row.link.hidden = !delivery.url || Boolean(delivery.takenBackAt)
    if (delivery.url) row.link.href = delivery.url
    row.address.parentElement.hidden = !takesAddress(delivery, words)
    this.#showVerbs(row, delivery, words)
    if (isNews && ["alarm", "well"].includes(words.tone)) announce(this,
      `${nameOf(delivery)} at ${delivery.target}: ${words.title}`)
    return row.element
  }

  #make() {
    const row = {
      title: make("p", { class: "queue-title" }), target: make("span", { class: "queue-target" }),
      words: make("span", { class: "queue-words" }), detail: make("p", { class: "quiet queue-detail" }),
      link: make("a", { target: "_blank", rel: "noopener", hidden: true }, "See it there"),
      address: make("input", { type: "url", class: "field", autocomplete: "off", maxLength: bounds.address }),
      verbs: make("div", { class: "queue-verbs" }), state: null,
    }
    row.element = make("li", { class: "queue-row" }, row.title,
      make("p", { class: "queue-line" }, row.target, row.words), row.detail, row.link,
      make("label", { class: "queue-address", hidden: true }, "Its address there, if you found it", row.address),
      row.verbs)
    return row
  }

  #showVerbs(row, delivery, { verbs, tone }) {
    const state = tone + verbs.map(({ verb, title }) => verb + title).join()
    if (row.verbs.dataset.state === state) return
    row.verbs.dataset.state = state
    const isQuiet = tone === "calm"
    const ask = verb => this.#ask(delivery, verb, verb === "confirm-sent" ? confirmation(row.address.value) : undefined)
    row.verbs.replaceChildren(...verbs.map(({ verb, title }) => button(title, () => ask(verb), {
      class: isQuiet ? "link-button" : "button", "aria-label": `${title}: ${nameOf(delivery)}, ${delivery.target}`,
    })))
  }

  async #ask({ id, post, target }, verb, body) {
    const { model } = this
    try {
      if (verb === "open") await model.open(post)
      else if (verb === "check") await model.actions.checkTarget(target)
      else if (verb === "resume") await model.actions.resumeTarget(target)
      else await model.queue.ask(id, verb, body)
    } catch (problem) {
      model.notice(problem.message)
    }
  }
}

customElements.define("queue-panel", QueuePanelElement)
