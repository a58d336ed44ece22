import { withKeys } from "../keys.js"
import { announce, button, drawing, ListeningElement, make, say, setAttributes } from "../markup.js"
import { PublishButtonElement } from "./publish-button.js"

const calmMilliseconds = 500

/** `<desk-toolbar>`: a new post, the index, panels (property `panelsMenu`), the save state, and publishing. */
class DeskToolbarElement extends ListeningElement {
  #save = make("p", { class: "save-state" })
  #publish = new PublishButtonElement()
  #panels = make("span", { class: "toolbar-group" })
  #buttons = new Map()
  /** The words that were announced; empty without trouble. */
  #trouble = ""

  listen() {
    this.#showSave()
    this.#showCommands()
  }

  update({ save, commands, panels }) {
    if (save) this.#showSave()
    if (commands || panels) this.#showCommands()
  }

  set panelsMenu(menu) { this.#panels.replaceChildren(menu) }

  build() {
    this.#publish.page = this.page
    this.role = "banner"
    this.append(
      make("h1", { class: "visually-hidden" }, "Galley"),
      make("div", { class: "toolbar-group" }, this.#button("post.new", "new", "New"),
        this.#button("panel.posts", "posts", "Posts"), this.#button("page.commands", "commands", "Search…")),
      this.#save,
      make("div", { class: "toolbar-group" }, this.#button("panel.preview", "look", "Preview"), this.#panels, this.#publish))
  }

  /** @param {string} name part of the command's title, shown where there is room */
  #button(id, picture, name) {
    const made = button(drawing(picture), () => this.commands.run(id), { class: "icon-button", "data-command": id },
      make("span", { class: "tool-name" }, name))
    this.#buttons.set(id, made)
    return made
  }

  #showCommands() {
    for (const [id, button] of this.#buttons) {
      const command = this.commands.get(id)
      button.hidden = !command
      if (!command) continue
      button.ariaLabel = command.title
      button.title = withKeys(command.title, command.keys?.[0])
      // Not `disabled`: a keyboard user who presses it up to the limit would lose the focus.
      setAttributes(button, { "aria-disabled": !this.commands.isEnabled(id), "aria-pressed": command.isOn?.() ?? null })
    }
  }

  /** “Saved” appears after a delay: while the author types, it would flicker at every pause. */
  #showSave() {
    const { phase, words } = this.model.save
    const isCalm = phase === "saved" && this.#save.dataset.phase === "saving"
    this.notLater()
    if (isCalm) this.later(calmMilliseconds, () => this.#announceSave(phase, words))
    else this.#announceSave(phase, words)
  }

  #announceSave(phase, words) {
    const now = ["typed", "saving", "asking"].includes(phase) ? "saving" : phase
    const isTrouble = name => ["away", "refused", "conflict"].includes(name)
    say(this.#save, words)
    setAttributes(this.#save, { "data-phase": now })
    // Announcing every save would be too much; trouble, and its end, are announced once.
    if (isTrouble(now) ? this.#trouble === words : now !== "saved" || !this.#trouble) return
    this.#trouble = isTrouble(now) ? words : ""
    announce(this, words)
  }
}

customElements.define("desk-toolbar", DeskToolbarElement)
