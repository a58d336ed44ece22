/**
 * Makes the children of a list be these, in this order, and moves only those that must: a row that stays keeps its
 * focus, its selection and its scroll position.
 * @param {Element} list
 * @param {Element[]} wanted
 */
export function arrange(list, wanted) {
  const stays = new Set(wanted)
  for (const child of [...list.children]) if (!stays.has(child)) child.remove()
  let next = list.firstElementChild
  for (const row of wanted) {
    if (row === next) next = next.nextElementSibling
    else move(list, row, next)
  }
}

/** `moveBefore` keeps the focus within; where it is missing a moved row loses it. */
function move(list, row, before) {
  if (row.parentNode === list && list.moveBefore) list.moveBefore(row, before)
  else list.insertBefore(row, before)
}

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
