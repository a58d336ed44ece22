/** The page itself, or one panel of it in a browser window of its own: then its address names the panel. */
const panel = new URL(location.href).searchParams.get("panel")
if (panel && window.opener) {
  const { onDemand } = await import("./elements/on-demand.js")
  const { showAway } = await onDemand(() => import("./elements/away-page.js"), "away")()
  showAway(panel)
} else {
  // The page that such a window belonged to is gone: the whole desk is more use.
  if (panel) history.replaceState(null, "", location.pathname)
  await import("./composer.js")
}
