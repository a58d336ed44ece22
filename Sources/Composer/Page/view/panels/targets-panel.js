import { daemonNow } from "../../model/daemon-clock.js"
import { moment } from "../../model/language.js"
import { arrange, button, drawing, getOrInsert, keepOnly, ListeningElement, make, say } from "../markup.js"
import { noTargetWords, overrideFields } from "../target-override.js"

/** `<targets-panel>`: the targets of a post, their health, and the text that differs for each. */
class TargetsPanelElement extends ListeningElement {
  #list = make("ul", { class: "targets" })
  #empty = make("p", { class: "panel-note", hidden: true }, noTargetWords)
  #rows = new Map()

  build() { this.append(this.#list, this.#empty) }

  listen() {
    this.#rows.clear()
    this.#list.replaceChildren()
    this.#show()
  }

  update({ targets, deliveries, save }) { if (targets || deliveries || save) this.#show() }

  #show() {
    const { targets } = this.model.facts
    keepOnly(this.#rows, targets.map(target => target.name))
    arrange(this.#list, targets.map(target => {
      const row = getOrInsert(this.#rows, target.name, () => this.#row(target))
      row.show(target)
      return row.element
    }))
    this.#empty.hidden = targets.length > 0
  }

  #row({ name, overrides }) {
    const { signal } = this.listening
    const box = make("input", { type: "checkbox", role: "switch", class: "switch", id: `target-${name}` })
    box.addEventListener("change", () => this.model.chooseTarget(name, box.checked))
    const place = make("p", { class: "quiet target-place" })
    const health = make("p", { class: "target-health" })
    const limits = make("p", { class: "quiet" })
    const changes = make("p", { class: "quiet" })
    const check = button("Check now", () => this.model.actions.checkTarget(name), { class: "link-button" })
    const resume = button("Resume", () => this.model.actions.resumeTarget(name), { class: "link-button" })
    const problem = make("p", { class: "note", role: "status" })
    // A secret is never typed into the page.
    const login = make("p", { class: "quiet target-login" }, "To sign in there, type in a terminal: ",
      make("code", {}, `galley target login ${name}`))
    const element = make("li", { class: "target" },
      make("div", { class: "target-head" }, make("label", { for: box.id }, make("strong", {}, name), place), box),
      make("div", { class: "target-lines" }, health, resume, check), login, limits, changes,
      overrideFields(this.page, { name, overrides }, { signal, prefix: "target" }), problem)
    const show = target => {
      const there = this.model.deliveries.find(({ target, state }) => target === name && state === "delivered")
      box.checked = there ? true : this.model.chosen.includes(name)
      box.disabled = Boolean(there)
      say(place, `${target.kindTitle}, ${target.address.replace(/^https?:\/\//, "")}`)
      showHealth(health, target)
      resume.hidden = !target.isPaused
      login.hidden = !target.hasLogin || target.isRehearsal || target.check?.isWell === true
      say(limits, limitWords(target, there))
      say(changes, `${target.onEdit} ${target.onDelete}`)
      say(problem, this.model.refusalOf("overrides"))
    }
    return { element, show }
  }
}

function showHealth(element, { check, isPaused, isRehearsal }) {
  const at = check && moment(Date.parse(check.at), daemonNow())
  const words = isPaused ? "Paused: nothing is sent there"
    : !check ? "Not checked yet" : check.isWell ? `Well, checked ${at}`
      : `${check.lines[0] ?? "It did not answer."} Checked ${at}`
  const tone = isPaused ? "warning" : !check ? "calm" : check.isWell ? "well" : "alarm"
  const text = isRehearsal ? `${words}. A rehearsal: it goes to Galley's own inbox.` : words
  if (element.dataset.words === text) return
  element.dataset.words = text
  element.dataset.tone = tone
  element.replaceChildren(drawing(tone === "well" ? "check" : tone === "calm" ? "clock" : "warning"),
    make("span", {}, text))
}

const limitWords = ({ limits }, there) => [there ? "It is there already." : "",
  limits?.limit ? `Up to ${limits.limit} characters.` : ""].filter(Boolean).join(" ")

customElements.define("targets-panel", TargetsPanelElement)
