/** Puts the page together: the desk, its commands, and the elements that get both. */
import { CommandList } from "./model/commands.js"
import { Desk } from "./model/desk.js"
import { Problem, request } from "./net/api.js"
import { subscribe } from "./net/events.js"

const commands = new CommandList()
const desk = new Desk({ request, subscribe, Problem })

for (const name of ["desk-toolbar", "post-editor", "panel-layer", "notice-board"]) {
  Object.assign(document.querySelector(name), { desk, commands })
}

// Until the arranging half is there the editor stands alone.
import("./elements/panel-layer.js").catch(() => {})
