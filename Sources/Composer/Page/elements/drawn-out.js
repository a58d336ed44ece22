import { FingerPress } from "./finger-press.js"

/**
 * What stands in a list and is drawn out of it: with the mouse at once; a finger rests on it first, else it scrolls.
 * @param {PointerEvent} press
 * @param {HTMLElement} item
 * @param {{grab: () => void, held: (isHeld: boolean) => void}} answers `held` while a finger has it
 */
export function drawnOut(press, item, { grab, held }) {
  if (press.pointerType === "mouse") return grab()
  const hold = isHeld => {
    held(isHeld)
    item.classList.toggle("is-picked", isHeld)
  }
  new FingerPress(press, {
    pickUp: () => {
      hold(true)
      grab()
    }, dropped: () => hold(false),
  })
}
