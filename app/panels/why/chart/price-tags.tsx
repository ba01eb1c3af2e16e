/**
 * Price labels of the chart: levels and last price at the edge, the contract's prices at their lines, without overlap.
 */
import { useTranslation } from '#app/i18n/use-translation.ts'
import { useFormat } from '#app/i18n/format.ts'
import type { ChartLevel, ChartModel } from './chart-model.ts'

/** A label with its desired position `y`, pixels. A heavier label moves less; labels of one `kind` may be merged. */
export type EdgeTag = { y: number; kind: string; weight?: number }

/** One or several merged labels: `center` is their position, `anchor` their desired position; pixels. */
export type PlacedTag<T extends EdgeTag> = { tags: readonly T[]; center: number; anchor: number }

const weightOf = (tags: readonly EdgeTag[]) => tags.reduce((sum, tag) => sum + (tag.weight ?? 1), 0)
const anchorOf = (tags: readonly EdgeTag[]) =>
  tags.reduce((sum, tag) => sum + tag.y * (tag.weight ?? 1), 0) / weightOf(tags)

/**
 * Places labels between `top` and `bottom` (pixel range of their centres) at least `gap` apart, in their desired
 * order, with minimal displacement (weighted least squares: isotonic regression by pooling adjacent violators). If
 * there is no room for all, neighbours are merged, labels of the same kind first.
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

  // After subtracting the gaps, "at least `gap` apart" means "not descending".
  const desired = groups.map((group, i) => anchorOf(group) - i * gap)
  const pools: { sum: number; weight: number; count: number }[] = []
  groups.forEach((group, i) => {
    const weight = weightOf(group)
    let pool = { sum: desired[i]! * weight, weight, count: 1 }
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
    .map((center, i) => ({ tags: groups[i]!, center: center + i * gap, anchor: anchorOf(groups[i]!) }))
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
 * Returns the width of the widest text in a price tag of the chart inside `box`, pixels. Measured in the document,
 * because a canvas does not support tabular digits.
 */
export function tagWidth(box: Element, texts: readonly string[]): number {
  const drawing = document.createElementNS(svg, 'svg')
  drawing.setAttribute('class', 'why-marks')
  const text = drawing.appendChild(document.createElementNS(svg, 'text'))
  box.append(drawing)
  const widths = texts.map((content) => {
    text.textContent = content
    return text.getComputedTextLength()
  })
  drawing.remove()
  return Math.ceil(Math.max(0, ...widths))
}

type Tag = EdgeTag & { text: string; title?: string }

const tagGap = 18
const tagHeight = 16

/** Levels and last price at the edge of the plot, and the price ticks that they do not cover. */
export function PriceTags({
  model,
  last,
  width,
  zoom,
  rtl,
}: {
  model: ChartModel
  /** Last price; null if nothing has traded. */
  last: number | null
  width: number
  zoom: number
  rtl: boolean
}) {
  const format = useFormat()
  const levelTag = useLevelTag(model)
  const { plot, y } = model
  // The high weight keeps the last price in place; the levels move away from it.
  const tags: Tag[] = [
    ...model.levels.map(levelTag),
    ...(last === null
      ? []
      : [{ kind: 'last', y: insidePlot(model, last), weight: 20, text: format.price(last) }]),
  ]
  const half = (tagHeight / 2) * zoom
  const placed = declutter(tags, plot.top + half - 4, plot.bottom - half + 4, tagGap * zoom)
  const freePrices = model.prices.filter((price) =>
    placed.every(({ center }) => Math.abs(center - y(price)) > half + 7 * zoom),
  )
  // The labels are at the right of the plot; in right-to-left languages at the left.
  const edge = rtl ? plot.left : plot.right
  const direction = rtl ? -1 : 1
  const tagWidth = (rtl ? plot.left : width - plot.right) - 8
  const tagStart = rtl ? 0 : edge + 8
  return (
    <>
      {freePrices.map((price) => (
        <text
          key={price}
          className="why-tick"
          x={edge + direction * 12}
          y={y(price)}
          dy="0.36em"
          textAnchor={rtl ? 'end' : 'start'}
        >
          {format.price(price)}
        </text>
      ))}
      {placed.map((label) => (
        <TagLabel
          key={label.tags[0]!.kind + label.tags[0]!.text}
          label={label}
          edge={{ x: edge, direction }}
          box={{ x: tagStart, width: tagWidth, height: half * 2 }}
        />
      ))}
    </>
  )
}

