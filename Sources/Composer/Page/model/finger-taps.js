/** Two taps with three fingers, soon after each other: PanelKit's way to see all panels at once. */
export const tapRule = { fingers: 3, taps: 2, pauseMilliseconds: 600, tapMilliseconds: 350 }

/**
 * Counts the taps of several fingers. A press that lasts, or with other fingers, begins anew.
 * @returns {{down: (fingers: number, at: number) => void, up: (fingers: number, at: number) => boolean}} `up` is told
 *   how many fingers are left, and answers whether that was the last of the taps
 */
export function fingerTaps(rule = tapRule) {
  let most = 0, began = 0, taps = 0, ended = -Infinity
  return {
    down(fingers, at) {
      if (fingers === 1 || most === 0) began = at
      most = Math.max(most, fingers)
    },
    up(fingers, at) {
      if (fingers > 0) return false
      const isTap = most === rule.fingers && at - began <= rule.tapMilliseconds
      taps = isTap ? (began - ended <= rule.pauseMilliseconds ? taps + 1 : 1) : 0
      most = 0
      ended = at
      if (taps < rule.taps) return false
      taps = 0
      return true
    },
  }
}
