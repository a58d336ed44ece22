import { isInPanel, isShown, panelOf } from "../../model/panels.js"
import { unlockCommand } from "../../model/views.js"
import { LayerCommands, PanelMenus } from "./layer-commands.js"
import { LayerPanes, TemporaryPanels } from "./layer-panes.js"
import { LayerPresses } from "./layer-presses.js"
import { ContentMeasure, LayerSize } from "./layer-size.js"
import { makeContent, panelCommands } from "./panel-contents.js"
import { PanelDrawing } from "./panel-drawing.js"
import { LayerView } from "./layer-view.js"
import { MetaBarElement } from "./panel-bars.js"
import { ListeningElement, send } from "../markup.js"

/** The panels whose content the document has, too. */
const inDocument = ["title", "date", "tags"]

/**
 * `<panel-layer>` fills the page below the toolbar: its first child is the body, and the panels stand around it where
 * the daemon says. It sends the daemon's announcement of a change to the live region as an `announce` event, and the
 * daemon's refusals to the page's notices; `modal` (`detail`: whether) reports that everything else is inert.
 * `README.md` lists its parts.
 */
class PanelLayerElement extends ListeningElement {
  #drawing
  #contents
  #size
  #view
  #temporary
  #bar
  #menus
  #orders
  #panes
  #presses

  disconnectedCallback() {
    this.#presses.cancel()
    this.#drawing.sheets.stop()
    super.disconnectedCallback()
    this.#contents.stop()
    this.arranging.stop()
  }

