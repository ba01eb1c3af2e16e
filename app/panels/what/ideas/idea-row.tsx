import type { TFunction } from 'i18next'
import { memo } from 'react'
import type { WireTradeIdea } from '#contract/responses/lists/ideas.ts'
import type { WireFullTradeIdea } from '#contract/responses/lists/full-ideas.ts'
import type { NumberFormats } from '#app/i18n/number-format.ts'
import { useListQuote } from '#app/state/live.ts'
import { Change } from '#app/ui/price/change.tsx'
import { Flash } from '#app/ui/price/flash.tsx'
import { Icon } from '#app/ui/icon.tsx'
import { Bars, Meter } from '#app/ui/price/meter.tsx'
import { SentimentMark } from '#app/ui/price/sentiment.tsx'
import { VisuallyHidden } from '#app/ui/visually-hidden.tsx'
import { deferredColumns } from './columns.ts'
import type * as LazyListFeatures from '#app/panels/what/lazy-list-features.ts'

const layersIcon = 'M8 2l6 3-6 3-6-3 6-3ZM2 8.5l6 3 6-3M2 11.5l6 3 6-3'

type IdeaRowProps = {
  idea: WireTradeIdea
  /** Undefined until loaded. */
  fullIdea: WireFullTradeIdea | undefined
  /** Render figures of the full idea, hidden prices and marks of prices; undefined until loaded. */
  features: typeof LazyListFeatures | undefined
  /** Position in the list, from 1. The header does not count. */
  position: number
  selected: boolean
  focusable: boolean
  /** Whether the row is in the visible part of the list, where its price changes. */
  isVisible: boolean
  /** Whether price changes do not flash, because the prices are stale. */
  quiet: boolean
  /** Passed by the list, so that rows do not call the hooks of texts and formats. */
  t: TFunction<['what', 'common']>
  format: NumberFormats
}

/** Row of an idea. */
export const IdeaRow = memo(function IdeaRow(props: IdeaRowProps) {
  const { idea, fullIdea, features, position, selected, focusable, t, format } = props
  const notAvailable = (
    <span aria-label={t('common:notAvailable')} role="img">
      {format.decimal(null)}
    </span>
  )
  const liquidity = t(`common:liquidity.${idea.liquidityRank}`)
  return (
    <tr
      className={`idea idea-${idea.sentiment.toLowerCase()}`}
      data-idea={idea.symbol}
      aria-rowindex={position + 1}
      aria-selected={selected}
      tabIndex={focusable ? 0 : -1}
    >
      <SymbolCell idea={idea} t={t} />
      <PriceCell {...props} />
      <td className="number idea-rank">
        <span className="rank">
          <Meter value={idea.strength} max={100} />
          <span>{format.decimal(idea.strength, 0)}</span>
        </span>
      </td>
      <td className="number column-technicalRank">
        {idea.technicalRank === null ? (
          notAvailable
        ) : (
          <span title={t('rankOf', { rank: idea.technicalRank })}>{idea.technicalRank}</span>
        )}
      </td>
      <td className="number idea-iv">
        {idea.impliedVolatilityRank === null ? notAvailable : format.decimal(idea.impliedVolatilityRank, 0)}
      </td>
      {deferredColumns.map((column) => (
        <td key={column} className={`number column-${column}`}>
          {fullIdea && features && <features.DeferredCell column={column} idea={fullIdea} />}
        </td>
      ))}
      <td className="idea-liquidity" title={liquidity}>
        <Bars rank={idea.liquidityRank} />
        <VisuallyHidden>{liquidity}</VisuallyHidden>
      </td>
      <td className="idea-outlook">
        <SentimentMark sentiment={idea.sentiment} />
      </td>
    </tr>
  )
})

const SymbolCell = ({ idea, t }: Pick<IdeaRowProps, 'idea' | 't'>) => (
  <th scope="row">
    <span className="idea-symbol">
      <bdi dir="ltr">{idea.symbol}</bdi>
      {idea.rules.length > 1 && (
        <span className="idea-rules" title={t('rules', { count: idea.rules.length })}>
          <Icon path={layersIcon} />
          <span aria-hidden="true">{idea.rules.length}</span>
          <VisuallyHidden>{t('rules', { count: idea.rules.length })}</VisuallyHidden>
        </span>
      )}
    </span>
    <span className="idea-name" dir="auto" title={idea.companyName}>
      {idea.companyName}
    </span>
  </th>
)

/** Live price and change. This cell subscribes to the quote, so a new quote renders only this cell. */
function PriceCell({
  idea,
  features,
  selected,
  isVisible,
  quiet,
  format,
}: Pick<IdeaRowProps, 'idea' | 'features' | 'selected' | 'isVisible' | 'quiet' | 'format'>) {
  const quote = useListQuote(idea.symbol, { isSelected: selected, isVisible })
  const last = quote ? quote.last : idea.price
  const { percentageChange } = quote ?? idea
  return (
    // oxlint-disable-next-line jsx-a11y/control-has-associated-label -- its text is inside Flash and Change
    <td className="number">
      <Flash value={last ?? undefined} quiet={quiet}>
        <bdi dir="ltr" className="idea-price">
          {last === null && features ? <features.HiddenPriceCell /> : format.price(last)}
        </bdi>
      </Flash>
      <span className="idea-change">
        {percentageChange !== null && (
          <Change value={percentageChange}>{format.signedPercent(percentageChange / 100)}</Change>
        )}
      </span>
      {last !== null && features && <features.PriceMark symbol={idea.symbol} isStale={quiet} />}
    </td>
  )
}
