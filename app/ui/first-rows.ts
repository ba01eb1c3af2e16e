/** Rows of a list that is not on screen yet. Without React, because the bootstrap script paints the first rows. */

/** Assumed height of a row before it can be measured, CSS pixels. */
export const assumedRowHeight = 40
/** Height of a row in compact density (`--sw-row`), CSS pixels. */
const compactRowHeight = 26
/** Minimum height above the list, CSS pixels: the headers of the widget, the panel and the columns. */
const minHeightAbove = 150

/** Returns the number of rows that the frame has space for; none without a window, in the build. */
export const firstRowCount = (): number =>
  Math.max(
    0,
    Math.ceil(
      ((globalThis.innerHeight ?? 0) - minHeightAbove) /
        (globalThis.document?.querySelector('[data-density=compact]') ? compactRowHeight : assumedRowHeight),
    ),
  )
