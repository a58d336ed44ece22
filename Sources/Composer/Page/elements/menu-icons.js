import { frame, icon } from "./panel-icons.js"

/** The line drawings beside those of title bars, which come with the first menu, strip or list. */

const shapes = {
  look: ["M1.8 8S4 4 8 4s6.2 4 6.2 4S12 12 8 12 1.8 8 1.8 8z", "M8 9.6a1.6 1.6 0 1 0 0-3.2 1.6 1.6 0 0 0 0 3.2z"],
  window: [frame, "M2.5 6.2h11"],
  expand: ["M13 8H3.2M6.6 4.6L3.2 8l3.4 3.4"],
  strip: [frame, "M11.4 3.5v9"],
  stack: ["M2.5 6.5h11v7h-11z", "M2.5 6.5v-3h4.6l1.4 3"],
  unstack: ["M2.5 8.5h7v5h-7z", "M8.6 7.4l4.8-4.8M9.8 2.6h3.6v3.6"],
  check: ["M3.4 8.4l3 3 6.2-6.6"],
  "pin-left": [frame, "M2.5 3.5h3.8v9H2.5z"],
  "pin-right": [frame, "M9.7 3.5h3.8v9H9.7z"],
  "pin-top": [frame, "M2.5 3.5h11V7h-11z"],
  "pin-bottom": [frame, "M2.5 9h11v3.5h-11z"],
  "sheet-left": ["M2.5 3.5h6.6a2 2 0 0 1 2 2v5a2 2 0 0 1-2 2H2.5", "M8.6 6.6v2.8"],
  "sheet-right": ["M13.5 3.5H6.9a2 2 0 0 0-2 2v5a2 2 0 0 0 2 2h6.6", "M7.4 6.6v2.8"],
  "sheet-top": ["M3.5 2.5v6.6a2 2 0 0 0 2 2h5a2 2 0 0 0 2-2V2.5", "M6.6 8.6h2.8"],
  "sheet-bottom": ["M3.5 13.5V6.9a2 2 0 0 1 2-2h5a2 2 0 0 1 2 2v6.6", "M6.6 7.4h2.8"],
  "move-left": ["M13 8H3.2M6.6 4.6L3.2 8l3.4 3.4"],
  "move-right": ["M3 8h9.8M9.4 4.6L12.8 8l-3.4 3.4"],
  "move-up": ["M8 13V3.2M4.6 6.6L8 3.2l3.4 3.4"],
  "move-down": ["M8 3v9.8M4.6 9.4L8 12.8l3.4-3.4"],
  wider: ["M2 8h12M4.6 5.4L2 8l2.6 2.6M11.4 5.4L14 8l-2.6 2.6"],
  narrower: ["M1.6 8h4.6M4 5.6L6.4 8 4 10.4M14.4 8H9.8M12 5.6L9.6 8l2.4 2.4"],
  taller: ["M8 2v12M5.4 4.6L8 2l2.6 2.6M5.4 11.4L8 14l2.6-2.6"],
  shorter: ["M8 1.6v4.6M5.6 4L8 6.4 10.4 4M8 14.4V9.8M5.6 12L8 9.6l2.4 2.4"],
  unlock: ["M4 7.4h8v5.8H4z", "M5.6 7.2V5a2.4 2.4 0 0 1 4.6-1"],
  reset: ["M3.4 5.4A5.4 5.4 0 1 1 2.7 9M3 2.6v3h3"],
  undo: ["M6 3L2.8 6.2 6 9.4M3.2 6.2h6.2a3.6 3.6 0 0 1 0 7.2H6.6"],
  redo: ["M10 3l3.2 3.2L10 9.4M12.8 6.2H6.6a3.6 3.6 0 0 0 0 7.2h2.8"],
}

/** A drawing by its name, of these or of title bars; an unknown name gives an empty one. */
export const menuIcon = name => icon(name, shapes)
