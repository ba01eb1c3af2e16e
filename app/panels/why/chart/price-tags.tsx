/**
 * Price labels of the chart: the scale at one side of the plot, and at the other, placed without overlap,
 * the boxed tags of levels, strike, break-even and last price.
 */
import { useTranslation } from '#app/i18n/use-translation.ts'
import { useFormat } from '#app/i18n/format.ts'
import type { ChartLevel, ChartModel } from './chart-model.ts'

/**
 * A label with its desired position `y`, pixels. A label with a higher `weight` moves less. Labels of the
 * same `kind` are merged first.
 */
export type EdgeTag = { y: number; kind: string; weight?: number }

/** One label, or several merged ones: `center` is its position, `anchor` its desired position; pixels. */
export type PlacedTag<T extends EdgeTag> = { tags: readonly T[]; center: number; anchor: number }

const weightOf = (tags: readonly EdgeTag[]) => tags.reduce((sum, tag) => sum + (tag.weight ?? 1), 0)
const anchorOf = (tags: readonly EdgeTag[]) =>
  tags.reduce((sum, tag) => sum + tag.y * (tag.weight ?? 1), 0) / weightOf(tags)

/**
 * Places labels between `top` and `bottom` (pixel range of their centres) in the order of their desired
 * positions, at least `gap` apart, with minimal displacement (weighted least squares: isotonic regression
 * by pooling adjacent violators). If they do not fit, neighbours are merged, labels of the same kind
 * first.
 */
export function declutter<T extends EdgeTag>(
  tags: readonly T[],
  top: number,
  bottom: number,
  gap: number,
): PlacedTag<T>[] {
  const groups = tags.toSorted((a, b) => a.y - b.y).map((tag) => [tag])
  const maxGroups = Math.max(1, Math.floor((bottom - top) / gap + 1e-9) + 1)
  while (groups.length > maxGroups) {
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
  const maxDesired = Math.max(top, bottom - (groups.length - 1) * gap)
  return pools
    .flatMap((pool) =>
      Array<number>(pool.count).fill(Math.min(maxDesired, Math.max(top, pool.sum / pool.weight))),
    )
    .map((center, i) => ({ tags: groups[i]!, center: center + i * gap, anchor: anchorOf(groups[i]!) }))
}

/** Returns the index of the first group of the pair to merge: the closest pair, preferably of the same kind. */
const closestPair = (groups: readonly EdgeTag[][]): number => {
  const cost = (i: number) => {
    const [upper, lower] = [groups[i]!, groups[i + 1]!]
    const hasDifferentKinds =
      upper.some((tag) => tag.kind !== lower[0]!.kind) || lower.some((tag) => tag.kind !== lower[0]!.kind)
    return anchorOf(lower) - anchorOf(upper) + (hasDifferentKinds ? 1e6 : 0)
  }
  return groups.slice(1).reduce((best, _, i) => (cost(i) < cost(best) ? i : best), 0)
}

const svgNamespace = 'http://www.w3.org/2000/svg'

/**
 * Returns for each of `texts`, which has one label a line, the width of its widest line, pixels. They are
 * measured in the document, inside `box`, because a canvas does not support tabular digits.
 */
export function measureTagWidths(box: Element, texts: readonly string[]): number[] {
  const drawing = document.createElementNS(svgNamespace, 'svg')
  drawing.setAttribute('class', 'why-marks')
  const labels = texts.map((lines) =>
    lines.split('\n').map((content) => {
      const label = drawing.appendChild(document.createElementNS(svgNamespace, 'text'))
      // The weight of the boldest tags.
      label.setAttribute('class', 'why-measured')
      label.textContent = content
      return label
    }),
  )
  box.append(drawing)
  // All labels are in the document before the first is measured: one layout for all.
  const widths = labels.map((lines) =>
    Math.ceil(Math.max(0, ...lines.map((label) => label.getComputedTextLength()))),
  )
  drawing.remove()
  return widths
}

/** `id` identifies a tag while its price changes, so that its elements stay in the document. */
type Tag = EdgeTag & { id: string; text: string; title?: string }
type ContractPrices = NonNullable<ChartModel['contract']>

const tagGap = 18
const tagHeight = 16
/** Distance of the tags from the plot, which their leaders cross, pixels. */
const leaderWidth = 7
/** Distance of the labels of the price axis from the plot, pixels. */
const scaleGap = 4
/** Widths of the labels at both sides of the plot, beside their texts, pixels. */
export const labelPadding = { tag: leaderWidth + 8, scale: scaleGap + 4 } as const
/** Width of the chart from which the names of strike and break-even are not abbreviated, at a root font size of 16 px. */
const longNameWidth = 720

/** Labels of the price axis. They are at the left of the plot; in right-to-left languages at the right. */
export function ScaleLabels({ model, isRtl }: { model: ChartModel; isRtl: boolean }) {
  const format = useFormat()
  const { priceTicks, plot, y } = model
  const text = priceTicks.every(Number.isInteger) ? format.whole : format.price
  return priceTicks.map((price) => (
    <text
      key={price}
      className="why-tick why-price-tick"
      x={isRtl ? plot.right + scaleGap : plot.left - scaleGap}
      y={y(price)}
      dy="0.36em"
      textAnchor={isRtl ? 'start' : 'end'}
    >
      {text(price)}
    </text>
  ))
}

/** Tags of the levels, of the contract and of the last price, at the edge of the plot. */
export function PriceTags({
  model,
  last,
  width,
  textScale,
  isRtl,
}: {
  model: ChartModel
  /** Last price; null without trades. */
  last: number | null
  width: number
  textScale: number
  isRtl: boolean
}) {
  const format = useFormat()
  const levelTag = useLevelTag(model)
  const contractTags = useContractTags(model, isShortAt(width, textScale))
  const { plot } = model
  // The tag of the last price has the highest weight, so the other tags move away from it.
  const tags: Tag[] = [
    ...model.levels.map(levelTag),
    ...contractTags,
    ...(last === null || !model.showsLastBar
      ? []
      : [{ kind: 'last', id: 'last', y: clampedY(model, last), weight: 20, text: format.price(last) }]),
  ]
  const halfHeight = (tagHeight / 2) * textScale
  const placed = declutter(tags, plot.top + halfHeight - 4, plot.bottom - halfHeight + 4, tagGap * textScale)
  // The tags are at the right of the plot; in right-to-left languages at the left.
  const edge = isRtl ? plot.left : plot.right
  const direction = isRtl ? -1 : 1
  const tagWidth = (isRtl ? plot.left : width - plot.right) - leaderWidth
  const tagStart = isRtl ? 0 : edge + leaderWidth
  // In an order that does not depend on the prices, so that no element moves in the document when two tags cross.
  const ordered = placed.toSorted((a, b) => (a.tags[0]!.id < b.tags[0]!.id ? -1 : 1))
  return ordered.map((label) => (
    <TagLabel
      key={label.tags[0]!.id}
      label={label}
      edge={{ x: edge, direction }}
      box={{ x: tagStart, width: tagWidth, height: halfHeight * 2 }}
    />
  ))
}

/**
 * One tag, or several merged ones, in a box, with a line to the price at the edge of the plot. Merged tags
 * keep only the first prefix: `R 238.00 · 246.50`.
 */
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
      <path
        className="why-leader"
        d={`M${edge.x} ${anchor}L${edge.x + edge.direction * leaderWidth} ${center}`}
      />
      <rect {...box} y={center - box.height / 2} rx="4" />
      <text x={box.x + box.width / 2} y={center} dy="0.36em" textAnchor="middle">
        {tags.map(({ text }, i) => (i === 0 ? text : text.replace(/^\D+/, ''))).join(' · ')}
      </text>
    </g>
  )
}

