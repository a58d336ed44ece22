import { daemonNow } from "../../model/daemon-clock.js"
import { publication } from "../../model/deliveries.js"
import { announce, button, hide, ListeningElement, say } from "../markup.js"
import { PublishDialog } from "./publish-dialog.js"

/**
 * `<publish-button>` shows the post's publication state and opens the dialog from which the writer publishes, schedules
 * or unpublishes it.
 */
export class PublishButtonElement extends ListeningElement {
  #button = button("", () => this.toggle(), { class: "publish", "aria-haspopup": "dialog", "aria-expanded": "false" })
  #undo = button("Undo", () => this.#takeBack(), { class: "button undo-publication" })
  /** @type {PublishDialog|null} */
  #dialog = null

  build() { this.append(this.#button, this.#undo) }

  listen(signal) {
    signal.addEventListener("abort", () => {
      this.#dialog?.remove()
      this.#dialog = null
    })
    this.#show()
  }

  update({ post, fields, received, save, deliveries, targets, decide }) {
    // The choices in the dialog are for the post that was open.
    if (post && this.#dialog?.isOpen) this.#dialog.hide()
    // Another post may have taken a slot, or a target may have other settings.
    if (deliveries || targets) this.#dialog?.outdate()
    if (post || fields || received || save || deliveries || targets) this.#show()
    if (decide && !this.#dialog?.isOpen) this.toggle()
  }

  toggle() {
    // A post that is loading must not replace this one just before the writer publishes it.
    this.model.touch()
    const { signal } = this.listening
    this.#dialog ??= new PublishDialog(this.page, this.#button, { signal, takeBack: () => this.#takeBack(),
      pickTime: () => this.#pickTime() })
    this.#dialog.toggle()
  }

  #show() {
    this.notLater()
    const wish = this.model.wishes.of(this.model.draft)
    const { kind, words } = wish ? this.#wished(wish) : publication(this.model.post, this.model.deliveries, daemonNow())
    const before = this.dataset.kind
    say(this.#button, ["draft", "deleted"].includes(kind) ? "Publish" : words)
    if (before !== kind) this.dataset.kind = kind
    hide(this.#undo, kind !== "soon")
    this.#button.disabled = kind === "deleted"
    if (before && before !== kind && ["soon", "scheduled", "published", "attention"].includes(kind)) announce(this, words)
    if (kind === "soon") this.later(1000 - (daemonNow() % 1000), () => this.#show())
    if (this.#dialog?.isOpen) this.#dialog.fill()
  }

  /** A publication that waits for the daemon, or for the writer. */
  #wished(wish) {
    if (this.model.wishes.question(wish)) return { kind: "attention", words: "Not sent: decide" }
    return { kind: "wished", words: wish.local === null ? "Will be published" : "Will be scheduled" }
  }

  #pickTime() {
    this.#dialog.hide()
    const shown = () => [...document.querySelectorAll("date-panel")].find(one => one.checkVisibility())
    const line = document.querySelector(".quiet-line")
    if (shown()) shown().unfold()
    else if (line.open || !line.checkVisibility()) this.commands.run("panel.date")
    else {
      line.addEventListener("toggle", () => shown()?.unfold(), { once: true })
      line.open = true
    }
  }

  async #takeBack() {
    const wasFocused = document.activeElement === this.#undo
    const wasSent = this.model.deliveries.some(({ state }) => state === "delivered")
    if (await this.model.actions.unpublish()) announce(this, wasSent ? "Taken back. The queue shows what that means for the copies."
      : "Taken back. Nothing was sent.")
    if (this.#dialog?.isOpen) this.#dialog.hide()
    if (wasFocused) this.#button.focus()
  }
}

customElements.define("publish-button", PublishButtonElement)
