/** Places the labels of the diagram in two lanes, above and below the plot, without overlaps. */

export type Lane = 'above' | 'below'

/** Lane by ternary digit of an assignment; undefined = omitted. */
const laneByDigit: readonly (Lane | undefined)[] = ['above', 'below', undefined]

/** A label to place. Positions and widths in pixels. */
export type LabelRequest = {
  id: string
  /** Position of its mark. */
  x: number
  /** Width of the drawn text. */
  width: number
  /** If two labels do not both fit, the one with the higher priority stays. */
  priority: number
  /** The only allowed lane; by default the lanes of adjacent labels alternate if there is room. */
  lane?: Lane
}

/** Lane of a label, and the x coordinate of its left edge in pixels. */
export type PlacedLabel = { id: string; left: number; lane: Lane }

/**
 * Places the labels so that:
 *
 * 1. Labels of one lane are at least `gap` apart.
 * 2. Every label is inside `0..width`.
 * 3. A label is above or below its own mark, so that it is not read as the label of another price.
 * 4. If not all labels fit, those with the lowest priority are omitted.
 * 5. Among equal placements, the one with alternating lanes and labels nearest to their marks is
 *    chosen.
 *
 * Tries all 3^n assignments of labels to above, below or omitted, which is exact and takes
 * microseconds for n <= 6. Of more than six labels, those with the lowest priority are omitted.
 */
export function placeLabels(requests: readonly LabelRequest[], width: number, gap = 8): PlacedLabel[] {
  const sorted = requests
    .filter((request) => request.width > 0 && request.width <= width && request.x >= 0 && request.x <= width)
    .toSorted((a, b) => b.priority - a.priority)
    .slice(0, 6)
    .toSorted((a, b) => a.x - b.x || b.priority - a.priority)
    .map((request, index) => ({ ...request, preferred: request.lane ?? (index % 2 ? 'below' : 'above') }))
  let best: PlacedLabel[] = []
  let bestScore = -Infinity
  for (let assignment = 0; assignment < 3 ** sorted.length; assignment++) {
    const lanes = sorted.map((_, index) => laneByDigit[Math.floor(assignment / 3 ** index) % 3])
    if (sorted.some((request, index) => request.lane && lanes[index] && lanes[index] !== request.lane))
      continue
    let score = 0
    sorted.forEach((request, index) => {
      if (lanes[index]) score += 2 ** request.priority * 1000 - (lanes[index] === request.preferred ? 0 : 100)
    })
    // The distances from the marks, which are subtracted below, only lower the score.
    if (score <= bestScore) continue
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
        score -= Math.abs(left + request.width / 2 - request.x) / width
      })
    }
    if (fits && score > bestScore) {
      best = placed
      bestScore = score
    }
  }
  return best
}

/**
 * Returns the left edges of the labels of one lane, sorted by x. Labels are centred on their marks
 * if there is room. Undefined if the labels do not all fit.
 */
function packRow(
  row: readonly { x: number; width: number }[],
  width: number,
  gap: number,
): number[] | undefined {
  const maxLefts: number[] = []
  for (let index = row.length - 1, limit = width; index >= 0; index--) {
    const { x, width: labelWidth } = row[index]!
    maxLefts[index] = Math.min(x, limit - labelWidth)
    limit = maxLefts[index]! - gap
  }
  const lefts: number[] = []
  let previousEnd = 0
  for (const [index, { x, width: labelWidth }] of row.entries()) {
    const minLeft = Math.max(previousEnd, x - labelWidth, 0)
    const maxLeft = maxLefts[index]!
    if (minLeft > maxLeft) return undefined
    lefts.push(Math.min(maxLeft, Math.max(minLeft, x - labelWidth / 2)))
    previousEnd = lefts[index]! + labelWidth + gap
  }
  return lefts
}
