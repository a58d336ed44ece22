/** Which element stands in which panel. Meta's own is made by the arranging half. */
import "./title-panel.js"
import "./date-panel.js"
import "./tags-panel.js"
import "./preview-panel.js"
import "./targets-panel.js"
import "./queue-panel.js"
import "./posts-panel.js"

export const panelContents = {
  title: "title-panel", date: "date-panel", tags: "tags-panel", preview: "preview-panel", targets: "targets-panel",
  queue: "queue-panel", posts: "posts-panel",
}
