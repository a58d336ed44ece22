/** Runs once for all windows of this browser: one event stream, every message to each window. */
import { EventLine } from "./events.js"

const ports = new Set()
const line = new EventLine(message => { for (const port of ports) port.postMessage(message) })

globalThis.onconnect = event => {
  const [port] = event.ports
  ports.add(port)
  port.onmessage = message => { if (message.data === "bye") leave(port) }
  port.start()
  if (ports.size === 1) line.open()
  else if (line.isOpen !== null) port.postMessage({ kind: "line", isOpen: line.isOpen })
}

function leave(port) {
  ports.delete(port)
  if (ports.size === 0) line.close()
}