  build() {
    const body = this.firstElementChild, frameOf = id => this.#drawing.frameOf(id)
    body.classList.add("panel-body")
    this.#drawing = new PanelDrawing(this, body, id => makeContent(id, this.page))
    this.#contents = new ContentMeasure(this.arranging, frameOf)
    this.#view = new LayerView(this, body, command => this.run(command))
    this.#join()
    const temporary = this.#temporary, panes = this.#panes = new LayerPanes(this, body, { frameOf, temporary, bar: this.#bar })
    this.#orders = new LayerCommands(this, { temporary, panes })
    this.#presses = new LayerPresses(this, { drawing: this.#drawing, panes })
    this.#size = new LayerSize(this, {
      changed: () => this.#presses.cancel(), draw: window => this.#draw(window, false),
    })
  }

  /** Creates the parts around and over the panels. */
  #join() {
    const { page, arranging } = this, run = command => this.run(command)
    this.#temporary = new TemporaryPanels({
      layer: this, arranging, page, run,
      notice: (words, action) => this.notice(words, action),
    }, this.listening.signal)
    this.#bar = Object.assign(new MetaBarElement(), { page })
    this.append(this.#bar)
    this.#menus = new PanelMenus(this)
  }

  listen(signal) {
    const { arranging } = this, presses = this.#presses, panes = this.#panes
    const answers = {
      "panel-command": event => this.run(event.detail),
      "panel-menu": event => this.openMenu(event.target, event.detail.anchor, event.detail.kind),
      "tab-choose": event => this.run({ command: "raise", panel: event.detail.panel }),
      "tab-close": event => this.run({ command: "close", panel: event.detail.panel }),
      "panel-grab": event => presses.grab(event.target, event.detail),
      "item-grab": event => presses.takeOut(event.detail.panel, event.detail.press),
      "meta-divide": event => presses.divideMeta(event.detail),
      "sheet-grab": event => presses.grabSheet(event.target, event.detail),
      "sheet-dismiss": () => presses.dismiss(),
      "splitter-grab": event => presses.grabSplitter(event.target, event.detail.press),
      "splitter-value": event => presses.setSplitter(event.target.separator, event.detail.value),
      "panel-unlock": event => this.run(unlockCommand(arranging.window, event.target.panel)),
      "panel-leave": () => { if (!this.#temporary.dismiss() && !this.#view.escaped()) panes.focus(null) },
      "panel-back": event => panes.goBack(event.target.panel.id),
      "menu-choice": event => this.#menus.choose(event.detail),
      "focusin": event => panes.focused(event.target.closest("panel-frame")),
      "click": event => presses.tapped(event),
      "keydown": event => this.#pressed(event),
    }
    for (const [name, answer] of Object.entries(answers)) this.on(this, name, answer)
    this.addEventListener("pointerdown", event => presses.down(event), { signal, capture: true })
    for (const name of ["pointerup", "pointercancel"]) {
      addEventListener(name, () => setTimeout(() => this.#drawing.order()), { signal, capture: true })
    }
    this.#view.listen(signal)
    this.#size.listen(signal)
    signal.addEventListener("abort", this.commands.register(...panelCommands(this)))
  }

  update({ panels, panelsLine, said }) {
    if (panels) this.#changed(panels.cause)
    if (panelsLine) this.#lineChanged()
    if (said) this.#say(said)
  }

  // Methods that the page calls

  /** Runs a command, and moves the focus along. */
  run(command) { return this.#orders.run(command, document.activeElement) }

  /** The panel that last had the focus, if it is visible. */
  get current() {
    const { window } = this.arranging
    const panel = window && panelOf(window, this.#panes.current)
    return panel && isShown(panel) ? panel : undefined
  }

  /** Focuses the next pane (1) or the previous one (-1); the body counts as a pane. */
  cycle(step) { this.#panes.cycle(step) }

  /** Shows a panel that is not open at an element of the page. */
  popOver(panel, anchor) { return this.#temporary.popOver(panel, anchor) }

  /** Opens a menu of a panel, by default of the one that last had the focus; closes a menu that is open. */
  openMenu(frame = this.#drawing.frameOf(this.#panes.current), anchor = frame?.handle, kind = "move") {
    if (!frame || frame.inert) return
    if (this.#menus.isOpen) return void this.#menus.close()
    if (this.#presses.isStarted) return
    this.#presses.cancel()
    this.#menus.open(frame, anchor, kind)
  }

  /** The window as it is drawn: the daemon's last answer, which fits another size while the daemon is away. */
  get shown() {
    const { window, isAway } = this.arranging
    return isAway ? this.#size.fitted(window) : window
  }

  /** Whether all contents that determine their panel's height have been measured. */
  get isMeasured() { return this.#contents?.isAtRest ?? true }
  /**
   * Requests the arrangement one frame earlier than it would happen automatically; everything around the layer must be
   * in place.
   */
  measure() { this.#size.measure() }

  // Drawing

  #changed(cause) {
    const { window } = this.arranging
    this.#size.answered(window)
    const isFirst = !this.classList.contains("is-drawn")
    // A window kept by this browser, or opened without the daemon, is of the size that the daemon last knew.
    this.#draw(this.shown, cause !== "size" && !isFirst)
    this.classList.add("is-drawn")
    this.measure()
    for (const words of isFirst ? window.diagnostics ?? [] : []) this.notice(words)
  }

  #draw(window, isGliding) {
    // Before the contents, which offer what lies over them.
    this.#panes.offerBack(window)
    this.#panes.prepare()
    this.#view.prepare()
    this.#drawing.draw(this.#presses.held(window), isGliding)
    const written = document.activeElement?.closest("#text-scroll") && document.activeElement
    for (const id of inDocument) this.classList.toggle(`has-${id}`, isInPanel(window, id))
    if (written && !written.checkVisibility()) this.#panes.focus(null)
    this.#view.show(window, id => this.#drawing.frameOf(panelOf(window, id)?.stack?.selected ?? id)?.handle)
    this.#panes.attend(window)
    this.#temporary.draw(window)
    this.#contents.drawn()
    this.#panes.settle(window)
  }

  #lineChanged() {
    this.classList.toggle("is-away", this.arranging.isAway)
    if (this.arranging.isAway) this.#presses.cancel()
  }

  #pressed(event) {
    if (event.key !== "Escape" || event.defaultPrevented || this.#menus.contains(event.target)) return
    if (this.#temporary.dismiss()) return event.preventDefault()
    const panel = event.target.closest("panel-frame")?.panel
    if (this.#view.escaped()) return event.preventDefault()
    if (!panel?.sheet?.isModal && panel?.place !== "open") return
    event.preventDefault()
    if (panel.sheet?.isModal || panel.id === "meta") return this.run({ command: "close", panel: panel.id })
    return this.#panes.goBack(panel.id)
  }

  // Announcements

  #say({ text, alternative, isRefusal }) {
    if (!isRefusal) return send(this, "announce", text)
    const action = alternative && { title: alternative.says ?? "Do that instead", run: () => this.run(alternative) }
    return this.notice(text, action)
  }

  /** Shows the writer a text as one of the page's notices. @param {{title: string, run: () => void}} [action] */
  notice(words, action) {
    this.page.tell({ notice: { words, action, isBrief: true } })
  }
}

customElements.define("panel-layer", PanelLayerElement)
