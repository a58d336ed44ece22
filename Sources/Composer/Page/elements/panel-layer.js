import { compactBelow, isShown, paneAfter, panelOf, topmost } from "../model/panels.js"
import { keepDirection } from "../model/direction.js"
import { startsDrag, unlockCommand } from "../model/views.js"
import { ContentMeasure } from "./content-measure.js"
import { EarlyKeys, EarlyPress } from "./early-press.js"
import { missingWords, onDemand } from "./on-demand.js"
import { panelCommands } from "./panel-commands.js"
import { makeContent } from "./panel-fill.js"
import { PanelDrawing } from "./panel-drawing.js"
import { LayerView } from "./layer-view.js"
import { measuredInsets, measuredScreen } from "./panel-insets.js"

const menus = onDemand(() => import("./move-menu.js"), "menus")
const grips = onDemand(() => import("./panel-grips.js"), "drags")
const guests = onDemand(() => import("./panel-guests.js"), "strips")
const bars = onDemand(() => import("./meta-bar.js"), "meta")
const sizes = onDemand(() => import("../model/panel-size.js"))
const offline = onDemand(() => import("../model/panels-offline.js"))

/** A daemon that takes longer than this to lay out a new size is not waited for. */
const sizePatienceMilliseconds = 80

/**
 * `<panel-layer>` fills the page below the toolbar: its first child is the body, around it stand the panels, where the
 * daemon says. Properties `arranging`, `desk` and `commands`. What the daemon says of a change goes to the live region
 * by an `announce` event, what it refuses to the desk's notices.
 */
export class PanelLayerElement extends HTMLElement {
  #drawing
  #view
  #body
  #menu = null
  #bar = null
  #grips = null
  #guests = null
  #observer = new ResizeObserver(() => this.#measure())
  #listening
  #contents
  #gesture = null
  #current = null
  #invoker
  #raising = null
  #divided = null
  #size = null
  #patience

