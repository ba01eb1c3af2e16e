/** Price labels at the edge of the chart: their width, and places without overlap. */

/** A label that wants to stand at pixel `y`. A heavier one moves less; labels of one `kind` may be merged. */
export type EdgeTag = { y: number; kind: string; weight?: number }

/** One or (merged) several labels and the pixel they were given; `anchor` is where they would have liked to be. */
export type PlacedTag<T extends EdgeTag> = { tags: readonly T[]; at: number; anchor: number }

const weightOf = (tags: readonly EdgeTag[]) => tags.reduce((sum, tag) => sum + (tag.weight ?? 1), 0)
const anchorOf = (tags: readonly EdgeTag[]) =>
  tags.reduce((sum, tag) => sum + tag.y * (tag.weight ?? 1), 0) / weightOf(tags)

/**
 * Places labels between `top` and `bottom` (pixel range of their centres) at least `gap` apart, in their
 * desired order, with minimal displacement (weighted least squares: isotonic regression by pooling adjacent
 * violators). If there is no room for all, neighbours are merged, those of one kind first.
 */
export function declutter<T extends EdgeTag>(
  tags: readonly T[],
  top: number,
  bottom: number,
  gap: number,
): PlacedTag<T>[] {
  const groups = tags.toSorted((a, b) => a.y - b.y).map((tag) => [tag])
  const room = Math.max(1, Math.floor((bottom - top) / gap + 1e-9) + 1)
  while (groups.length > room) {
    const i = closestPair(groups)
    groups.splice(i, 2, [...groups[i]!, ...groups[i + 1]!])
  }

  // With the gaps taken out, "at least `gap` apart" becomes "not descending".
  const wanted = groups.map((group, i) => anchorOf(group) - i * gap)
  const pools: { sum: number; weight: number; count: number }[] = []
  groups.forEach((group, i) => {
    const weight = weightOf(group)
    let pool = { sum: wanted[i]! * weight, weight, count: 1 }
    for (
      let last = pools.at(-1);
      last && last.sum / last.weight > pool.sum / pool.weight;
      last = pools.at(-1)
    ) {
      pools.pop()
      pool = { sum: pool.sum + last.sum, weight: pool.weight + last.weight, count: pool.count + last.count }
    }
    pools.push(pool)
  })
  const highest = Math.max(top, bottom - (groups.length - 1) * gap)
  return pools
    .flatMap((pool) =>
      Array<number>(pool.count).fill(Math.min(highest, Math.max(top, pool.sum / pool.weight))),
    )
    .map((at, i) => ({ tags: groups[i]!, at: at + i * gap, anchor: anchorOf(groups[i]!) }))
}

const closestPair = (groups: readonly EdgeTag[][]): number => {
  const cost = (i: number) => {
    const [upper, lower] = [groups[i]!, groups[i + 1]!]
    const mixed =
      upper.some((tag) => tag.kind !== lower[0]!.kind) || lower.some((tag) => tag.kind !== lower[0]!.kind)
    return anchorOf(lower) - anchorOf(upper) + (mixed ? 1e6 : 0)
  }
  return groups.slice(1).reduce((best, _, i) => (cost(i) < cost(best) ? i : best), 0)
}

const svg = 'http://www.w3.org/2000/svg'

/**
 * Pixels that the widest of some texts takes, written in the price tags of a chart inside `box`. They are written to be
 * measured: a canvas knows no digits of one width.
 */
export function tagWidth(box: Element, texts: readonly string[]): number {
  const drawing = document.createElementNS(svg, 'svg')
  drawing.setAttribute('class', 'why-marks')
  const text = drawing.appendChild(document.createElementNS(svg, 'text'))
  box.append(drawing)
  const widths = texts.map((one) => {
    text.textContent = one
    return text.getComputedTextLength()
  })
  drawing.remove()
  return Math.ceil(Math.max(0, ...widths))
}
