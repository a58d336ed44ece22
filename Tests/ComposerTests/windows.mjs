/** A window as the daemon describes it: Preview left, Title top, Date and Tags right, Queue floating, Posts in Meta. */
export function deskWindow(change = {}) {
  const panel = (id, title, place, more = {}) =>
    ({ id, title, place, side: null, index: null, frame: null, z: 0, resize: [], reason: null, ...more })
  const pinned = (id, title, side, index, x, y, width, height) =>
    panel(id, title, "pinned", { side, index, frame: { x, y, width, height }, z: 1 })
  const separator = (id, orientation, frame, value, minimum, maximum, controls, label) =>
    ({ id, side: id.split("/")[0], orientation, frame, value, minimum, maximum, controls, label })
  return {
    id: "w-1", follows: "desk", arrangement: "desk", revision: 6, class: "wide", width: 1366, height: 1000, insets: {},
    body: { x: 420, y: 150, width: 546, height: 850 },
    panels: [
      pinned("title", "Title", "top", 0, 420, 0, 546, 150), pinned("date", "Date", "right", 0, 966, 0, 400, 500),
      pinned("tags", "Tags", "right", 1, 966, 500, 400, 500), pinned("preview", "Preview", "left", 0, 0, 0, 420, 1000),
      panel("targets", "Targets", "closed"),
      panel("queue", "Queue", "floating", { frame: { x: 600, y: 300, width: 300, height: 280 }, z: 2 }),
      panel("posts", "Posts", "meta", { side: "left", reason: "There is no room for it." }), panel("meta", "Meta", "closed"),
    ],
    separators: [
      separator("left", "vertical", { x: 416, y: 0, width: 8, height: 1000 }, 420, 280, 646, "preview", "Preview"),
      separator("right", "vertical", { x: 962, y: 0, width: 8, height: 1000 }, 400, 280, 600, "date", "Date and Tags"),
      separator("right/1", "horizontal", { x: 966, y: 496, width: 400, height: 8 }, 500, 200, 850, "date", "Date"),
      separator("top", "horizontal", { x: 420, y: 146, width: 546, height: 8 }, 150, 100, 500, "title", "Title"),
    ],
    canUndo: true, canRedo: false, diagnostics: [], names: ["desk"], ...change,
  }
}

export const frameOf = (window, id) => window.panels.find(panel => panel.id === id).frame
