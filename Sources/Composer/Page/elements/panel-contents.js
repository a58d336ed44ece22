/**
 * What stands in which panel: the element `ID-panel`, whose module is loaded when the panel is shown for the first time.
 * Those of a new desk are asked for by `index.html` already. Meta's own is made by the arranging half.
 */
export const panelContents = {
  title: () => import("./title-panel.js"),
  date: () => import("./date-panel.js"),
  tags: () => import("./tags-panel.js"),
  preview: () => import("./preview-panel.js"),
  targets: () => import("./targets-panel.js"),
  queue: () => import("./queue-panel.js"),
  posts: () => import("./posts-panel.js"),
  media: () => import("./media-panel.js"),
}
