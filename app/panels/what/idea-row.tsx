import type { TFunction } from 'i18next'
import { memo } from 'react'
import type { TradeIdea } from '#contract/responses/ideas.ts'
import type { WholeTradeIdea } from '#contract/responses/full-ideas.ts'
import type { useBasicFormat } from '#app/i18n/basic-format.ts'
import { useLastQuote } from '#app/state/live.ts'
import { Change } from '#app/ui/price/change.tsx'
import { Flash } from '#app/ui/price/flash.tsx'
import { Icon } from '#app/ui/icon.tsx'
import { Bars, Meter } from '#app/ui/price/meter.tsx'
import { SentimentMark } from '#app/ui/price/sentiment.tsx'
import { VisuallyHidden } from '#app/ui/visually-hidden.tsx'
import { laterColumns } from './columns.ts'
import type * as Tools from './lazy-list-features.ts'

const layersIcon = 'M8 2l6 3-6 3-6-3 6-3ZM2 8.5l6 3 6-3M2 11.5l6 3 6-3'

/** One idea. Its price ticks by itself, so that a quote renders one row. `position` counts from 1, without the heading. */
export const IdeaRow = memo(function IdeaRow({
  idea,
  whole,
  Later,
  position,
  selected,
  focusable,
  quiet,
  t,
  format,
}: {
  idea: TradeIdea
  /** What is answered beside the list; undefined until it is there. */
  whole: WholeTradeIdea | undefined
  /** Writes a figure of it. */
  Later: typeof Tools.Later | undefined
  position: number
  selected: boolean
  focusable: boolean
  /** The numbers are stale: nothing flashes. */
  quiet: boolean
  /** Words and figures of the language on screen, asked for once by the list and not by every row. */
  t: TFunction<['what', 'common']>
  format: ReturnType<typeof useBasicFormat>
}) {
  const quote = useLastQuote(idea.symbol, { last: idea.price, percentageChange: idea.percentageChange })
  const { last: price, percentageChange: change } = quote
  const none = (
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
      {/* oxlint-disable-next-line jsx-a11y/control-has-associated-label -- its text is inside Flash and Change */}
      <td className="number">
        <Flash value={price} quiet={quiet}>
          <bdi dir="ltr" className="idea-price">
            {format.price(price)}
          </bdi>
        </Flash>
        <span className="idea-change">
          {change !== null && <Change value={change}>{format.signedPercent(change / 100)}</Change>}
        </span>
      </td>
      <td className="number idea-rank">
        <span className="rank">
          <Meter value={idea.strength} max={100} />
          <span>{format.decimal(idea.strength, 0)}</span>
        </span>
      </td>
      <td className="number column-technicalRank">
        {idea.technicalRank === null ? (
          none
        ) : (
          <span title={t('rankOf', { rank: idea.technicalRank })}>{idea.technicalRank}</span>
        )}
      </td>
      <td className="number idea-iv">
        {idea.impliedVolatilityRank === null ? none : format.decimal(idea.impliedVolatilityRank, 0)}
        {idea.impliedVolatilityRankBasis === 'historical' && <small> {t('historical')}</small>}
      </td>
      {laterColumns.map((column) => (
        <td key={column} className={`number column-${column}`}>
          {whole && Later && <Later column={column} idea={whole} />}
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
