/** Stacks of panels: one frame with a tab for each. The daemon gives the frame to the first panel, the leader. */

/** The panel that stands for the whole stack: its leader, or the panel itself when it stands alone. */
export const leaderOf = panel => panel.stack?.panels[0] ?? panel.id

/** The tabs of a panel's stack, or none. @returns {{id: string, title: string, isSelected: boolean}[]} */
export const tabsOf = (window, panel) => (panel.stack?.panels ?? []).map(id => ({
  id, title: window.panels.find(one => one.id === id)?.title ?? id, isSelected: id === panel.stack.selected,
}))

/**
 * The window with the frame of every stack given to the panel that is in front of it, for that one is seen there.
 * @param {DeskWindow} window as the daemon says
 */
export function faced(window) {
  const fronts = new Map()
  for (const { id, stack, frame } of window.panels) {
    if (stack && frame && stack.selected !== id) fronts.set(id, stack.selected)
  }
  if (fronts.size === 0) return window
  const behind = new Map([...fronts].map(([leader, front]) => [front, leader]))
  const of = id => window.panels.find(panel => panel.id === id)
  const panels = window.panels.map(panel => {
    if (fronts.has(panel.id)) return standing(panel, of(fronts.get(panel.id)))
    return behind.has(panel.id) ? standing(panel, of(behind.get(panel.id))) : panel
  })
  const separators = window.separators.map(separator =>
    ({ ...separator, controls: fronts.get(separator.controls) ?? separator.controls }))
  return { ...window, panels, separators }
}

/** `panel` where `other` stands. */
export const standing = (panel, { place, side, index, frame, z, resize, reason, isLocked, exposed }) =>
  ({ ...panel, place, side, index, frame, z, resize, reason, isLocked, exposed })

/** The tab in front goes a place further along its stack's bar. */
export function tabItems({ id, title, stack }) {
  const panels = stack?.panels ?? [], at = panels.indexOf(stack?.selected ?? id)
  return [["previous", -1, "left"], ["next", 1, "right"]].map(([name, by, arrow]) => ({
    id: `tab.${name}`, title: by < 0 ? "Tab one place back" : "Tab one place on", icon: `move-${arrow}`,
    keys: by < 0 ? "Alt+Shift+PageUp" : "Alt+Shift+PageDown",
    command: { command: "tab", panel: panels[at] ?? id, index: at + by },
    ...(!stack || !panels[at + by]) && {
      reason: !stack ? `${title} is in no stack.` : `The tab is the ${by < 0 ? "first" : "last"} one.`,
    },
  }))
}
