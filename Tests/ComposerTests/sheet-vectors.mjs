/** The vectors of FloatingPanel that apply to the page: each check returns its result in the row's terms. */
import {
  backdropAt, dragged, isRemoved, projection, removalVelocity, restOf, segment, SheetFlight, SheetHold, spring,
  stiffness, stopOf, stretched,
} from "../../Sources/Composer/Page/model/sheet-motion.js"
import {
  appearance, backing, canScroll, contentFrame, drawnFrame, grabberArea, grabberFrame, isOnGrabber, scrollInsets, scrollLook,
} from "../../Sources/Composer/Page/model/sheet-surface.js"

const orders = { full: 1000, half: 500, tip: 100, hidden: 0 }
const test3 = {
  container: [375, 667], position: "bottom", anchors: {
    full: { value: 20, unit: "abs", edge: "top" }, half: { value: 250, unit: "abs", edge: "bottom" },
    tip: { value: 60, unit: "abs", edge: "bottom" },
  },
}

/** A sheet as the daemon would describe it: the rows contain anchors, from which the daemon computes places. */
function sheetOf(input, more = {}) {
  const { container = [375, 667], position = "bottom", anchors = test3.anchors, alpha = {}, displayScale } = input
  const safeArea = input.safeArea ?? {}
  const across = position === "left" || position === "right"
  const length = across ? container[0] : container[1]
  const [low, high] = across ? [safeArea.left, safeArea.right] : [safeArea.top, safeArea.bottom]
  const states = Object.entries(anchors).map(([name, { value, unit, edge, guide }]) => {
    const [near, far] = guide === "safeArea" ? [low ?? 0, length - (high ?? 0)] : [0, length]
    const distance = unit === "frac" ? value * (far - near) : value
    const position = rounded(edge === "top" || edge === "left" ? near + distance : far - distance, displayScale)
    return { name, order: orders[name] ?? 750, position, backdrop: alpha[name] ?? 0 }
  })
  const isFar = position === "bottom" || position === "right"
  const hidden = states.find(stop => stop.name === "hidden")
  return {
    edge: position, state: input.state ?? "half", states, contentMode: input.contentMode ?? "static",
    hiddenPosition: hidden?.position ?? (isFar ? length + 100 : -100),
    rubberBand: (input.rubberBandEdges ?? []).map(end => ({ top: "low", left: "low", bottom: "high", right: "high" })[end]),
    boundary: null, isRemovable: input.removalEnabled ?? false, ...more,
  }
}

/** To the display's pixels, halves away from zero, without digits after the ninth decimal. */
const rounded = (value, scale) =>
  scale ? Math.sign(value) * Math.round(Math.trunc(Math.abs(value) * 1e9) / 1e9 * scale) / scale : value

const lengthOf = ({ container = [375, 667], position }) =>
  position === "left" || position === "right" ? container[0] : container[1]
const frameOf = ([x, y, width, height]) => ({ x, y, width, height })
const numbers = ({ x, y, width, height }) => [x, y, width, height]
const at = (sheet, state) => ({ ...sheet, state })

/** FloatingPanel's default layout. */
const defaults = sheetOf({
  anchors: {
    full: { value: 18, unit: "abs", edge: "top", guide: "safeArea" },
    half: { value: 0.5, unit: "frac", edge: "bottom", guide: "safeArea" },
    tip: { value: 69, unit: "abs", edge: "bottom", guide: "safeArea" },
  },
})

function shown(sheet, state, way = {}) {
  const hold = new SheetHold()
  hold.show(at(sheet, state), stopOf(sheet, state).position, { isReduced: false, isGliding: false, ...way })
  return hold
}

const moved = (hold, sheet, state) =>
  hold.show(at(sheet, state), stopOf(sheet, state).position, { isReduced: false, isGliding: true })

function untilRest(hold) {
  let steps = 0
  while (hold.step(1 / 60)) if (++steps > 1000) throw new Error("it never rests")
  return steps
}

function dragLocation(input) {
  if (input.excess !== undefined) return { displayedExcess: stretched(input.excess, input.dimension, input.constant) }
  const sheet = sheetOf(input), { position } = stopOf(sheet, input.startState)
  return { location: dragged(sheet, position, input.diff, lengthOf(input), input.scrollingContent) }
}

