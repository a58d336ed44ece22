import { onDemand } from "./on-demand.js"

/**
 * What stands in which panel: the element `ID-panel`, whose module and style are loaded when the panel is shown for the
 * first time. Those of a new desk are asked for by `index.html` already.
 */
export const panelContents = {
  title: onDemand(() => import("./title-panel.js")),
  date: onDemand(() => import("./date-panel.js")),
  tags: onDemand(() => import("./tags-panel.js")),
  preview: onDemand(() => import("./preview-panel.js")),
  targets: onDemand(() => import("./targets-panel.js"), "targets"),
  queue: onDemand(() => import("./queue-panel.js"), "queue"),
  posts: onDemand(() => import("./posts-panel.js"), "posts", "splitting"),
  media: onDemand(() => import("./media-panel.js"), "media"),
  meta: onDemand(() => import("./meta-panel.js"), "meta", "splitting"),
}
