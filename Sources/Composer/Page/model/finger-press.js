/**
 * Long presses, as dockview has them: a finger that rests a quarter of a second picks up what a quick one would scroll,
 * and one that rests half a second asks for the menu when it is lifted. What moves before that means neither.
 */
export const pressRule = { pickUpMilliseconds: 250, menuMilliseconds: 500, slop: 8 }

/**
 * What a finger's movement means before it has picked anything up.
 * @param {{x: number, y: number}} way from where it came down
 * @returns {"rest"|"along"|"across"} along is where a bar of tabs scrolls
 */
export function movement({ x, y }, slop = pressRule.slop) {
  if (Math.hypot(x, y) <= slop) return "rest"
  return Math.abs(x) >= Math.abs(y) ? "along" : "across"
}