/** Returns the position of a price, clamped to the plot. */
export const clampedY = ({ plot, y }: ChartModel, price: number): number =>
  Math.min(plot.bottom, Math.max(plot.top, y(price)))

function useLevelTag(model: ChartModel) {
  const { t } = useTranslation('why')
  const format = useFormat()
  const [low, high] = model.priceDomain
  return ({ kind, value, date }: ChartLevel): Tag => ({
    kind,
    id: `${kind} ${value}`,
    y: clampedY(model, value),
    // An arrow replaces the space if the level is outside the visible prices.
    text: `${t(kind === 'R' ? 'chart.resistance' : 'chart.support')}${value > high ? '↑' : value < low ? '↓' : ' '}${format.price(value)}`,
    title: t('chart.touched', {
      kind: t(kind === 'R' ? 'table.resistance' : 'table.support'),
      price: format.stockPrice(value),
      date: format.day(date),
    }),
  })
}

/** Returns whether a chart of a width, pixels, abbreviates the names of strike and break-even. */
export const isShortAt = (width: number, textScale: number): boolean => width < longNameWidth * textScale

/** Texts of the tags of a contract: as drawn, and in full for the tooltip. */
export function useContractTexts(isShort: boolean) {
  const { t } = useTranslation('why')
  const format = useFormat()
  return ({ strike, breakeven }: ContractPrices) => {
    // As in option chains: cents only if the strike has some.
    const strikeText = Number.isInteger(strike) ? format.whole(strike) : format.price(strike)
    const breakEvenText = format.price(breakeven)
    const titles = {
      strike: t('chart.strike', { price: strikeText }),
      breakEven: t('chart.breakEven', { price: breakEvenText }),
    }
    const texts = isShort
      ? {
          strike: t('chart.strikeShort', { price: strikeText }),
          breakEven: t('chart.breakEvenShort', { price: breakEvenText }),
        }
      : titles
    return [
      { kind: 'strike', price: strike, title: titles.strike, text: texts.strike },
      { kind: 'break-even', price: breakeven, title: titles.breakEven, text: texts.breakEven },
    ]
  }
}

/** Tags of strike and break-even, with an arrow if a price is outside the visible prices. */
function useContractTags(model: ChartModel, isShort: boolean): Tag[] {
  const textsOf = useContractTexts(isShort)
  const [low, high] = model.priceDomain
  if (!model.contract) return []
  return textsOf(model.contract).map(({ kind, price, text, title }) => ({
    kind,
    id: kind,
    weight: 4,
    y: clampedY(model, price),
    text: price > high ? `${text} ↑` : price < low ? `${text} ↓` : text,
    title,
  }))
}
