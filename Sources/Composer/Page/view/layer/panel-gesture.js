import { dropCommand, hasStarted, isStillThere, moved, resized } from "../../model/panel-drag.js"
import { snapped } from "../../model/panel-snap.js"
import { holds } from "../../model/panel-stacks.js"
import { inner, withSplitter } from "../../model/panels-layout.js"
import { splitterCommand, splitterValue } from "../../model/splitters.js"
import { preventNextClick } from "../fingers.js"
import { PointerGesture } from "../pointer-gesture.js"

/**
 * One press of a pointer on a title bar, an edge or a splitter. Reads no layout. Asks the daemon at the beginning where the
 * panel can go, and sends the preview as a command at the end.
 */
export class PanelGesture extends PointerGesture {
  #stage
  #intent
  #origin
  #down
  #pointer
  #isAlt = false
  #hints
  #begun = null
  #isFree = false
  #held = { x: null, y: null }
  #isTorn = false
  #result = null

  /**
   * @param {object} stage draws the drag: `window`, `arranging`, `rect()`, `hold()`, `drawHeld(result)`,
   *   `drawWindow(window)`, `showSlot(slot, from)`, `snap(frame, held)`, `over(isStarted)`, `clicked()`, `settle()`, and
   *   `tabs`, a `TabDrag`, for a tab
   * @param {{kind: "move"|"tab"|"out"|"resize"|"splitter", panel?: Panel, edge?: string, separator?: Separator, stack?:
   *   Frame}} intent `stack` is the frame of the stack from which a tab is taken, or of the panel that is taken out of
   *   Meta
   */
  constructor(stage, intent, press, target) {
    super(press, target)
    this.#stage = stage
    this.#intent = intent
    const { left, top } = stage.rect()
    this.#origin = { x: left, y: top }
    this.#down = this.#pointer = this.#place(press)
    this.#hints = { bounds: inner(stage.window), slots: [] }
    this.capture()
  }

  #place(event) { return { x: event.clientX - this.#origin.x, y: event.clientY - this.#origin.y } }

