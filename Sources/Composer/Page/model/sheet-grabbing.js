/** What a grabber's keys and taps mean, and a press on what is dark behind a sheet. */
import { detentForArrow } from "./sheet-keys.js"
import { leastExpanded, mostExpanded } from "./sheet-track.js"

/** Whether it is as far out as it goes. */
export const isOut = sheet => mostExpanded(sheet).name === sheet.state

/** On the grabber: arrows step, Home and End go to the ends, Enter and Space go on. */
export function commandForGrabber(event, panel) {
  if (event.ctrlKey || event.metaKey || event.altKey) return null
  const { sheet, id } = panel
  const to = state => ({ command: "detent", panel: id, state })
  switch (event.key) {
  case "Home": return to(leastExpanded(sheet).name)
  case "End": return to(mostExpanded(sheet).name)
  case "Enter": case " ": return to(isOut(sheet) ? "less" : "more")
  default: return detentForArrow(event.key, panel)
  }
}

/** What a press on the darkness behind a sheet asks for: the furthest place without it, else to be closed. */
export function dismissal(panel) {
  const { sheet } = panel
  const light = [...sheet.states].sort((one, other) => other.order - one.order).find(state => state.backdrop === 0)
  if (sheet.isModal || !light) return { command: "close", panel: panel.id }
  return { command: "detent", panel: panel.id, state: light.name }
}
