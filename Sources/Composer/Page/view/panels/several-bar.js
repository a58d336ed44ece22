/** The bar beneath the index of posts: what can be done to those that are selected. */
import { bounds } from "../../model/bounds.js"
import { daemonNow } from "../../model/daemon-clock.js"
import { dayAhead, dayOf } from "../../model/language.js"
import { button, hide, make, say } from "../markup.js"

/** Each command works on the posts that are selected when it is pressed, and ends the selecting. */
export class SeveralBar {
  #model
  #posts
  #done
  #words = make("span", { class: "several-words", role: "status" })
  #tag = make("input", { class: "field", list: "several-tags", "aria-label": "Tag to add", placeholder: "Tag", required: true,
    maxLength: bounds.tag, autocomplete: "off" })
  #tags = make("datalist", { id: "several-tags" })
  #time = make("input", { type: "datetime-local", class: "field", "aria-label": "When to publish", required: true })
  #tagging = this.#form([this.#tag, this.#tags], "Add", () => this.#model.batch.tag(this.#posts(), this.#tag.value.trim()))
  #slots = button("At the next slots", () => this.#run(() => this.#model.batch.schedule(this.#posts(), null)))
  #timing = this.#form([this.#time], "Schedule", () => {
    const time = new Date(this.#time.value)
    // Some browsers have a plain field for it.
    if (Number.isNaN(time.getTime())) return this.#model.notice("That is no time. Write it as 2026-12-01T09:00.")
    return this.#model.batch.schedule(this.#posts(), time)
  }, this.#slots)
  #commands = make("div", { class: "several-commands" },
    button("Tag…", () => this.#open(this.#tagging, this.#tag)), button("Schedule…", () => this.#open(this.#timing, this.#time)),
    button("Delete", () => this.#run(() => this.#model.batch.delete(this.#posts()))))
  element = make("div", { class: "several-bar", role: "group", "aria-label": "Selected posts", hidden: true }, this.#words,
    this.#commands, this.#tagging, this.#timing)

  /**
   * @param {() => {id: string, name: string}[]} posts those that are selected
   * @param {() => void} done ends the selecting
   */
  constructor(model, posts, done) {
    this.#model = model
    this.#posts = posts
    this.#done = done
  }

  get words() { return this.#words.textContent }

  show(isShown, count) {
    this.element.hidden = !isShown
    say(this.#words, count === 0 ? "None selected" : `${count} selected`)
    for (const one of this.#commands.children) one.disabled = count === 0
    if (!isShown || count === 0) this.#open(null)
  }

  #form(fields, title, run, ...more) {
    return make("form", { class: "several-form", hidden: true, onsubmit: event => {
      event.preventDefault()
      this.#run(run)
    } }, ...fields, make("button", { type: "submit", class: "button is-primary" }, title), ...more,
    button("Back", () => this.#open(null, this.#commands.firstElementChild)))
  }

  #open(form, field = null) {
    for (const one of [this.#tagging, this.#timing]) one.hidden = one !== form
    this.#commands.hidden = form !== null
    if (form === this.#tagging) this.#suggest()
    hide(this.#slots, !this.#model.slotted(this.#model.targetsOf(null)).length)
    if (form === this.#timing && !this.#time.value) this.#time.value = `${dayAhead(1, dayOf(new Date(daemonNow())))}T09:00`
    field?.focus()
  }

  async #suggest() {
    await this.#model.facts.loadTags()
    this.#tags.replaceChildren(...this.#model.facts.tags.map(tag => make("option", { value: tag })))
  }

  /** The posts are read before the selecting ends. */
  #run(act) {
    const work = act()
    this.#tag.value = ""
    this.#done()
    return work
  }
}
