/** Starts the whole page, or one panel in a browser window of its own, in which case the address names the panel. */
const panel = new URL(location.href).searchParams.get("panel")
/** The longest wait for the first paint. Some browsers paint nothing, such as those in the background. */
const paintMilliseconds = 250

/**
 * Resolves when the text area is painted and accepts input. Until then nothing else competes for the browser's
 * attention.
 */
const painted = () => new Promise(resolve => {
  if (document.hidden) return resolve()
  setTimeout(resolve, paintMilliseconds)
  return requestAnimationFrame(() => setTimeout(resolve))
})

/** The page of one panel. The user may close it while it loads; then there is nothing left to do. */
async function showPanel() {
  const { showAway } = await import("./view/desk/away-page.js")
  showAway(panel)
}

async function showDesk() {
  // The page that opened this window is gone: show the whole desk instead.
  if (panel) history.replaceState(null, "", location.pathname)
  await painted()
  document.head.append(document.querySelector("#modules").content)
  await import("./composer.js")
}

/** The daemon became unreachable while the page was loading. */
function showFailure() {
  document.querySelector("main").before(Object.assign(document.createElement("p"), {
    role: "alert", className: "start-note",
    textContent: "Parts of the page did not load. Copy what you have written, then reload it.",
  }))
}

if (panel && window.opener) {
  await showPanel().catch(showFailure)
} else {
  await showDesk().catch(error => {
    showFailure()
    throw error
  })
}
