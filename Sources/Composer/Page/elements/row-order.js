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
