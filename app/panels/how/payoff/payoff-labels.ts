/** Places the diagram's labels in two lanes, above and below the plot, so that none ever touches another. */

export type Lane = 'above' | 'below'

const laneOf: readonly (Lane | undefined)[] = ['above', 'below', undefined]

/** A label that wants to stand at `x`. Pixels. */
export type LabelWish = {
  id: string
  /** Where its mark is. */
  x: number
  /** Width of the drawn text. */
  width: number
  /** The higher stays when there is no room for both. */
  priority: number
  /** The only lane it may stand in; otherwise lanes alternate by x as far as there is room. */
  lane?: Lane
}

/** A label that has its place: it reaches from `left` to `left + width`. */
export type PlacedLabel = { id: string; left: number; lane: Lane }

/**
 * Requirements: (1) labels of one lane keep `gap` apart; (2) every label is inside `0..width`; (3) a label stands over
 * or under its own mark, so nobody reads a price at the wrong place; (4) what cannot be placed is left out, the least
 * important first; (5) among equals, alternating lanes and positions nearest the marks win.
 *
 * Every assignment of labels to above, below or left out is tried (3^n, n <= 6), which is exact and takes microseconds; more than six are refused the least important.
 */
export function placeLabels(wishes: readonly LabelWish[], width: number, gap = 8): PlacedLabel[] {
  const sorted = wishes
    .filter((wish) => wish.width > 0 && wish.width <= width && wish.x >= 0 && wish.x <= width)
    .toSorted((a, b) => b.priority - a.priority)
    .slice(0, 6)
    .toSorted((a, b) => a.x - b.x || b.priority - a.priority)
    .map((wish, index) => ({ ...wish, liked: wish.lane ?? (index % 2 ? 'below' : 'above') }))
  let best: PlacedLabel[] = []
  let bestValue = -Infinity
  for (let code = 0; code < 3 ** sorted.length; code++) {
    const lanes = sorted.map((_, index) => laneOf[Math.floor(code / 3 ** index) % 3])
    if (sorted.some((wish, index) => wish.lane && lanes[index] && lanes[index] !== wish.lane)) continue
    let value = 0
    sorted.forEach((wish, index) => {
      if (lanes[index]) value += 2 ** wish.priority * 1000 - (lanes[index] === wish.liked ? 0 : 100)
    })
    // Distance from the marks only takes away: this assignment cannot win any more.
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
      row.forEach((wish, index) => {
        const left = lefts[index]!
        placed.push({ id: wish.id, left, lane })
        value -= Math.abs(left + wish.width / 2 - wish.x) / width
      })
    }
    if (fits && value > bestValue) {
      best = placed
      bestValue = value
    }
  }
  return best
}

/** Lefts of one lane's labels (sorted by x), centred where there is room; nothing where they do not all fit. */
function packRow(
  row: readonly { x: number; width: number }[],
  width: number,
  gap: number,
): number[] | undefined {
  const latest: number[] = []
  for (let index = row.length - 1, limit = width; index >= 0; index--) {
    const { x, width: wide } = row[index]!
    latest[index] = Math.min(x, limit - wide)
    limit = latest[index]! - gap
  }
  const lefts: number[] = []
  let from = 0
  for (const [index, { x, width: wide }] of row.entries()) {
    const earliest = Math.max(from, x - wide, 0)
    const last = latest[index]!
    if (earliest > last) return undefined
    lefts.push(Math.min(last, Math.max(earliest, x - wide / 2)))
    from = lefts[index]! + wide + gap
  }
  return lefts
}
