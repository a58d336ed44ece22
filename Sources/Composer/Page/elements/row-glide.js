import { arrange } from "./row-order.js"

const glideMilliseconds = 220
/** More rows at once are another list, not rows that move. */
const glidesMax = 60

/** As `arrange`, and the eye can follow: rows glide to their new places, and new ones fade in. */
export function arrangeGliding(list, wanted) {
  const isCalm = matchMedia("(prefers-reduced-motion: reduce)").matches
  const before = new Map([...list.children].map(row => [row, row.offsetTop]))
  arrange(list, wanted)
  if (isCalm || before.size === 0 || list.children.length > glidesMax) return
  const timing = { duration: glideMilliseconds, easing: "cubic-bezier(0.2, 0, 0, 1)" }
  for (const row of list.children) {
    const from = before.get(row)
    const way = (from ?? row.offsetTop) - row.offsetTop
    if (from === undefined) row.animate([{ opacity: 0 }, { opacity: 1 }], timing)
    else if (way !== 0) row.animate([{ translate: `0 ${way}px` }, { translate: "0 0" }], timing)
  }
}