export const sheetChecks = {
  projection: ({ velocity, rate }) => ({ distance: projection(velocity, rate) }),

  "rubber-band": dragLocation,
  "drag-location": dragLocation,

  segment(input) {
    const { lower, upper } = segment(sheetOf(input), input.location, input.forward)
    return { lower: lower?.name ?? null, upper: upper?.name ?? null }
  },

  "target-state"(input) {
    const { momentumProjectionRate: rate = 0.998, redirectionalProgress: threshold = 0.5, momentumProjection: isRolling } = input
    return { target: restOf(sheetOf(input), input.location, input.velocity, { rate, threshold, isRolling }).name }
  },

  removal(input) {
    const sheet = sheetOf(input), feel = { removal: input.threshold }
    const needed = removalVelocity(sheet, input.location, feel)
    return {
      removed: isRemoved(sheet, input.location, input.velocity, feel), velocityNeeded: needed,
      normalisedVelocity: input.velocity / needed * input.threshold,
    }
  },

  /** The page draws each state of which it hears, and a release at a stop's place is that stop's. */
  events({ initialState, moves, state, endAtAnchorOf }) {
    const hold = shown(defaults, initialState ?? state)
    if (moves) {
      return { events: [hold.sheet.state, ...moves.map(move => (moved(hold, defaults, move), hold.sheet.state))] }
    }
    hold.take()
    hold.pull(stopOf(defaults, endAtAnchorOf).position - hold.location, 667, 0)
    const { name, position } = hold.letGo(1000)
    return { state: name, willAttract: position !== hold.location, note: "the event fires AFTER the state changed" }
  },

  backdrop(input) {
    if (input.layout) return backdropOf(input)
    if (Array.isArray(input.sequence)) return backdropAfterLayout(input)
    return { alpha: backdropAt(sheetOf(input), input.location, input.translation) }
  },

  spring(input) {
    const feel = { deceleration: input.decelerationRate, response: input.responseTime }
    if (input.from !== undefined) return run(input, feel)
    if (input.initialVelocity === undefined) {
      const { ratio, ...rest } = stiffness(feel)
      return { dampingRatio: ratio, ...rest }
    }
    const { damping, frequency } = spring(feel, input.initialVelocity)
    return { dampingRatio: damping, angularFrequency: frequency }
  },

  motion({ from, to, prefersReducedMotion: isReduced }) {
    const sheet = sheetOf(test3), hold = new SheetHold()
    hold.show(at(sheet, "tip"), from, { isReduced, isGliding: false })
    hold.show(at(sheet, "half"), to, { isReduced, isGliding: true })
    return { steps: untilRest(hold) + 1, last: hold.location }
  },

  scroll(input) {
    if (input.sequence) return { scrollOffset: keptOffset(input.sequence) }
    if (input.scrollSafeArea) {
      const sheet = sheetOf(input, { scrolls: input.scrollAllowedIn })
      return { contentInset: scrollInsets(sheet, input.state, input.scrollSafeArea) }
    }
    const scrolls = { true: ["full", "half", "tip"], false: [] }[String(input.delegate)]
    const sheet = sheetOf(test3, { scrolls })
    if (input.state) return scrollLook(sheet, input.state)
    return { full: canScroll(sheet, "full"), half: canScroll(sheet, "half") }
  },

  surface(input) {
    if (input.appearanceCornerRadius !== undefined) return appearance({ cornerRadius: input.appearanceCornerRadius })
    if (input.borderWidth !== undefined) {
      return {
        borderWidth: appearance({ border: input.borderWidth }).borderWidth, defaultBorderWidth: appearance().borderWidth,
      }
    }
    return surfaceParts(input, frameOf(input.surface))
  },

  gesture(input) {
    const sheet = sheetOf(test3), hold = new SheetHold()
    hold.isMovable = input.panEnabled
    hold.show(at(sheet, "half"), stopOf(sheet, "half").position, { isReduced: false, isGliding: false })
    return { panEnabled: hold.take() }
  },

  controller(input, wanted) {
    if (wanted.width) return { width: input.cases.map(widthOf) }
    const sheet = sheetOf(test3), hold = shown(sheet, "full")
    moved(hold, sheet, input.action.includes("half") ? "half" : "tip")
    const steps = untilRest(hold) + 1
    return { didMoveCountGreaterThan: steps > wanted.didMoveCountGreaterThan ? wanted.didMoveCountGreaterThan : steps }
  },
}

