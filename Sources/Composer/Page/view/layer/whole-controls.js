/** What a finger or an eye takes for one thing; higher than that, it is a container. */
const controls = "button, input, select, textarea, a[href], li, [role=row]"
const highest = 120

/**
 * Ends what a phone's sheet shows at first with a whole control: one that the lower edge would cut is out of sight until
 * something in the sheet is scrolled.
 * @param {HTMLElement} room holds the content, and scrolls unless a part of it does
 */
export function endWithWholeControl(room) {
  const { top: start, bottom } = room.getBoundingClientRect()
  const frames = isScrolled(room) ? [] : [...room.querySelectorAll(controls)].map(control => control.getBoundingClientRect())
  let end = bottom
  for (const { top, height } of frames.sort((one, other) => other.top - one.top)) {
    if (height > 0 && height <= highest && top < end && top + height > end + 1) end = top
  }
  // Of a sheet that is lower than its first control, that is seen.
  room.style.clipPath = end < bottom && end > (start + bottom) / 2 ? `inset(0 0 ${bottom - end}px)` : ""
}

function isScrolled(room) { return [room, ...room.querySelectorAll("*")].some(part => part.scrollTop > 0) }
