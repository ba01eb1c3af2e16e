/** Every listed contract of the displayed symbol, an expiration at a time. Loaded when it is first opened. */
import './chain.css'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Chain as ChainAnswer, ChainExpiry, ChainOption } from '#contract/responses/chain.ts'
import type { Income, LegType } from '#contract/responses/income.ts'
import { whyUnknown } from '#contract/responses/unknown.ts'
import { problemOf } from '#app/api/client.ts'
import { laterQueries } from '#app/api/later-queries.ts'
import { Failure } from '#app/ui/failure.tsx'
import { Note } from '#app/ui/note.tsx'
import { Segmented } from '#app/ui/controls/segmented.tsx'
import { useUnknownReason } from '#app/ui/unknown.tsx'
import { LiveRegion } from '#app/ui/visually-hidden.tsx'
import { ChainTable } from './chain-table.tsx'
import { useObjection, useRefusal } from './choosable.ts'
import { ExpiryStrip } from './expiry-strip.tsx'
import { filledIn, markFilled } from './grid-marks.ts'
import { useColumns } from './use-columns.ts'

type Shown = {
  income: Income
  leg: LegType
  /** OSI symbol of the contract that How shows, and its day of expiration; null = none. */
  selected: string | null
  shownExpiry: string | null
  /** Looks at a contract that the income look-up can work out. */
  onChoose: (option: ChainOption, leg: LegType) => void
}

/** Where nothing is shown that has an expiration: the first of the middle row of the grid, else of any, what is believed before all. */
const usualExpiry = ({ expiries }: ChainAnswer): ChainExpiry | undefined =>
  expiries.find(({ timeframe, refused }) => timeframe === 'medium' && refused === null) ??
  expiries.find(({ refused }) => refused === null) ??
  expiries.find(({ timeframe }) => timeframe === 'medium') ??
  expiries[0]

export function Chain(shown: Shown) {
  const { t } = useTranslation(['chain', 'how', 'errors', 'unknown'])
  const { shownExpiry } = shown
  const { underlying: symbol } = shown.income
  const [picked, setPicked] = useState<{ symbol: string; day: string } | null>(null)
  const asked = (picked?.symbol === symbol ? picked.day : shownExpiry) ?? undefined
  const query = useQuery(laterQueries.chain(symbol, asked))
  // A failure takes nothing away: the expirations stay, and another may be chosen.
  const [known, setKnown] = useState(query.data)
  if (query.data && query.data !== known) setKnown(query.data)
  const chain = query.data ?? (known?.underlying === symbol ? known : undefined)
  const expiry =
    chain && (chain.expiries.find(({ expiryDate }) => expiryDate === asked) ?? usualExpiry(chain))
  const isComing = query.isFetching && !expiry?.rows.length
  return (
    <section className="chain" aria-label={t('name', { symbol })} aria-busy={isComing}>
      {expiry && (
        <ExpiryStrip
          expiries={chain.expiries}
          value={expiry.expiryDate}
          onChange={(day) => setPicked({ symbol, day })}
        />
      )}
      {expiry && expiry.rows.length > 0 ? (
        <Contracts {...shown} chain={chain} expiry={expiry} />
      ) : query.isError && !query.isFetching ? (
        <Failure problem={problemOf(query.error)} title={t('failed')} onRetry={() => void query.refetch()} />
      ) : chain && !expiry ? (
        <Note title={t('how:empty.listed', { symbol })}>{t('how:empty.listedHint')}</Note>
      ) : (
        <div className="chain-outline" aria-hidden="true" />
      )}
      <LiveRegion>{isComing ? t('loading') : ''}</LiveRegion>
    </section>
  )
}

/** One expiration: what is said of all of it, or of the contract that has the focus, and its contracts. */
function Contracts({
  income,
  leg,
  selected,
  onChoose,
  chain,
  expiry,
}: Shown & { chain: ChainAnswer; expiry: ChainExpiry }) {
  const { t } = useTranslation('chain')
  const frame = useRef<HTMLDivElement>(null)
  const { layout, tracks } = useColumns(frame, expiry.rows)
  const marked = useMemo(
    () => ({ ...expiry, rows: markFilled(expiry.rows, filledIn(income)) }),
    [expiry, income],
  )
  // The strategy above says which leg it is until another is asked for here.
  const [own, setOwn] = useState({ under: leg, leg })
  if (own.under !== leg) setOwn({ under: leg, leg })
  const [focused, setFocused] = useState<ChainOption | null>(null)
  const reasonOf = useUnknownReason()
  const refusal = useRefusal()
  const unknown = whyUnknown(chain, 'expiries')
  const doubt = unknown ? reasonOf(unknown) : expiry.refused && refusal(expiry.refused)
  return (
    <div ref={frame} className="chain-contracts">
      {doubt && <p className="how-banner">{doubt}</p>}
      <div className="chain-tools">
        {layout && !layout.both && (
          <Segmented
            label={t('legs')}
            value={own.leg}
            choices={[
              { value: 'call', label: t('call') },
              { value: 'put', label: t('put') },
            ]}
            onChange={(next) => setOwn({ under: leg, leg: next })}
          />
        )}
        <Says focused={focused} />
      </div>
      {layout ? (
        <ChainTable
          key={`${expiry.expiryDate} ${layout.both ? 'both' : own.leg}`}
          symbol={income.underlying}
          expiry={marked}
          price={chain.chainPrice ?? chain.stockPrice}
          leg={own.leg}
          layout={layout}
          tracks={tracks}
          selected={selected}
          onFocused={setFocused}
          onChoose={onChoose}
        />
      ) : (
        <div className="chain-outline" aria-hidden="true" />
      )}
    </div>
  )
}

/** Of the contract that has the focus: what speaks against it. Else what the marks mean. */
function Says({ focused }: { focused: ChainOption | null }) {
  const { t } = useTranslation('chain')
  const objectionTo = useObjection()
  const objection = focused && objectionTo(focused)
  return (
    <div className="chain-says">
      <p role="status">{objection}</p>
      {!objection && (
        <p className="chain-marks">
          <span data-mark="in-grid">{t('inGrid')}</span>
          <span data-mark="in-the-money">{t('inTheMoney')}</span>
        </p>
      )}
    </div>
  )
}
