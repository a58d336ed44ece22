import { make } from "./markup.js"

/** Line drawings of 16 × 16 in the colour of the text. They say nothing to a screen reader: their button has a name. */

/** The outline of a window. */
export const frame = "M2.5 3.5h11v9h-11z"
const shapes = {
  close: ["M4.2 4.2l7.6 7.6M11.8 4.2l-7.6 7.6"],
  collapse: ["M8 2.8v6.7M5 6.7l3 3 3-3M3.2 13h9.6"],
  more: ["M3.4 8h.01M8 8h.01M12.6 8h.01"],
  back: ["M9.8 3.4L5.2 8l4.6 4.6"],
  panels: [frame, "M5.8 3.5v9M10.2 3.5v9"],
  list: ["M2.6 4.4h10.8M2.6 8h10.8M2.6 11.6h10.8"],
  float: [frame, "M6 6.2h4.6v3.6H6z"],
  maximise: ["M9.4 3h3.6v3.6M13 3L9.2 6.8M6.6 13H3V9.4M3 13l3.8-3.8"],
  restore: ["M13 3L9.4 6.6M9.4 3.4v3.2h3.2M3 13l3.6-3.6M6.6 12.6V9.4H3.4"],
  lock: ["M4 7.4h8v5.8H4z", "M5.6 7.2V5.4a2.4 2.4 0 0 1 4.8 0v1.8"],
}
const filled = new Set(["pin-left", "pin-right", "pin-top", "pin-bottom", "float"])
const namespace = "http://www.w3.org/2000/svg"

/**
 * A drawing by its name; an unknown name gives an empty one, so that text stays in line.
 * @param {Object<string, string[]>} [more] paths by name, beside those of title bars (`menu-icons.js`)
 */
export function icon(name, more = {}) {
  const drawing = document.createElementNS(namespace, "svg")
  drawing.setAttribute("viewBox", "0 0 16 16")
  drawing.setAttribute("class", `panel-icon${name === "more" ? " is-dotted" : ""}`)
  drawing.setAttribute("aria-hidden", "true")
  for (const [index, shape] of (shapes[name] ?? more[name] ?? []).entries()) {
    const path = document.createElementNS(namespace, "path")
    path.setAttribute("d", shape)
    if (index > 0 && filled.has(name)) path.setAttribute("class", "is-filled")
    drawing.append(path)
  }
  return drawing
}

/** A button that shows a drawing, or one by its name, and is called `name`. */
export function iconButton(drawing, name, onClick) {
  return make("button", { type: "button", class: "panel-button", title: name, "aria-label": name, onclick: onClick },
    typeof drawing === "string" ? icon(drawing) : drawing)
}