function backdropOf({ alpha, moveTo, sequence }) {
  const sheet = sheetOf({ ...test3, alpha })
  if (moveTo) {
    const hold = shown(sheet, "tip")
    moved(hold, sheet, moveTo)
    untilRest(hold)
    return { alpha: hold.alpha }
  }
  const hold = shown(sheet, "half")
  for (const step of sequence.slice(1)) {
    if (step.includes("animated move")) moved(hold, sheet, "tip")
    else hold.show(at({ ...sheet, contentMode: "fitToBounds" }, "tip"), stopOf(sheet, "tip").position,
      { isReduced: false, isGliding: true })
  }
  const alphaImmediately = hold.alpha
  untilRest(hold)
  return { alphaImmediately, alphaWhenFinished: hold.alpha }
}

function backdropAfterLayout() {
  const hold = shown(sheetOf({ ...test3, alpha: { full: 0.3 } }), "full")
  const other = sheetOf(test3)
  hold.show(at(other, "full"), stopOf(other, "full").position, { isReduced: false, isGliding: false })
  return { alpha: hold.alpha }
}

function run({ from, to, initialVelocity, stepSeconds, displayScale }, feel) {
  const flight = new SheetFlight({ from, to, velocity: initialVelocity, scale: displayScale, feel })
  const first5 = [], seconds = 1 / Math.round(1 / stepSeconds)
  let steps = 0
  while (!flight.isOver) {
    flight.step(seconds)
    steps += 1
    if (first5.length < 5) first5.push([flight.location, flight.velocity])
    if (steps > 1000) throw new Error("it never rests")
  }
  return { first5, steps, last: flight.location }
}

function keptOffset(sequence) {
  const sheet = sheetOf(test3), hold = new SheetHold()
  let offset = 0
  for (const step of sequence) {
    const scroll = /^scroll to y (\d+)$/.exec(step)
    if (step === "at full") hold.show(at(sheet, "full"), 20, { isReduced: false, isGliding: false })
    else if (step === "pan began" && hold.take(true)) hold.pin(offset)
    else if (step === "pan cancelled") hold.cancel()
    else if (scroll) offset = hold.scrolled(Number(scroll[1]))
    else if (step.startsWith("animated move")) moved(hold, sheet, "half")
  }
  return [0, hold.scrolled(offset)]
}

function surfaceParts(input, surface) {
  const { position } = input, found = {}
  const bar = grabberFrame(surface, position, {
    padding: input.grabberPadding, length: input.grabberSize?.[0], thickness: input.grabberSize?.[1],
  })
  Object.assign(found, {
    grabberMinY: bar.y, grabberMaxY: bar.y + bar.height, grabberMinX: bar.x, grabberMaxX: bar.x + bar.width,
    grabberSize: [bar.width, bar.height],
    area: numbers(grabberArea(surface, position, input.grabberAreaOffset)),
    container: numbers(backing(surface, position, input.containerOverflow, input.containerMargins)),
  })
  const margins = input.containerMargins ?? 0, padding = input.contentPadding ?? 0
  found.contentInSurface = found.content = numbers(contentFrame(surface, { margins, padding }))
  const [x, y, width, height] = found.content
  found.contentInContainer = [x - margins, y - margins, width, height]
  if (input.point) {
    const [x, y] = input.point
    found.contains = isOnGrabber(surface, position, { x, y }, input.grabberAreaOffset)
  }
  return found
}

/** The daemon decides how wide a sheet is (`Tests/PanelVectors`); the page draws a moving sheet at the same width. */
function widthOf(name) {
  const { x, width, inset = 0, whole } = {
    "phone portrait": { x: 0, width: 390, whole: 390 }, pad: { x: 8, width: 375, whole: 820 },
    "phone landscape": { x: 55, width: 291, inset: 47, whole: 844 },
  }[name]
  const drawn = drawnFrame(sheetOf(test3), { x, y: 400, width, height: 267 }, 417, 56)
  if (drawn.width === whole) return "full"
  return `${drawn.width} at leading ${drawn.x - inset}${inset > 0 ? " + safe area" : ""}`
}
