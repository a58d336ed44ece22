import { placeInWords } from "./panel-lists.js"
import { isShown } from "./panels.js"

/** Sizes of windows in which one may want to see the arrangement, in CSS px. */
export const otherSizes = [
  { id: "phone", title: "Phone", width: 390, height: 844 },
  { id: "tablet", title: "Tablet, upright", width: 820, height: 1180 },
  { id: "tablet-across", title: "Tablet, across", width: 1180, height: 820 },
  { id: "laptop", title: "Laptop", width: 1366, height: 900 },
  { id: "screen", title: "Large screen", width: 1920, height: 1080 },
  { id: "large", title: "Very large screen", width: 2560, height: 1440 },
]

/**
 * What a drawing of the window shows: the text and every panel on the screen, from the back to the front.
 * @param {DeskWindow} window as the daemon simulates it
 * @returns {{title: string, frame: Frame, isText: boolean}[]}
 */
export function pieces(window) {
  const shown = window.panels.filter(isShown).sort((one, other) => (one.z ?? 0) - (other.z ?? 0))
  const titleOf = id => window.panels.find(panel => panel.id === id)?.title ?? id
  return [
    { title: "Text", frame: window.body, isText: true },
    ...shown.map(({ title, frame, stack }) =>
      ({ title: stack ? stack.panels.map(titleOf).join(" · ") : title, frame, isText: false })),
  ]
}

/** The same in words, those on the screen first: “Preview: Pinned left”. What is closed is left out. */
export function piecesInWords(window) {
  const isCompact = window.class === "compact"
  const named = window.panels.filter(panel => panel.place !== "closed" && !(isCompact && panel.id === "meta"))
    .map(panel => ({ isSeen: isShown(panel), words: `${panel.title}: ${placeInWords(panel)}`, reason: panel.reason }))
  if (isCompact) return ["One panel at a time, below the text."]
  return [...named.filter(one => one.isSeen), ...named.filter(one => !one.isSeen)]
    .map(({ words, reason }) => reason ? `${words}. ${reason}` : words)
}
