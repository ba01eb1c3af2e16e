/** Option chain: all listed contracts of the displayed symbol, one expiration at a time. Loaded on first opening. */
import './chain.css'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useRef, useState } from 'react'
import { useTranslation } from '#app/i18n/use-translation.ts'
import type { WireChain, WireChainExpiry, WireChainOption } from '#contract/responses/chain.ts'
import type { LegType, WireIncome, WireIncomeOption } from '#contract/responses/income.ts'
import { whyUnknown } from '#contract/responses/unknown.ts'
import { problemOf } from '#app/api/client.ts'
import { lazyQueries } from '#app/api/lazy-queries.ts'
import { useLive } from '#app/state/live.ts'
import { isPricedIncome } from '#app/state/priced.ts'
import { useResponseQuotes } from '#app/state/response-quotes.ts'
import { Failure } from '#app/ui/failure.tsx'
import { Segmented } from '#app/ui/controls/segmented.tsx'
import { UnpricedNote, useUnknownReason } from '#app/ui/unknown.tsx'
import { LiveRegion } from '#app/ui/visually-hidden.tsx'
import { ChainTable } from './chain-table.tsx'
import { useUnavailableReason, useRefusalText } from './choosable.ts'
import { hasHiddenPrices } from './columns.ts'
import { ColumnsMenu } from './columns-menu.tsx'
import { ExpiryStrip } from './expiry-strip.tsx'
import { cellsByContract, type ChainQuotes, markGridCells, quoteContract, quoteRows } from './grid-marks.ts'
import { NoOptionsNote } from '#app/panels/how/no-options-note.tsx'
import { useColumns } from './use-columns.ts'

type ChainProps = {
  income: WireIncome
  leg: LegType
  /** OSI symbol of the contract that the How panel shows; null = none. */
  selected: string | null
  /** That contract with its displayed figures; undefined = none, or its figures are pending. */
  shownOption: WireIncomeOption | undefined
  /** Called with a contract that can be chosen (`isChoosable`). */
  onChoose: (option: WireChainOption, leg: LegType) => void
}

/**
 * Returns the default expiration: the first with accepted quotes in the medium time frame,
 * otherwise the first with accepted quotes, otherwise the first in the medium time frame, otherwise
 * the first.
 */
const defaultExpiry = ({ expiries }: WireChain): WireChainExpiry | undefined =>
  expiries.find(({ timeframe, refused }) => timeframe === 'medium' && refused === null) ??
  expiries.find(({ refused }) => refused === null) ??
  expiries.find(({ timeframe }) => timeframe === 'medium') ??
  expiries[0]

export function Chain(props: ChainProps) {
  const { t } = useTranslation(['chain', 'how', 'errors', 'unknown'])
  const shownExpiry = props.shownOption?.expiryDate
  const { underlying: symbol } = props.income
  const [chosenExpiry, setChosenExpiry] = useState<{ symbol: string; date: string } | null>(null)
  const requestedDate = chosenExpiry?.symbol === symbol ? chosenExpiry.date : shownExpiry
  const query = useQuery(lazyQueries.chain(symbol, requestedDate))
  // After a failed request the last chain stays on screen, so that the user can choose another expiration.
  const [lastChain, setLastChain] = useState(query.data)
  if (query.data && query.data !== lastChain) setLastChain(query.data)
  const chain = query.data ?? (lastChain?.underlying === symbol ? lastChain : undefined)
  const expiry =
    chain && (chain.expiries.find(({ expiryDate }) => expiryDate === requestedDate) ?? defaultExpiry(chain))
  const isLoading = query.isFetching && !expiry?.rows.length
  return (
    <div className="chain" aria-busy={isLoading}>
      {expiry && (
        <ExpiryStrip
          expiries={chain.expiries}
          hidesMoves={whyUnknown(chain, 'expiries.expectedMove')?.reason === 'not-licensed'}
          value={expiry.expiryDate}
          onChange={(date) => setChosenExpiry({ symbol, date })}
        />
      )}
      {expiry && expiry.rows.length > 0 ? (
        <ExpiryContracts {...props} chain={chain} expiry={expiry} />
      ) : query.isError && !query.isFetching ? (
        <Failure problem={problemOf(query.error)} title={t('failed')} onRetry={() => void query.refetch()} />
      ) : chain && !expiry ? (
        <NoOptionsNote symbol={symbol} unknown={chain.unknown} />
      ) : (
        <div className="chain-outline" aria-hidden="true" />
      )}
      <LiveRegion>{isLoading ? t('loading') : ''}</LiveRegion>
    </div>
  )
}

