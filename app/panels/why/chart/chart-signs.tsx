/** Texts and signs on the chart: the contract's two prices, and the bars of rule matches. */
import { useTranslation } from '#app/i18n/use-translation.ts'
import type { Why } from '#contract/responses/resources.ts'
import { useFormat } from '#app/i18n/format.ts'
import { useMessage } from '#app/i18n/message.ts'
import type { ChartModel } from './chart-model.ts'
import { declutter, type EdgeTag } from './price-tags.tsx'

type PriceTag = EdgeTag & { kind: 'strike' | 'break-even'; text: string }

const tagGap = 14

/** Strike and break-even, written at the beginning of their lines; an arrow where a price lies beyond those shown. */
export function ContractTags({ model, zoom }: { model: ChartModel; zoom: number }) {
  const { t } = useTranslation('why')
  const format = useFormat()
  const { contract, plot, priceDomain, y } = model
  if (!contract) return null
  const tagOf = (kind: PriceTag['kind'], price: number): PriceTag => ({
    kind,
    y: Math.min(plot.base, Math.max(plot.top, y(price))) - 7 * zoom,
    text: `${t(kind === 'strike' ? 'chart.strike' : 'chart.breakEven', { price: format.price(price) })}${
      price > priceDomain[1] ? ' ↑' : price < priceDomain[0] ? ' ↓' : ''
    }`,
  })
  const tags = [tagOf('strike', contract.strike), tagOf('break-even', contract.breakeven)]
  const half = (tagGap / 2) * zoom
  return declutter(tags, plot.top + half, plot.base - half, tagGap * zoom).map(({ tags: merged, at }) => (
    <text
      key={merged[0]!.kind}
      className={`why-contract why-contract-${merged[0]!.kind}`}
      x={plot.left + 4}
      y={at}
      dy="0.36em"
      textAnchor="start"
    >
      {merged.map(({ text }) => text).join(' · ')}
    </text>
  ))
}

/** A triangle at the bar at which a rule fired, that points the rule's way; its title tells which. */
export function SignalMarks({ model, zoom, why }: { model: ChartModel; zoom: number; why: Why }) {
  const format = useFormat()
  const message = useMessage()
  return model.signals.map(({ day, rising, x, y }) => {
    const size = 5 * zoom
    // Away from the bar by more than the dot of a last price.
    const tip = y + (rising ? 1 : -1) * 9 * zoom
    const foot = tip + (rising ? 1 : -1) * 1.6 * size
    const reasons = why.rules
      .filter((rule) => rule.day === day && (rule.sentiment === 'Bullish') === rising)
      .map((rule) => message(rule.reasonMessage, rule.reason))
    return (
      <path
        key={`${day} ${rising}`}
        className={`why-signal ${rising ? 'why-signal-up' : 'why-signal-down'}`}
        data-signal={day}
        d={`M${x} ${tip}L${x - size} ${foot}H${x + size}Z`}
      >
        <title>{`${format.day(day)}: ${reasons.join(' · ')}`}</title>
      </path>
    )
  })
}