  connectedCallback() {
    this.#listening = new AbortController()
    if (!this.#drawing) this.#build()
    this.#listen(this.#listening.signal)
    this.#observer.observe(this)
    const again = () => this.#measure()
    const { visualViewport } = globalThis, { virtualKeyboard } = navigator
    for (const name of ["resize", "scroll"]) {
      visualViewport?.addEventListener(name, again, { signal: this.#listening.signal })
    }
    virtualKeyboard?.addEventListener("geometrychange", again, { signal: this.#listening.signal })
    // Another screen, or another zoom: its pixels are others.
    addEventListener("resize", again, { signal: this.#listening.signal })
  }

  disconnectedCallback() {
    this.#gesture?.cancel()
    this.#drawing?.sheets?.stop()
    this.#listening.abort()
    this.#observer.disconnect()
    this.#contents?.stop()
    clearTimeout(this.#patience)
    this.arranging.stop()
  }

  #build() {
    this.#body = this.firstElementChild
    this.#body.classList.add("panel-body")
    this.#drawing = new PanelDrawing(this, this.#body, id => makeContent(id, this))
    this.#contents = new ContentMeasure(this.arranging, id => this.#drawing.frameOf(id))
    this.#view = new LayerView(this, this.#body, command => this.#run(command))
  }

  #listen(signal) {
    const { arranging } = this
    arranging.addEventListener("change", event => this.#changed(event.detail.cause), { signal })
    arranging.addEventListener("words", event => this.#say(event.detail), { signal })
    arranging.addEventListener("line", () => this.#lineChanged(), { signal })
    const answers = {
      "panel-command": event => this.#run(event.detail),
      "panel-menu": event => this.#openMenu(event.target, event.detail.anchor, event.detail.kind),
      "tab-choose": event => this.#run({ command: "raise", panel: event.detail.panel }),
      "tab-close": event => this.#run({ command: "close", panel: event.detail.panel }),
      "panel-grab": event => this.#grab(event.target, event.detail),
      "meta-grab": event => this.#takeOut(event.detail.panel, event.detail.press),
      "name-grab": event => this.#takeOut(event.detail.panel, event.detail.press),
      "meta-divide": event => this.#divideMeta(event.detail),
      "sheet-grab": event => this.#grabSheet(event.target, event.detail),
      "sheet-dismiss": () => this.#dismiss(),
      "panel-unlock": event => this.#run(unlockCommand(arranging.window, event.target.panel)),
      "panel-leave": () => { if (!this.#guests?.dismiss() && !this.#view.escaped()) this.#focusPane(null) },
      "panel-back": event => this.#goBack(event.target.panel.id),
      "splitter-grab": event => this.#grabSplitter(event.target, event.detail.press),
      "splitter-value": event => this.#setSplitter(event.target.separator, event.detail.value),
      "menu-choice": event => this.#chosen(event.detail),
      "focusin": event => this.#focused(event.target.closest("panel-frame")),
      "keydown": event => this.#pressed(event),
    }
    for (const [name, answer] of Object.entries(answers)) this.addEventListener(name, answer, { signal })
    this.addEventListener("pointerdown", event => this.#pointerDown(event), { signal, capture: true })
    for (const name of ["pointerup", "pointercancel"]) {
      addEventListener(name, () => setTimeout(() => this.#drawing.order()), { signal, capture: true })
    }
    this.#view.listen(signal)
    signal.addEventListener("abort", this.commands.register(...panelCommands(this)))
  }

  /** What is loaded on demand, or null after it was said that it cannot be had. */
  async #get(part) {
    return part.module ?? await part().catch(() => {
      this.#notice(missingWords)
      return null
    })
  }

  /** Those who are elsewhere for a while. */
  async #host(isFirst = false) {
    const module = await this.#get(guests)
    if (!module || this.#guests) return this.#guests
    const { desk, commands, arranging } = this
    const run = command => this.#run(command)
    this.#guests = new module.PanelGuests({
      layer: this, arranging, page: { desk, commands, arranging, run }, run, isFirst,
      notice: (words, action) => this.#notice(words, action),
    }, this.#listening.signal)
    if (arranging.window) this.#guests.draw(arranging.window)
    return this.#guests
  }

  /** Shows a panel that is not open at an element of the page. */
  async popOver(panel, anchor) { (await this.#host())?.popOver(panel, anchor) }

  /** The bar at the foot of a compact window. */
  async #showBar() {
    const module = await this.#get(bars)
    if (!module || this.#bar) return this.#bar
    this.#bar = Object.assign(new module.MetaBarElement(), { arranging: this.arranging, inert: this.#invoker !== undefined })
    this.append(this.#bar)
    return this.#bar
  }

  // Size

  /** Whether all contents have been measured that say how high their panel is. */
  get isMeasured() { return this.#contents?.isAtRest ?? true }

  /** Asks the daemon for its arrangement a frame earlier than by itself; all around the layer must stand. */
  measure() { this.#measure() }

  #measure() {
    const { clientWidth: width, clientHeight: height } = this
    if (width === 0 || height === 0) return
    const isCompact = (this.arranging.window?.class ?? (width < compactBelow ? "compact" : "")) === "compact"
    const size = { width, height, insets: measuredInsets(this, isCompact), ...measuredScreen(this) }
    if (JSON.stringify(size) === JSON.stringify(this.#size)) return
    this.#size = size
    this.#gesture?.cancel()
    this.arranging.resize(size)
    if (this.arranging.isAway) return this.#drawAlone()
    clearTimeout(this.#patience)
    this.#patience = setTimeout(() => this.#drawAlone(), sizePatienceMilliseconds)
  }

  /** Without the daemon: its last frames at this size. */
  #drawAlone() {
    const { window } = this.arranging
    if (!window) return undefined
    const isRight = this.#isDrawnAt(window)
    const { keyboard } = this.#size
    if ((!isRight || keyboard) && !offline.module) return offline().then(() => this.#drawAlone(), () => {})
    const laid = isRight ? window
      : offline.module.layOutOffline({ ...window, insets: this.#size.insets }, this.#size)
    return this.#draw(keyboard ? offline.module.withKeyboard(laid, keyboard) : laid, false)
  }

  #isDrawnAt({ width, height }) { return width === this.#size.width && height === this.#size.height }

  // Drawing

  #changed(cause) {
    const { window } = this.arranging
    if (this.#isDrawnAt(window)) clearTimeout(this.#patience)
    const isFirst = !this.classList.contains("is-drawn")
    this.classList.add("is-drawn")
    if (window.class === "compact") this.#showBar()
    const { away = [], peek, popover } = window.view ?? {}
    if (!this.#guests && (window.strips?.length || away.length || peek || popover)) this.#host(isFirst)
    this.#draw(window, cause !== "size" && !isFirst)
    this.#measure()
    for (const words of isFirst ? window.diagnostics ?? [] : []) this.#notice(words)
  }

  #draw(window, isGliding) {
    const had = document.activeElement
    const focus = had?.closest?.("panel-frame"), beside = panelBeside(had)
    const before = focus?.panel, mates = before?.stack?.panels
    this.#view.prepare()
    this.#drawing.draw(this.#divided?.(window) ?? window, isGliding)
    this.#view.show(window, id => this.#drawing.frameOf(panelOf(window, id)?.stack?.selected ?? id)?.handle)
    this.#attend(window)
    this.#guests?.draw(window)
    this.#contents.drawn()
    const panel = focus && panelOf(window, focus.panel.id)
    const mate = mates?.find(id => isShown(panelOf(window, id)))
    // Where a tab has come to the front of what had the focus, the focus goes on with it.
    if (panel && !isShown(panel) && this.#guests?.origin(before)) this.#guests.origin(before).focus()
    else if (panel?.place === "strip" && !isShown(panel)) this.#focusName(panel.id)
    else if (panel && !isShown(panel)) this.#focusPane(panel.stack?.selected ?? mate ?? this.#remaining(window))
    // A name gives way to tabs, and they to a name.
    else if (focus && !focus.inert && isLost(had)) focus.handle.focus({ preventScroll: true })
    // A strip that unfolds leaves its panels, and a border that goes the panel that it was of.
    else if (beside && isLost(had)) {
      this.#focusPane(isShown(panelOf(window, beside)) ? beside : this.#remaining(window))
    }
  }

  /** From a side that was collapsed the focus goes to the panel's name in the strip. */
  async #focusName(id) {
    this.#body.focus()
    const name = (await this.#host())?.buttonOf(id)
    if (this.#body.contains(document.activeElement)) name?.focus()
  }

  /** A modal sheet takes the focus, and gives it back when it goes; the rest of the page waits. */
  #attend(window) {
    const front = window.panels.find(panel => panel.sheet?.isModal && isShown(panel))
    const isModal = front !== undefined
    if (isModal !== (this.#invoker !== undefined)) {
      this.dispatchEvent(new CustomEvent("modal", { bubbles: true, detail: isModal }))
    }
    if (this.#bar) this.#bar.inert = isModal
    if (isModal) {
      this.#invoker ??= document.activeElement
      const frame = this.#drawing.frameOf(front.id)
      if (!frame.contains(document.activeElement)) frame.handle.focus({ preventScroll: true })
    } else if (this.#invoker) {
      const invoker = this.#invoker
      this.#invoker = undefined
      if (invoker.isConnected && invoker.checkVisibility() && !invoker.closest("[inert]")) invoker.focus()
      else this.#focusPane(null)
    }
  }

  /** Where the focus goes when its panel has gone. */
  #remaining(window) {
    return window.panels.find(panel => panel.place === "open")?.id ?? (window.class === "compact" ? "bar" : null)
  }

  #lineChanged() {
    this.classList.toggle("is-away", this.arranging.isAway)
    if (this.arranging.isAway) this.#gesture?.cancel()
  }

  // Commands

  async #run(command) {
    if (command.command === "direction") return this.#turn(command.direction)
    const focus = document.activeElement
    if (command.command === "popOut") return (await this.#host())?.popOut(command.panel)
    const isChosen = command.command === "show" && command.panel === "meta"
    const isOpening = isChosen
      || ["open", "restore", "takeOut", "peek", "popover", "return"].includes(command.command)
    if (command.command === "resize") {
      const module = await this.#get(sizes)
      if (!module) return false
      command = module.sizeCommand(this.arranging.window, command)
    }
    if (!await this.arranging.run(command)) return false
    // From Meta one goes where the panel went, unless the focus has moved on meanwhile.
    if (command.command === "expose" && command.panel) return this.#focusPane(command.panel)
    const opened = isChosen ? command.item : command.panel
    const isSeen = opened && isShown(panelOf(this.arranging.window, opened))
    if (isOpening && isSeen && (focus === document.activeElement || document.activeElement === document.body)) {
      this.#focusPane(opened)
    }
    if (command.command === "close" && command.panel === "meta" && this.arranging.window.class === "compact") {
      this.#focusPane("bar")
    }
    return true
  }

  /** From now on this browser reads in that direction; its panels stand in a mirror. */
  #turn(direction) {
    keepDirection(localStorage, direction)
    document.documentElement.dir = direction
    return this.#measure()
  }

  /** Does a command, and takes the focus along. */
  run(command) { return this.#run(command) }

  /** The panel that had the focus last, while it is seen. */
  get current() {
    const { window } = this.arranging
    const panel = window && panelOf(window, this.#current)
    return panel && isShown(panel) ? panel : undefined
  }

  /** Does an item of the Move menu to a panel; to the one that had the focus last unless one is named. */
  async act(id, panelId = this.#current) {
    const module = await this.#get(menus)
    const item = module?.itemOf(this.arranging.window, panelId, id)
    if (item && !item.reason) this.#chosen(item, this.#drawing.frameOf(panelId))
  }

  /** Opens the Move menu of the panel that had the focus last. */
  openMenu() {
    const frame = this.#drawing.frameOf(this.#current)
    if (frame && !frame.inert) this.#openMenu(frame, frame.handle)
  }

  /** An item that leads to another menu opens that one in its place. */
  #chosen(item, frame = this.#drawing.frameOf(item.panel)) {
    if (!item.menu) return this.#run(item.command)
    return this.#openMenu(frame, frame.handle, item.menu)
  }

  async #openMenu(frame, anchor, kind = "move") {
    if (this.#menu?.isOpen) return this.#menu.close()
    if (this.#gesture?.isStarted) return undefined
    this.#gesture?.cancel()
    const early = menus.module ? null : new EarlyKeys()
    const module = await this.#get(menus)
    if (module && !frame.inert && !this.#menu?.isOpen) this.#showMenu(module, frame, anchor, kind)
    early?.replay()
    return undefined
  }

  #showMenu(module, frame, anchor, kind) {
    if (!this.#menu) this.#makeMenu(module)
    const { window } = this.arranging
    const sections = module.sectionsOf(window, panelOf(window, frame.panel.id), kind)
    this.#menu.open(sections, anchor, `Move ${frame.panel.title}`, frame.handle)
  }

  #makeMenu({ CommandMenuElement, menuCommands }) {
    this.#menu = new CommandMenuElement()
    this.append(this.#menu)
    this.#listening.signal.addEventListener("abort", this.commands.register(...menuCommands(this)))
  }

  /** While the border in Meta is held, the panel that is shown there gives way at once. */
  #divideMeta({ divided, fraction }) {
    this.#divided = divided
    if (divided) return this.#drawing.draw(divided(this.arranging.window), false)
    return fraction === undefined ? this.#drawing.draw(this.arranging.window, false)
      : this.arranging.run({ command: "divide", panel: "meta", value: fraction })
  }

  #setSplitter(separator, value) {
    if (!separator.id.includes("/")) this.arranging.run({ command: "thickness", side: separator.side, value })
    else if (value !== null) this.arranging.run({ command: "share", panel: separator.controls, value })
  }

  // Focus

  #focused(frame) {
    const strip = document.activeElement.closest("panel-strip")
    this.#current = frame?.panel?.id ?? (strip ? `strip-${strip.dataset.side}` : null)
    if (frame) this.#raise(frame)
  }

  #raise(frame) {
    const { window } = this.arranging
    // Who is in Meta brings Meta to the front.
    const isInside = panelOf(window, frame.panel.id)?.place === "inside"
    if (isInside) frame = this.#drawing.frameOf("meta")
    const panel = panelOf(window, frame.panel.id)
    const isBehind = panel?.place === "floating" ? topmost(window) !== panel
      : panel?.place === "sheet" && window.panels.some(other => other.place === "sheet" && other.z > panel.z)
    if (!isBehind || this.arranging.isAway) return
    // A press raises a panel, and so does the focus that follows it: one question is enough.
    if (this.#raising === panel.id) return
    this.#raising = panel.id
    frame.style.zIndex = 900
    this.arranging.run({ command: "raise", panel: panel.id }).then(() => {
      if (this.#raising === panel.id) this.#raising = null
    })
  }

  /** The next pane (1) or the one before (-1), body included. */
  cycle(step) { this.#focusPane(paneAfter(this.arranging.window, this.#current, step)) }

  #focusPane(id) {
    if (id === "bar") return this.#showBar().then(bar => bar?.listButton.focus())
    if (id?.startsWith("strip-")) {
      return this.querySelector(`panel-strip[data-side="${id.slice(6)}"]`)?.firstButton.focus()
    }
    const frame = id && this.#drawing.frameOf(id)
    if (!frame || frame.inert) return this.#body.focus()
    if (id === "meta") return frame.content.coming.then(() => (frame.content.firstButton ?? frame.handle).focus())
    return frame.handle.focus()
  }

  async #goBack(id) {
    const isInside = panelOf(this.arranging.window, id)?.place === "inside"
    if (isInside) await this.arranging.run({ command: "back", panel: "meta" })
    else if (!await this.arranging.run({ command: "open", panel: "meta" })) return
    const content = this.#drawing.frameOf("meta")?.content
    await content?.coming
    const button = content?.buttonOf?.(id)
    if (button) button.focus()
    else this.#focusPane("bar")
  }

  #pressed(event) {
    if (event.key !== "Escape" || event.defaultPrevented || this.#menu?.contains(event.target)) return
    if (this.#guests?.dismiss()) return event.preventDefault()
    const panel = event.target.closest("panel-frame")?.panel
    if (!event.isComposing && this.#view.escaped()) return event.preventDefault()
    if (panel?.sheet?.isModal) {
      event.preventDefault()
      return this.#run({ command: "close", panel: panel.id })
    }
    if (panel?.place !== "open") return undefined
    event.preventDefault()
    if (panel.id === "meta") this.#run({ command: "close", panel: "meta" })
    else this.#goBack(panel.id)
  }

  // Pointer

  #pointerDown(event) {
    this.#drawing.press()
    if (event.pointerType !== "mouse" && this.#grabFromOutside(event)) return
    const frame = event.target.closest("panel-frame")
    if (frame) this.#raise(frame)
  }

  #grab(frame, { press, edge, tab }) {
    const { window } = this.arranging
    if (!startsDrag(edge ? "edge" : "title bar", window.view ?? {})) return undefined
    if (["inside", "strip", "popover"].includes(frame.panel.place)) return this.#takeOut(frame.panel.id, press)
    const panel = panelOf(window, tab ?? frame.panel.id)
    if (tab) return this.#begin({ kind: "tab", panel, stack: frame.panel.frame }, press, frame)
    return this.#begin(edge ? { kind: "resize", panel, edge } : { kind: "move", panel }, press, frame)
  }

  /** What is listed or shown in Meta is drawn out of it, and so is a name in a strip, or what is looked at. */
  #takeOut(id, press) {
    const { window } = this.arranging
    const panel = panelOf(window, id)
    if (!panel || window.class === "compact" || window.view?.isExposed) return undefined
    const { left, top } = this.getBoundingClientRect()
    const { width, height } = panel.frame ?? { width: 320, height: 240 }
    const stack = { x: press.clientX - left - width / 2, y: press.clientY - top - 16, width, height }
    return this.#begin({ kind: "out", panel: { ...panel, frame: stack }, stack }, press, null, press.target)
  }

  /** A finger that comes down just beyond a sheet's edge means the grabber. */
  #grabFromOutside(press) {
    const near = [...this.querySelectorAll("panel-frame.is-sheet")]
      .find(frame => !frame.inert && !frame.contains(press.target) && frame.sheetParts?.isNear(press))
    if (!near || press.target.closest("panel-frame, meta-bar, command-menu")) return false
    press.preventDefault()
    this.#grabSheet(near, { press, isContent: false })
    return true
  }

  #grabSheet(frame, { press, isContent }) {
    if (this.#gesture) return this.#gesture.cancel()
    const { arranging } = this, { sheets } = this.#drawing
    const panel = panelOf(arranging.window, frame.panel.id)
    if (!sheets?.holdOf(panel.id)) return undefined
    const isGrabber = press.target.closest("sheet-grabber") !== null
    this.#gesture = sheets.gesture({
      arranging, rect: this.getBoundingClientRect(),
      held: isHeld => {
        this.classList.toggle("is-dragging", isHeld)
        frame.classList.toggle("is-held", isHeld)
        if (!isHeld) this.#gesture = null
      },
      over: () => this.#drawing.draw(arranging.window, true),
      tapped: () => {
        if (isGrabber) frame.sheetParts.tap()
        else if (!isContent) frame.handle.focus({ preventScroll: true })
      },
    }, panel, press, isContent)
    return undefined
  }

  /** A press on what is dark behind the front sheet. */
  #dismiss() {
    const command = this.#drawing.sheets?.dismissal
    if (command) this.#run(command)
  }

  #grabSplitter(splitter, press) {
    this.#begin({ kind: "splitter", separator: splitter.separator }, press, null, splitter)
  }

  #begin(intent, press, frame, handle = frame) {
    // A second finger ends the drag of the first.
    if (this.#gesture) return this.#gesture.cancel()
    // The press on a line of Meta stays a press on its button, should it move nothing.
    const target = intent.kind === "out" ? press.target : press.currentTarget ?? press.target
    if (grips.module) return this.#hold(intent, press, target, { frame, handle })
    const early = this.#gesture = new EarlyPress(press, target)
    return this.#get(grips).then(module => {
      if (this.#gesture === early) this.#gesture = null
      // What was pressed may have gone meanwhile, such as the border of a panel that was closed.
      if (!module || early.isOver || !target.isConnected) return
      this.#hold(intent, press, target, { frame, handle })
      early.replay()
    })
  }

  #hold(intent, press, target, held) {
    this.#grips ??= new grips.module.PanelGrips(this, this.#drawing)
    this.#gesture = this.#grips.begin(intent, press, target, held, {
      ended: () => { this.#gesture = null },
      clicked: () => {
        if (intent.kind === "out") return held.handle.closest("panel-frame .panel-bar") && this.#focusPane(intent.panel.id)
        if (intent.kind === "tab" && intent.panel.frame === null) this.#run({ command: "raise", panel: intent.panel.id })
        ;(held.frame?.handle ?? held.handle).focus({ preventScroll: true })
      },
    })
  }

  // Words

  #say({ text, alternative, isRefusal }) {
    if (!isRefusal) return this.dispatchEvent(new CustomEvent("announce", { bubbles: true, detail: text }))
    const action = alternative && {
      title: alternative.says ?? "Do that instead", run: () => this.#run(alternative),
    }
    return this.#notice(text, action)
  }

  #notice(words, action) {
    this.desk.dispatchEvent(new CustomEvent("notice", { detail: { words, action, isBrief: true } }))
  }
}

/** The panel that a name in a strip, or a border, stands for. */
const panelBeside = element => element?.closest?.("panel-strip")?.panelOf(element)
  ?? (element?.localName === "splitter-bar" ? element.getAttribute("aria-controls")?.replace("panel-", "") : undefined)

/** Whether it had the focus in vain: it is not there any more, or cannot be reached. */
const isLost = element => !element.isConnected || !element.checkVisibility() || element.closest("[inert]") !== null

customElements.define("panel-layer", PanelLayerElement)
