/** Makes elements from words of the page itself; texts go in as text, never as markup. */

const attributePattern = /^(aria-|data-|role$|list$|for$|autocapitalize$|popover$|sandbox$)/

/**
 * @param {string} tag
 * @param {object} [properties] `class`, `on…` listeners, `aria-…`/`data-…`/`role` as attributes, anything else as a
 * property
 * @param {...(Node|string)} children
 */
export function make(tag, properties = {}, ...children) {
  const element = document.createElement(tag)
  for (const [name, value] of Object.entries(properties)) {
    if (value === undefined || value === null) continue
    if (name === "class") element.className = value
    else if (name.startsWith("on")) element.addEventListener(name.slice(2), value)
    else if (attributePattern.test(name)) element.setAttribute(name, value)
    else element[name] = value
  }
  element.append(...children.filter(child => child !== null && child !== undefined))
  return element
}

/**
 * A button that does something at once.
 * @param {string|Node} title
 * @param {() => void} run
 * @param {object} [properties] as of `make`; without a class it looks like a button
 */
export function button(title, run, properties = {}) {
  return make("button", { type: "button", class: "button", onclick: run, ...properties }, title)
}

/** Shows a text only when it is another one: a live region should not be told twice. */
export function say(element, text) {
  if (element.textContent !== text) element.textContent = text
}

/** Tells the screen reader something that the eye sees anyway. */
export function announce(element, words) {
  element.dispatchEvent(new CustomEvent("announce", { bubbles: true, detail: words }))
}

const drawings = {
  new: "M4 13h8.5M10.2 2.8l3 3L6.4 12.6l-3.6.6.6-3.6z",
  posts: "M2.6 4.4h10.8M2.6 8h10.8M2.6 11.6h7",
  undo: "M6 3L2.8 6.2 6 9.4M3.2 6.2h6.2a3.6 3.6 0 0 1 0 7.2H6.6",
  redo: "M10 3l3.2 3.2L10 9.4M12.8 6.2H6.6a3.6 3.6 0 0 0 0 7.2h2.8",
  back: "M9.6 3.2L4.8 8l4.8 4.8",
  close: "M4.2 4.2l7.6 7.6M11.8 4.2l-7.6 7.6",
  trash: "M3 4.5h10M6.2 4.3V2.8h3.6v1.5M4.4 4.6l.6 8.6h6l.6-8.6",
  clock: "M8 13.6A5.6 5.6 0 1 0 8 2.4a5.6 5.6 0 0 0 0 11.2zM8 4.8V8l2.2 1.6",
  check: "M3.4 8.4l3 3 6.2-6.6",
  warning: "M8 2.6l6 10.6H2zM8 6.6v3M8 11.4h.01",
}
const namespace = "http://www.w3.org/2000/svg"

/** A line drawing of 16 × 16 in the colour of the text. */
export function drawing(name) {
  const svg = document.createElementNS(namespace, "svg")
  svg.setAttribute("viewBox", "0 0 16 16")
  svg.setAttribute("class", "drawing")
  svg.setAttribute("aria-hidden", "true")
  const path = document.createElementNS(namespace, "path")
  path.setAttribute("d", drawings[name] ?? "")
  svg.append(path)
  return svg
}

export const isMac = /Mac|iP(hone|ad|od)/.test(navigator.platform)
