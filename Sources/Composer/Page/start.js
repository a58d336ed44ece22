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

if (panel && window.opener) {
  const { onDemand } = await import("./elements/on-demand.js")
  const { showAway } = await onDemand(() => import("./elements/away-page.js"), "away")()
  showAway(panel)
} else {
  // The page that such a window belonged to is gone: the whole desk is more use.
  if (panel) history.replaceState(null, "", location.pathname)
  await painted()
  document.head.append(document.querySelector("#modules").content)
  await import("./composer.js")
}
