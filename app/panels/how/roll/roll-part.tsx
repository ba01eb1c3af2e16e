/** What becomes of the displayed symbol's open options: a row each, and of the one looked at what can be done about it. */
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
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

type Trading = { blocked: Blocked | undefined; onTrade: (ticket: TradeTicket) => void }

export function RollPart({ holding, ...trading }: { holding: Holding } & Trading) {
  const { t } = useTranslation('holdings')
  const format = useFormat()
  const rolled = useRolledOption()
  const { symbol, shares = 0, openOptions = [] } = holding
  const used = coveringShares(holding)
  return (
    <section className="roll" aria-label={t('roll.title')}>
      {openOptions.map((option) => (
        <OpenRow
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

function OpenRow({
  symbol,
  costBasis: handedBasis,
  option,
  isShown,
  ...trading
}: {
  symbol: string
  costBasis: number | undefined
  option: OpenOption
  isShown: boolean
} & Trading) {
  const app = useAppState()
  const { t } = useTranslation('holdings')
  const format = useFormat()
  // What stands in How, which the user may have changed.
  const costBasis = useView((view) => view.positions[symbol]?.costBasis) ?? handedBasis
  const { id, price } = option
  const listed = readOsi(id)!
  const call = listed.legType === 'Call'
  const query = useQuery(
    laterQueries.roll(symbol, { contract: id, price, costBasis: call ? costBasis : undefined }),
  )
  const { data, error, isFetching } = query
  // Another contract's answer stands in until this one's is there: nothing of it is shown.
  const roll = data?.id === id ? data : undefined
  const row = useRef<HTMLDivElement>(null)
  // Chosen in the list it may be out of sight here.
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
          <RollDetail option={option} roll={roll} isOld={query.isError} {...trading} />
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
