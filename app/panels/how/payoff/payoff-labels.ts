/** Places the labels of the diagram in two lanes, above and below the plot, without overlaps. */

export type Lane = 'above' | 'below'

const laneOf: readonly (Lane | undefined)[] = ['above', 'below', undefined]

/** A label to place at `x`. Pixels. */
export type LabelRequest = {
  id: string
  /** Position of its mark. */
  x: number
  /** Width of the drawn text. */
  width: number
  /** If there is no room for both, the label with the higher priority stays. */
  priority: number
  /** The only allowed lane; by default lanes alternate along x as far as there is room. */
  lane?: Lane
}

/** Position of a label, which reaches from `left` to `left + width`. */
export type PlacedLabel = { id: string; left: number; lane: Lane }

/**
 * Places the labels. Requirements: (1) labels of one lane keep `gap` apart; (2) every label is inside `0..width`; (3) a
 * label is above or below its own mark, so that a price is never read at the wrong position; (4) labels without room
 * are omitted, the least important first; (5) among equals, alternating lanes and positions nearest the marks win.
 *
 * Every assignment of labels to above, below or omitted is tried (3^n, n <= 6), which is exact and takes
 * microseconds; of more than six the least important are omitted.
 */
export function placeLabels(requests: readonly LabelRequest[], width: number, gap = 8): PlacedLabel[] {
  const sorted = requests
    .filter((request) => request.width > 0 && request.width <= width && request.x >= 0 && request.x <= width)
    .toSorted((a, b) => b.priority - a.priority)
    .slice(0, 6)
    .toSorted((a, b) => a.x - b.x || b.priority - a.priority)
    .map((request, index) => ({ ...request, preferred: request.lane ?? (index % 2 ? 'below' : 'above') }))
  let best: PlacedLabel[] = []
  let bestValue = -Infinity
  for (let code = 0; code < 3 ** sorted.length; code++) {
    const lanes = sorted.map((_, index) => laneOf[Math.floor(code / 3 ** index) % 3])
    if (sorted.some((request, index) => request.lane && lanes[index] && lanes[index] !== request.lane))
      continue
    let value = 0
    sorted.forEach((request, index) => {
      if (lanes[index]) value += 2 ** request.priority * 1000 - (lanes[index] === request.preferred ? 0 : 100)
    })
    // The distance from the marks only lowers the value, so this assignment cannot win.
    if (value <= bestValue) continue
    const placed: PlacedLabel[] = []
    let fits = true
    for (const lane of ['above', 'below'] as const) {
      const row = sorted.filter((_, index) => lanes[index] === lane)
      const lefts = packRow(row, width, gap)
      if (!lefts) {
        fits = false
        break
      }
      row.forEach((request, index) => {
        const left = lefts[index]!
        placed.push({ id: request.id, left, lane })
        value -= Math.abs(left + request.width / 2 - request.x) / width
      })
    }
    if (fits && value > bestValue) {
      best = placed
      bestValue = value
    }
  }
  return best
}

/** Left edges of one lane's labels (sorted by x), centred if there is room; undefined if they do not all fit. */
function packRow(
  row: readonly { x: number; width: number }[],
  width: number,
  gap: number,
): number[] | undefined {
  const latest: number[] = []
  for (let index = row.length - 1, limit = width; index >= 0; index--) {
    const { x, width: labelWidth } = row[index]!
    latest[index] = Math.min(x, limit - labelWidth)
    limit = latest[index]! - gap
  }
  const lefts: number[] = []
  let minLeft = 0
  for (const [index, { x, width: labelWidth }] of row.entries()) {
    const earliest = Math.max(minLeft, x - labelWidth, 0)
    const last = latest[index]!
    if (earliest > last) return undefined
    lefts.push(Math.min(last, Math.max(earliest, x - labelWidth / 2)))
    minLeft = lefts[index]! + labelWidth + gap
  }
  return lefts
}