  moved(event) {
    this.#pointer = this.#place(event)
    this.#isAlt = event.altKey
    if (!this.isStarted && hasStarted(this.#down, this.#pointer)) this.#start()
    if (this.isStarted) this.drawSoon()
  }

  #start() {
    this.isStarted = true
    const { kind } = this.#intent
    if (kind !== "tab") this.#stage.hold()
    this.#stage.arranging.hold()
    // A border needs no hints.
    if (kind === "splitter") return
    this.#begun = this.#ask().then(hints => {
      this.#hints = hints
      if (!this.isOver) this.drawSoon()
    })
    // A daemon that refuses ends the drag at once; one that is unreachable is reported on release.
    this.#begun.catch(error => { if (!error.isAway && !this.isOver) this.#fail(error) })
  }

  #ask() {
    const { kind, panel, edge } = this.#intent
    return this.#stage.arranging.hints({
      kind: kind === "out" ? "move" : kind, panel: panel.id, pointer: this.#down, ...edge && { edge },
    })
  }

  draw() {
    this.#result = this.#computed()
    const { kind } = this.#intent
    if (kind === "splitter") return this.#stage.drawWindow(this.#result.window)
    if (kind === "tab" && !this.#isTorn && this.#isInBar) return this.#drawAlong()
    if (kind === "tab" && !this.#isTorn) this.#tear()
    this.#stage.drawHeld(this.#result)
    if (kind !== "resize") this.#stage.showSlot(this.#result.slot ?? this.#result.refused ?? null, this.#result.frame)
    this.#stage.snap(this.#result.slot ? null : this.#result.frame, this.#held)
  }

  /** Over its own bar a tab only changes its place there, as long as it has not been dragged out. */
  get #isInBar() { return holds({ ...this.#intent.stack, height: 32 }, this.#pointer) }

  #drawAlong() {
    return this.#stage.tabs?.draw(this.#pointer.x - this.#down.x, this.#pointer, this.#hints.tabPlaces ?? 0)
  }

  #tear() {
    this.#isTorn = true
    this.#stage.tabs?.clear()
    this.#stage.hold()
  }

  #computed() {
    const { kind, panel, edge, separator } = this.#intent
    if (kind === "splitter") {
      const value = splitterValue(separator, this.#down, this.#pointer)
      return { value, window: withSplitter(this.#stage.window, separator, value) }
    }
    const delta = { x: this.#pointer.x - this.#down.x, y: this.#pointer.y - this.#down.y }
    if (kind === "resize") {
      return this.#snapped({ isFree: true, slot: null, frame: resized(panel.frame, edge, delta, this.#hints) }, edge)
    }
    if (kind === "tab" || kind === "out") return this.#snapped(this.#movedTab())
    const { frame: start, side } = panel
    const drag = { start, side, size: this.#size(panel), down: this.#down, isFree: this.#isFree }
    const result = moved(drag, this.#pointer, this.#hints, this.#isAlt)
    this.#isFree = result.isFree
    return this.#snapped(result)
  }

  /** A floating panel snaps to edges near it, unless Alt is held; one that will be pinned or stacked does not. */
  #snapped(result, edge = null) {
    const isLoose = result.isFree && !result.slot && !this.#isAlt
    const { frame, held } = isLoose ? snapped(result.frame, this.#hints, this.#held, edge)
      : { frame: result.frame, held: { x: null, y: null } }
    this.#held = held
    return { ...result, frame }
  }

  /** A tab hangs from the pointer by the middle of its title. */
  #movedTab() {
    const { x, y } = this.#down, { stack } = this.#intent
    const { width, height } = this.#hints.freed ?? stack
    const start = { x: x - width / 2, y: y - 16, width, height }
    const drag = { start, side: null, size: start, down: this.#down, isFree: true }
    return moved(drag, this.#pointer, this.#hints, this.#isAlt)
  }

  /** The panel's size once it floats. */
  #size(panel) {
    if (panel.place === "floating") return panel.frame
    return this.#hints.freed ?? { width: Math.min(panel.frame.width, 400), height: Math.min(panel.frame.height, 400) }
  }

  keyed(event) {
    super.keyed(event)
    if (event.key !== "Alt" || !this.isStarted) return
    // Alt alone would open the browser's menu.
    event.preventDefault()
    this.#isAlt = event.type === "keydown"
    this.drawSoon()
  }

  async released(event) {
    this.#pointer = this.#place(event)
    this.#isAlt = event.altKey
    this.finish()
    if (!this.isStarted) return this.#stage.clicked(this.#intent)
    if (this.#intent.kind === "out") preventNextClick()
    // The hints say where it can be dropped, so even a quick release waits for them.
    try { await this.#begun } catch (error) { return this.#fail(error) }
    this.#result = { ...this.#computed(), tab: this.#tab }
    const preview = this.#isWhereItWas() ? null : this.#dropAt(this.#hints)
    if (!preview) return this.reverted()
    await this.#stage.arranging.drop(preview, () => this.#previewAgain())
    return this.#stage.settle()
  }

  /** The preview as a command; null if it changes nothing. */
  #dropAt(hints) {
    const { edge, separator } = this.#intent
    if (separator) return this.#moveBorder(this.#stage.arranging.window)
    const command = dropCommand(this.#result, hints, { edge, isPinSuppressed: this.#isAlt })
    return command && { command, revision: hints.revision, reason: this.#result.refused?.reason }
  }

  /** The preview on panels that have changed meanwhile; null if its place is gone. */
  async #previewAgain() {
    if (this.#intent.separator) return this.#moveBorder(await this.#stage.arranging.reload())
    const hints = await this.#ask()
    return isStillThere(this.#result, hints) ? this.#dropAt(hints) : null
  }

  #moveBorder({ separators, revision }) {
    const { id, controls } = this.#intent.separator
    const separator = separators.find(one => one.id === id && one.controls === controls)
    const { value } = this.#result
    return separator && value !== separator.value ? { command: splitterCommand(separator, value), revision } : null
  }

  /** Whether it hardly moved, did not come off its side, or was dropped over its own slot. */
  #isWhereItWas() {
    const { panel, kind } = this.#intent
    const { isFree, slot, tab } = this.#result
    if (kind === "splitter" || kind === "resize") return false
    if (kind === "tab" || kind === "out") {
      const { origin, unpin } = this.#hints
      const isHome = kind === "tab" ? this.#isInBar : !!origin && holds(origin, this.#pointer)
      const way = Math.max(Math.abs(this.#pointer.x - this.#down.x), Math.abs(this.#pointer.y - this.#down.y))
      return tab === null && (isHome || way < unpin)
    }
    return !isFree || (panel.place === "pinned" && slot?.side === panel.side && slot.index === panel.index)
  }

  /** The tab's new index along its own bar; null if it stays, or leaves. */
  get #tab() {
    const { tabs } = this.#stage
    if (this.#intent.kind !== "tab" || !tabs || !this.#isInBar || this.#isAlt) return null
    const place = tabs.placeAt(this.#pointer, this.#hints.tabPlaces ?? 0)
    return place === tabs.held ? null : place
  }

  reverted() {
    this.#stage.settle()
    this.#stage.arranging.release()
  }

  #fail(error) {
    this.finish()
    this.#stage.settle()
    this.#stage.arranging.endDrag(error)
  }

  finished() {
    this.#stage.showSlot(null)
    this.#stage.snap(null)
    this.#stage.over(this.isStarted)
  }
}