/** Contracts of one expiration, with a status line for the focused contract. */
function ExpiryContracts({
  income,
  leg,
  selected,
  shownOption,
  onChoose,
  chain,
  expiry,
}: ChainProps & { chain: WireChain; expiry: WireChainExpiry }) {
  const { t } = useTranslation('chain')
  const frame = useRef<HTMLDivElement>(null)
  const { layout, tracks } = useColumns(frame, expiry.rows, `${income.underlying} ${expiry.expiryDate}`)
  const computedPrice = chain.chainPrice ?? chain.stockPrice
  // The price of the card; the income response at the current price has it (`useQuotedIncome`).
  const price = (computedPrice !== null ? income.chainPrice : null) ?? computedPrice
  const quotedExpiry = useQuotedExpiry(expiry, {
    asOf: chain.optionsAsOf,
    computedPrice,
    price,
    commission: chain.commission,
  })
  const shownExpiry = useMemo(() => {
    const rows = markGridCells(quotedExpiry.rows, cellsByContract(income))
    return { ...quotedExpiry, rows: quoteContract(rows, shownOption) }
  }, [quotedExpiry, income, shownOption])
  // Starts with the leg of the selected strategy; the user's choice here applies until the strategy changes.
  const [displayed, setDisplayed] = useState({ strategyLeg: leg, leg })
  if (displayed.strategyLeg !== leg) setDisplayed({ strategyLeg: leg, leg })
  const [focused, setFocused] = useState<WireChainOption | null>(null)
  const reasonOf = useUnknownReason()
  const refusalText = useRefusalText()
  const unknown = whyUnknown(chain, 'expiries')
  const warning = unknown ? reasonOf(unknown) : expiry.refused && refusalText(expiry.refused)
  // Otherwise the panel has this note already.
  const hidesPrices = hasHiddenPrices(expiry.rows)
  const needsUnpricedNote = hidesPrices && isPricedIncome(income)
  return (
    <div ref={frame} className="chain-contracts">
      {warning && <p className="how-banner">{warning}</p>}
      {needsUnpricedNote && <UnpricedNote subject="options" className="how-banner" />}
      <div className="chain-tools">
        {layout && !layout.hasBothLegs && (
          <Segmented
            label={t('legs')}
            value={displayed.leg}
            choices={[
              { value: 'call', label: t('call') },
              { value: 'put', label: t('put') },
            ]}
            onChange={(next) => setDisplayed({ strategyLeg: leg, leg: next })}
          />
        )}
        <ChainStatus focused={focused} marksMoney={price !== null} />
        {layout && <ColumnsMenu layout={layout} hidesPrices={hidesPrices} />}
      </div>
      {layout ? (
        <ChainTable
          key={`${expiry.expiryDate} ${layout.hasBothLegs ? 'both' : displayed.leg}`}
          symbol={income.underlying}
          expiry={shownExpiry}
          price={price}
          leg={displayed.leg}
          layout={layout}
          tracks={tracks}
          selected={selected}
          onFocusChange={setFocused}
          onChoose={onChoose}
        />
      ) : (
        <div className="chain-outline" aria-hidden="true" />
      )}
    </div>
  )
}

/**
 * Returns the expiration at the newest quotes. The quotes of the response are those of the other places too that show
 * its contracts: card, order and comparison.
 */
function useQuotedExpiry(
  expiry: WireChainExpiry,
  { asOf, computedPrice, price, commission }: ChainQuotes,
): WireChainExpiry {
  const contracts = useMemo(
    () => expiry.rows.flatMap(({ call, put }) => [call, put].filter((option) => option !== null)),
    [expiry],
  )
  useResponseQuotes(contracts, asOf)
  const quotes = useLive((live) => live.options)
  return useMemo(
    () => ({ ...expiry, rows: quoteRows(expiry.rows, quotes, { asOf, computedPrice, price, commission }) }),
    [expiry, quotes, asOf, computedPrice, price, commission],
  )
}

/** The reason why the focused contract cannot be chosen; otherwise the legend of the marks. */
function ChainStatus({
  focused,
  marksMoney,
}: {
  focused: WireChainOption | null
  /** Whether contracts in the money are marked; false without the price of the underlying. */
  marksMoney: boolean
}) {
  const { t } = useTranslation('chain')
  const unavailableReason = useUnavailableReason()
  const reason = focused && unavailableReason(focused)
  return (
    <div className="chain-says">
      <p role="status">{reason}</p>
      {!reason && (
        <p className="chain-marks">
          <span data-mark="in-grid">{t('inGrid')}</span>
          {marksMoney && <span data-mark="in-the-money">{t('inTheMoney')}</span>}
        </p>
      )}
    </div>
  )
}
