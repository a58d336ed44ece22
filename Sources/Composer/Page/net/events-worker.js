/** Runs once for all windows of a user in this browser: one event stream, every message to each window. */
import { EventLine, lineWishes, workerName } from "./events.js"

const ports = new Set()
const line = new EventLine(message => { for (const port of ports) port.postMessage(message) },
  globalThis.name.slice(workerName.length))

globalThis.onconnect = event => {
  const [port] = event.ports
  ports.add(port)
  port.onmessage = ({ data }) => {
    if (data === "bye") leave(port)
    else if (lineWishes.includes(data)) line[data]()
  }
  port.start()
  if (ports.size === 1) line.open()
  else if (line.state) port.postMessage(line.state)
}

function leave(port) {
  ports.delete(port)
  if (ports.size === 0) line.close()
}
