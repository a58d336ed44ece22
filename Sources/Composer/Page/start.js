/** The page itself, or one panel of it in a browser window of its own: then its address names the panel. */
const panel = new URL(location.href).searchParams.get("panel")
/** A browser that paints nothing for so long, such as one in the background, is not waited for. */
const paintMilliseconds = 250

/** When the text is painted, in which one can write: until then nothing else has the browser's attention. */
const painted = () => new Promise(resolve => {
  if (document.hidden) return resolve()
  setTimeout(resolve, paintMilliseconds)
  return requestAnimationFrame(() => setTimeout(resolve))
})

/** The page of one panel. It may be closed while it loads, and then needs nothing any more. */
async function showPanel() {
  const { showAway } = await import("./view/away-page.js")
  showAway(panel)
}

async function showDesk() {
  // The page that such a window belonged to is gone: the whole desk is more use.
  if (panel) history.replaceState(null, "", location.pathname)
  await painted()
  document.head.append(document.querySelector("#modules").content)
  await import("./composer.js")
}

/** The daemon went while the page was loading. */
function tell() {
  document.querySelector("main").before(Object.assign(document.createElement("p"), {
    role: "alert", className: "start-note",
    textContent: "Galley is not all here: parts of the page did not arrive. Copy what you have written, and load the page again.",
  }))
}

if (panel && window.opener) {
  await showPanel().catch(tell)
} else {
  await showDesk().catch(error => {
    tell()
    throw error
  })
}
