/** Puts the page together: the desk, its commands, and the elements that get both. */
import { Arranging } from "./model/arranging.js"
import { CommandList } from "./model/commands.js"
import { Desk } from "./model/desk.js"
import { Problem, request } from "./net/api.js"
import { subscribe } from "./net/events.js"
import { windowIdentity, windowRoutes } from "./net/windows.js"

const commands = new CommandList()
const desk = new Desk({ request, subscribe, Problem })
const arranging = new Arranging({ routes: windowRoutes, identity: windowIdentity })

for (const name of ["desk-toolbar", "post-editor", "panel-layer", "notice-board"]) {
  Object.assign(document.querySelector(name), { desk, commands, arranging })
}

subscribe(message => arranging.receive(message))
import("./elements/panel-layer.js").catch(() => {})
