/** Row of a holding: shares and cost basis, price and current income. The board has its open options. */
import type { KeyboardEvent } from 'react'
import { useTranslation } from '#app/i18n/use-translation.ts'
import type { WireBestTrade } from '#contract/responses/lists/best-income.ts'
import { sharesPerContract } from '#contract/responses/conventions.ts'
import type { Holding } from '#contract/bridge/holdings.ts'
import { useFormat } from '#app/i18n/format.ts'
import { useIsUnlicensed, useLastQuote } from '#app/state/live.ts'
import { Button } from '#app/ui/controls/button.tsx'
import { Change } from '#app/ui/price/change.tsx'
import { Icon } from '#app/ui/icon.tsx'
import { contractText } from '#app/ui/price/open-option.tsx'
import { HiddenPrice } from '#app/ui/unknown.tsx'
import { type BestTrades, countCoverableCalls, areAllSharesCovering } from './best-trades.ts'

const pencilIcon = 'M3 13l.5-3L10.5 3l2.5 2.5-7 7-3 .5Z'

export function HoldingRow({
  holding,
  bestTrades,
  isDisplayedSymbol,
  hasTabStop,
  onFocus,
  onKeyDown,
  onShow,
  onEdit,
}: {
  holding: Holding
  bestTrades: BestTrades
  /** Whether the holding is the symbol that the other panels show. */
  isDisplayedSymbol: boolean
  /** Whether the buttons of the row are tab stops. */
  hasTabStop: boolean
  onFocus: (symbol: string) => void
  onKeyDown: (event: KeyboardEvent) => void
  /** Shows the holding in the How panel. */
  onShow: (holding: Holding) => void
  /** Undefined if the page provides the holdings. */
  onEdit: ((holding: Holding) => void) | undefined
}) {
  const { symbol } = holding
  const positionText = usePositionText(holding)
  const trade = bestTrades.tradeOf(symbol)
  const tabIndex = hasTabStop ? 0 : -1
  return (
    <li className={isDisplayedSymbol ? 'holding holding-shown' : 'holding'} data-holding={symbol}>
      <button
        type="button"
        className="holding-main"
        aria-current={isDisplayedSymbol || undefined}
        tabIndex={tabIndex}
        onFocus={() => onFocus(symbol)}
        onKeyDown={onKeyDown}
        onClick={() => onShow(holding)}
      >
        <span className="holding-symbol">
          <bdi dir="ltr">{symbol}</bdi>
          <small>{positionText}</small>
        </span>
        <Price symbol={symbol} fallback={trade?.price} />
        <Income holding={holding} trade={trade} bestTrades={bestTrades} />
      </button>
      {onEdit && <EditButton symbol={symbol} tabIndex={tabIndex} onEdit={() => onEdit(holding)} />}
    </li>
  )
}

/** Returns shares and cost basis as text. */
function usePositionText({ shares, costBasis }: Holding): string {
  const { t } = useTranslation('holdings')
  const format = useFormat()
  if (!shares) return t('list.watched')
  return costBasis === undefined
    ? t('list.shares', { shares: format.shares(shares) })
    : t('list.atBasis', { shares: format.shares(shares), price: format.money(costBasis) })
}

function EditButton({ symbol, tabIndex, onEdit }: { symbol: string; tabIndex: number; onEdit: () => void }) {
  const { t } = useTranslation('holdings')
  return (
    <Button
      kind="icon"
      className="holding-edit"
      data-action="edit-holding"
      aria-label={t('list.edit', { symbol })}
      tabIndex={tabIndex}
      onClick={onEdit}
    >
      <Icon path={pencilIcon} />
    </Button>
  )
}

/** Live price. `fallback`: price until the first quote arrives; null if the partner may not show it. */
function Price({ symbol, fallback }: { symbol: string; fallback: number | null | undefined }) {
  const format = useFormat()
  const { last, percentageChange } = useLastQuote(symbol, { last: fallback ?? null, percentageChange: null })
  const isHidden = useIsUnlicensed(symbol) || fallback === null
  return (
    <span className="holding-figure">
      {last === null && isHidden ? <HiddenPrice /> : <bdi dir="ltr">{format.price(last)}</bdi>}
      <small>
        {percentageChange !== null && (
          <Change value={percentageChange}>{format.signedPercent(percentageChange / 100)}</Change>
        )}
      </small>
    </span>
  )
}

/**
 * Premium of the best trade at its bid: for all calls that the free shares cover, otherwise for one
 * contract.
 */
function Income({
  holding,
  trade,
  bestTrades,
}: {
  holding: Holding
  trade: WireBestTrade | undefined
  bestTrades: BestTrades
}) {
  const { t } = useTranslation('holdings')
  const format = useFormat()
  if (!trade) {
    const reason = areAllSharesCovering(holding)
      ? t('list.covered')
      : bestTrades.state === 'loading'
        ? t('list.loading')
        : bestTrades.state === 'failed'
          ? t('list.failed')
          : t(bestTrades.tradingDay === null ? 'list.noScan' : 'list.noTrade')
    return (
      <span className="holding-figure holding-none">
        <span aria-hidden="true">{format.decimal(null)}</span>
        <small>{reason}</small>
      </span>
    )
  }
  const contracts = (trade.legType === 'Call' && countCoverableCalls(holding)) || 1
  const isBelowBasis =
    trade.legType === 'Call' && holding.costBasis !== undefined && trade.strike < holding.costBasis
  const { premium } = trade
  return (
    <span className="holding-figure">
      {premium === null ? (
        <HiddenPrice />
      ) : (
        <>
          <bdi>{format.money(premium * contracts * sharesPerContract)}</bdi>
          <small>
            {t('list.yield', { return: format.percent(trade.return), count: trade.daysUntilExpiry })}
          </small>
        </>
      )}
      <small>
        {t('list.trade', {
          contracts: format.whole(contracts),
          contract: contractText(t, format, trade.id),
        })}
      </small>
      {isBelowBasis && (
        <small className="holding-warned">
          <span aria-hidden="true">! </span>
          {t('list.belowBasis')}
        </small>
      )}
    </span>
  )
}
