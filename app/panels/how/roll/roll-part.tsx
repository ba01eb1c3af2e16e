/** Open options of the displayed symbol: one row each; the expanded row shows how to close or roll the option. */
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useTranslation } from '#app/i18n/use-translation.ts'
import type { Holding, OpenOption } from '#contract/bridge/holdings.ts'
import { readOsi } from '#contract/responses/osi.ts'
import type { TradeTicket } from '#contract/bridge/ticket.ts'
import { problemOf } from '#app/api/client.ts'
import { laterQueries } from '#app/api/later-queries.ts'
import { useFormat } from '#app/i18n/format.ts'
import { useAppState } from '#app/state/app-state.ts'
import { coveringShares, showRoll, useRolledOption } from '#app/state/holdings.ts'
import { useView } from '#app/state/view.ts'
import { Failure } from '#app/ui/failure.tsx'
import { Icon } from '#app/ui/icon.tsx'
import { OpenOptionChips, openOptionWords } from '#app/ui/price/open-option.tsx'
import type { Blocked } from '#app/panels/how/ticket/caution.tsx'
import { RollDetail } from './roll-detail.tsx'

const chevronIcon = 'M4 6l4 4 4-4'

type TradeProps = { blocked: Blocked | undefined; onTrade: (ticket: TradeTicket) => void }

export function RollPart({ holding, ...trading }: { holding: Holding } & TradeProps) {
  const { t } = useTranslation('holdings')
  const format = useFormat()
  const rolled = useRolledOption()
  const { symbol, shares = 0, openOptions = [] } = holding
  const used = coveringShares(holding)
  return (
    <section className="roll" aria-label={t('roll.title')}>
      {openOptions.map((option) => (
        <OpenOptionRow
          key={option.id}
          symbol={symbol}
          costBasis={holding.costBasis}
          option={option}
          isShown={option.id === rolled}
          {...trading}
        />
      ))}
      {used > 0 && shares > 0 && (
        <p className="roll-note">
          {t('roll.covering', { used: format.whole(used), shares: format.whole(shares) })}
        </p>
      )}
    </section>
  )
}

/** Requests the analysis of an open option. The user may have changed the cost basis in the How panel. */
function useRollQuery(symbol: string, { id, price }: OpenOption, holdingCostBasis: number | undefined) {
  const costBasis = useView((view) => view.positions[symbol]?.costBasis) ?? holdingCostBasis
  const isCall = readOsi(id)!.legType === 'Call'
  return useQuery(
    laterQueries.roll(symbol, { contract: id, price, costBasis: isCall ? costBasis : undefined }),
  )
}

function OpenOptionRow({
  symbol,
  costBasis: holdingCostBasis,
  option,
  isShown,
  ...trading
}: {
  symbol: string
  costBasis: number | undefined
  option: OpenOption
  isShown: boolean
} & TradeProps) {
  const app = useAppState()
  const { t } = useTranslation('holdings')
  const format = useFormat()
  const { id } = option
  const query = useRollQuery(symbol, option, holdingCostBasis)
  const { data, error, isFetching } = query
  // Placeholder data may belong to another contract: it is not shown.
  const roll = data?.id === id ? data : undefined
  const row = useRef<HTMLDivElement>(null)
  // An option chosen in the holdings list may be scrolled out of view.
  useEffect(() => {
    if (isShown) row.current?.scrollIntoView({ block: 'nearest' })
  }, [isShown])
  return (
    <div ref={row} className="roll-option" data-open={id}>
      <button
        type="button"
        className="roll-head"
        aria-expanded={isShown}
        onClick={() => showRoll(app, isShown ? null : id)}
      >
        <span className="roll-name">{openOptionWords(t, format, option)}</span>
        <OpenOptionChips roll={roll} />
        <Icon path={chevronIcon} />
      </button>
      {isShown &&
        (roll ? (
          <RollDetail option={option} roll={roll} isStale={query.isError} {...trading} />
        ) : error ? (
          <Failure
            problem={problemOf(error)}
            title={
              problemOf(error).code === 'symbol-unknown' ? t('roll.notListed', { option: id }) : undefined
            }
            busy={isFetching}
            onRetry={() => void query.refetch()}
          />
        ) : (
          <p className="roll-note" role="status">
            {t('roll.loading')}
          </p>
        ))}
    </div>
  )
}