/** One or several merged tags in a box, with a line from the plot's edge at the price to the box. */
function TagLabel({
  label: { tags, center, anchor },
  edge,
  box,
}: {
  label: PlacedTag<Tag>
  /** The edge of the plot, and the direction away from it. */
  edge: { x: number; direction: 1 | -1 }
  box: { x: number; width: number; height: number }
}) {
  return (
    <g className={`why-tag why-tag-${tags[0]!.kind}`}>
      <title>{tags.map(({ title }) => title).join('\n')}</title>
      <path className="why-leader" d={`M${edge.x} ${anchor}L${edge.x + edge.direction * 8} ${center}`} />
      <rect {...box} y={center - box.height / 2} rx="4" />
      <text x={box.x + box.width / 2} y={center} dy="0.36em" textAnchor="middle">
        {tags.map(({ text }, i) => (i === 0 ? text : text.replace(/^\D+/, ''))).join(' · ')}
      </text>
    </g>
  )
}

/** Returns the position of a price, clamped to the plot. */
export const insidePlot = ({ plot, y }: ChartModel, price: number): number =>
  Math.min(plot.bottom, Math.max(plot.top, y(price)))

function useLevelTag(model: ChartModel) {
  const { t } = useTranslation('why')
  const format = useFormat()
  const [low, high] = model.priceDomain
  return ({ kind, value, date }: ChartLevel): Tag => ({
    kind,
    y: insidePlot(model, value),
    // An arrow instead of the space: the level is outside the visible prices.
    text: `${t(kind === 'R' ? 'chart.resistance' : 'chart.support')}${value > high ? '↑' : value < low ? '↓' : ' '}${format.price(value)}`,
    title: t('chart.touched', {
      kind: t(kind === 'R' ? 'table.resistance' : 'table.support'),
      price: format.stockPrice(value),
      date: format.day(date),
    }),
  })
}

type ContractTag = EdgeTag & { kind: 'strike' | 'break-even'; text: string }

const contractTagGap = 14

/** Strike and break-even at the start of their lines; an arrow if a price is outside the visible range. */
export function ContractTags({ model, zoom }: { model: ChartModel; zoom: number }) {
  const { t } = useTranslation('why')
  const format = useFormat()
  const { contract, plot, priceDomain, y } = model
  if (!contract) return null
  const tagOf = (kind: ContractTag['kind'], price: number): ContractTag => ({
    kind,
    y: Math.min(plot.base, Math.max(plot.top, y(price))) - 7 * zoom,
    text: `${t(kind === 'strike' ? 'chart.strike' : 'chart.breakEven', { price: format.price(price) })}${
      price > priceDomain[1] ? ' ↑' : price < priceDomain[0] ? ' ↓' : ''
    }`,
  })
  const tags = [tagOf('strike', contract.strike), tagOf('break-even', contract.breakeven)]
  const half = (contractTagGap / 2) * zoom
  return declutter(tags, plot.top + half, plot.base - half, contractTagGap * zoom).map(
    ({ tags: merged, center }) => (
      <text
        key={merged[0]!.kind}
        className={`why-contract why-contract-${merged[0]!.kind}`}
        x={plot.left + 4}
        y={center}
        dy="0.36em"
        textAnchor="start"
      >
        {merged.map(({ text }) => text).join(' · ')}
      </text>
    ),
  )
}
