/** Calls `run` once for many calls close together, and once more for calls that come while it runs. */
export function coalesced(run, milliseconds) {
  let timer
  let running = false
  let again = false
  const start = async () => {
    timer = undefined
    running = true
    again = false
    try { await run() } finally {
      running = false
      if (again) call()
    }
  }
  const call = () => {
    if (running) again = true
    else timer ??= setTimeout(start, milliseconds)
  }
  return call
}
