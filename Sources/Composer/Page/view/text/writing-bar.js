/** The bar over the keyboard of a touch screen: what a keyboard with keys does by keys. */
import { drawing, iconButton, make, setAttributes } from "../markup.js"

const commands = [["text.undo", "undo"], ["text.redo", "redo"], ["text.bold", "bold"], ["text.link", "link"],
  ["text.bullets", "bullets"], ["text.picture", "picture"]]
const steps = ["text.undo", "text.redo"]
/** What the title has, too. */
const common = [...steps, "panels"]

/**
 * Stands beneath the text from a touch on it or on the title until both have lost the focus: mostly a touch brings the
 * keyboard (`tools.css`). Its buttons leave the focus there, so that the keyboard stays; they are no tab stops, since the
 * bar is gone with the focus.
 */
export class WritingBar {
  #area
  #title = document.querySelector("#post-title")
  #commands
  #buttons = new Map()
  element

  constructor(area, list) {
    this.#area = area
    this.#commands = list
    const button = (name, title, picture, run) => {
      const made = iconButton(drawing(picture), title, run, "icon-button")
      made.tabIndex = -1
      this.#buttons.set(name, made)
      return made
    }
    this.element = make("div", { class: "writing-bar", role: "toolbar", "aria-label": "Writing",
      onmousedown: event => event.preventDefault() },
    ...commands.map(([id, picture]) => button(id, list.get(id).title, picture, () => list.run(id))),
    // Panels need the room of the keyboard.
    button("panels", "Panels", "panels", () => {
      document.activeElement.blur()
      list.run("panel.meta")
    }))
  }

  listen(signal) {
    const fields = [this.#area, this.#title]
    for (const field of fields) {
      for (const name of ["input", "focus"]) field.addEventListener(name, () => this.#show(), { signal })
      field.addEventListener("pointerup", ({ pointerType }) => {
        if (pointerType !== "touch") return
        this.element.classList.add("is-wanted")
        this.#show()
      }, { signal })
      field.addEventListener("blur", ({ relatedTarget }) => {
        if (!fields.includes(relatedTarget)) this.element.classList.remove("is-wanted")
      }, { signal })
    }
  }

  update({ post }) { if (post) this.#show() }

  /**
   * Not `disabled`: a press on it would take the focus from the text. Asked only on touch screens: a browser lays out
   * the whole text before it says whether something can be undone.
   */
  #show() {
    if (!this.element.matches(".is-wanted, .is-writing *")) return
    const isTitle = document.activeElement === this.#title
    for (const [id, { style }] of this.#buttons) style.visibility = isTitle && !common.includes(id) ? "hidden" : ""
    for (const id of steps) setAttributes(this.#buttons.get(id), { "aria-disabled": !this.#commands.isEnabled(id) })
  }
}
