/**
 * The response of the How panel at the newest quotes. Everything that displays a contract reads this one snapshot, so
 * that no two places show different values of one figure.
 */
import { useMemo } from 'react'
import { daysPerYear, sharesPerContract } from '#contract/responses/conventions.ts'
import type { OptionQuote, Quote } from '#contract/feed.ts'
import type { Income, IncomeOption, WireIncome, WireIncomeOption } from '#contract/responses/income.ts'
import { latestQuote, spreadOf } from './latest-quote.ts'
import { useLive, useOptionQuote, useQuote } from './live.ts'
import { premiumPartsAt } from './premium-parts.ts'
import { isPriced } from './priced.ts'

type Quotes = Readonly<Record<string, OptionQuote>>

/** Removes the noise of binary fractions; prices have at most four decimal digits. */
const tidy = (dollars: number): number => Math.round(dollars * 10_000) / 10_000

/** Rounds a return as in responses. */
const roundReturn = (value: number): number => Math.round(value * 1e6) / 1e6

/**
 * Returns the return of selling a contract at a bid, decimal, rounded as in responses: without the intrinsic value and
 * the commission, on the price of the underlying or on the strike of a put. Prices in dollars per share.
 *
 * @param at.commission dollars per contract
 */
export const returnAt = (
  { legType, strike }: Pick<WireIncomeOption, 'legType' | 'strike'>,
  { bid, price, commission }: { bid: number; price: number; commission: number },
): number => {
  const isCall = legType === 'Call'
  const intrinsicValue = Math.max(0, isCall ? price - strike : strike - price)
  const gain = bid - commission / sharesPerContract - intrinsicValue
  return roundReturn(gain / (isCall ? price : strike))
}

/** Time by which a response may be newer than the last trade that is still the current price, milliseconds. */
const maxPriceAgeMs = 60_000

/**
 * Returns the price of the underlying that all figures of the response are shown at, dollars: the pushed one, or that of
 * the response if it is much newer. Trades are rarer than responses, so a last trade is current for a while.
 */
export function currentPrice(
  { chainPrice, stockPrice, optionsAsOf }: Pick<WireIncome, 'chainPrice' | 'stockPrice' | 'optionsAsOf'>,
  pushed: Quote | undefined,
): number | null {
  const isCurrent =
    pushed && (optionsAsOf === null || Date.parse(pushed.time) >= Date.parse(optionsAsOf) - maxPriceAgeMs)
  return isCurrent ? pushed.last : (chainPrice ?? stockPrice)
}

/** What figures are computed from, besides the contract: the current price of the underlying, and the position. */
type Snapshot = {
  income: WireIncome
  /** Dollars per share. */
  price: number
}

/**
 * Returns the response with the figures of every contract at its newest quote and at the current price of the
 * underlying. An unchanged contract is the same object. Figures that depend on a model (probabilities, score, greeks)
 * are those of the response.
 *
 * @param price price of the underlying, dollars; null = that of the response
 */
export function quoteIncome(income: Income, quotes: Quotes, price?: number | null): Income
export function quoteIncome(income: WireIncome, quotes: Quotes, price?: number | null): WireIncome
export function quoteIncome(income: WireIncome, quotes: Quotes, price: number | null = null): WireIncome {
  const quote = <Option extends WireIncomeOption>(option: Option): Option =>
    quoteOption(option, income, { quote: quotes[option.id], price })
  const quoteAll = <Option extends WireIncomeOption>(options: readonly Option[]) => options.map(quote)
  const { callOptimals, putOptimals, callAlternatives, putAlternatives, contract, chainPrice } = income
  const quoted = {
    callOptimals: quoteAll(callOptimals),
    putOptimals: quoteAll(putOptimals),
    callAlternatives: quoteAll(callAlternatives),
    putAlternatives: quoteAll(putAlternatives),
    contract: contract && quote(contract),
  }
  const isSamePrice = price === null || chainPrice === null || price === chainPrice
  const isSame =
    isSamePrice &&
    quoted.contract === contract &&
    isSameList(quoted.callOptimals, callOptimals) &&
    isSameList(quoted.putOptimals, putOptimals) &&
    isSameList(quoted.callAlternatives, callAlternatives) &&
    isSameList(quoted.putAlternatives, putAlternatives)
  return isSame ? income : { ...income, ...quoted, ...(!isSamePrice && { chainPrice: price }) }
}

const isSameList = (quoted: readonly unknown[], options: readonly unknown[]): boolean =>
  quoted.every((option, index) => option === options[index])

/** Returns the contract of a response at a quote and at a price of the underlying; null = that of the response. */
export function quoteOption<Option extends WireIncomeOption>(
  option: Option,
  income: WireIncome,
  { quote, price: current }: { quote: OptionQuote | undefined; price: number | null },
): Option {
  const { chainPrice, stockPrice, optionsAsOf } = income
  const computedPrice = chainPrice ?? stockPrice
  const price = current ?? computedPrice
  if (price === null || !isPriced(option)) return option
  const { bid, ask } = latestQuote(option, optionsAsOf, quote)
  // Without a bid or an ask there is no price to sell at, so the last complete quote stays.
  const shown = bid > 0 && ask > 0 ? { bid, ask } : { bid: option.bid, ask: option.ask }
  const isSameQuote = shown.bid === option.bid && shown.ask === option.ask
  if (isSameQuote && price === computedPrice) return option
  return { ...option, ...figuresAt(option, shown, { income, price }) }
}

/**
 * Returns the average cost of the shares of a covered call, dollars per share, as the service computes it: the cost basis
 * of the shares held, and the price for those that are missing for one contract or if the basis is unknown.
 */
function costOfShares({ contracts }: IncomeOption, { income, price }: Snapshot): number {
  const { costBasis, stockQuantity } = income
  const shares = contracts * sharesPerContract
  const missing = stockQuantity === null ? 0 : Math.max(0, sharesPerContract - stockQuantity)
  return ((costBasis ?? price) * (shares - missing) + price * missing) / shares
}

/** Returns the figures that follow from bid, ask and the price of the underlying. */
function figuresAt(
  option: IncomeOption,
  { bid, ask }: { bid: number; ask: number },
  snapshot: Snapshot,
): Partial<IncomeOption> {
  const { legType, daysUntilExpiry, contracts, breakeven, premium } = option
  const { income, price } = snapshot
  const { commission } = income
  const oldCost = breakeven + premium
  const isSamePrice = price === (income.chainPrice ?? income.stockPrice)
  const cost = legType === 'Put' || isSamePrice ? oldCost : costOfShares(option, snapshot)
  const gain = bid - premium - (cost - oldCost)
  const total = gain * sharesPerContract * contracts
  const returnRate = returnAt(option, { bid, price, commission })
  const figures = {
    bid,
    ask,
    premium: bid,
    return: returnRate,
    annualizedReturn: (returnRate * daysPerYear) / daysUntilExpiry,
    breakeven: tidy(Math.max(0, breakeven - gain)),
    maxReward: tidy(option.maxReward + total),
    maxRisk: tidy(Math.max(0, option.maxRisk - total)),
    spread: spreadOf({ bid, ask })!,
    premiumParts: premiumPartsAt(option, bid),
    returns: returnsAt(option, { bid, cost, price, commission }),
  }
  return { ...figures, checklist: checklistAt(option, figures) }
}

/** @param at.cost cost of the shares of a call, dollars per share */
function returnsAt(
  { legType, strike, returns: { ifUnchanged, ifAssigned, purchasePrice } }: IncomeOption,
  at: { bid: number; cost: number; price: number; commission: number },
): IncomeOption['returns'] {
  const { bid, cost, price } = at
  const premium = bid - at.commission / sharesPerContract
  const onBasis = (value: number | null, gain: number) => (value === null ? null : roundReturn(gain / cost))
  return {
    ifUnchanged: {
      onPrice: returnAt({ legType, strike }, at),
      onBasis: onBasis(ifUnchanged.onBasis, premium - Math.max(0, price - strike)),
    },
    ifAssigned: ifAssigned && {
      onPrice: roundReturn((strike - price + premium) / price),
      onBasis: onBasis(ifAssigned.onBasis, strike - cost + premium),
    },
    purchasePrice: purchasePrice === null ? null : tidy(strike - bid),
  }
}

/** Returns the checklist with the new figures in its sentences. */
function checklistAt(
  { checklist }: IncomeOption,
  figures: Pick<IncomeOption, 'return' | 'annualizedReturn' | 'spread' | 'bid' | 'ask'>,
): IncomeOption['checklist'] {
  const params: Readonly<Record<string, Readonly<Record<string, number>>>> = {
    AnnualizedReturn: { return: figures.return, annualized: figures.annualizedReturn },
    Liquidity: { spread: figures.spread, mid: (figures.bid + figures.ask) / 2 },
  }
  return checklist.map((item) => {
    const { sentenceMessage } = item
    const changed = Object.entries(params[item.name] ?? {}).filter(([name]) => name in sentenceMessage.params)
    return changed.length === 0
      ? item
      : {
          ...item,
          sentenceMessage: {
            ...sentenceMessage,
            params: { ...sentenceMessage.params, ...Object.fromEntries(changed) },
          },
        }
  })
}

/**
 * Returns a contract of the response at its newest quote and the current price of the underlying. Other quotes have no
 * effect; the price has none if the break-even does not depend on it, so that the price chart does not render at every
 * trade.
 */
export function useQuotedOption(
  income: WireIncome | undefined,
  option: WireIncomeOption | undefined,
): WireIncomeOption | undefined {
  const quote = useOptionQuote(option?.id ?? '')
  const isPriceUsed = option?.legType === 'Call' && (income?.costBasis === null || isShort(income))
  const pushed = useLive((live) => (income && isPriceUsed ? live.quotes[income.underlying] : undefined))
  const price = income ? currentPrice(income, pushed) : null
  return useMemo(
    () => income && option && quoteOption(option, income, { quote, price }),
    [income, option, quote, price],
  )
}

/** Whether the shares held are too few for one contract. */
const isShort = (income: WireIncome | undefined): boolean =>
  income !== undefined && income.stockQuantity !== null && income.stockQuantity < sharesPerContract

/** Returns the current price of the underlying of a response, dollars (`currentPrice`); null if unknown. */
export function useCurrentPrice(income: WireIncome | undefined): number | null {
  const pushed = useQuote(income?.underlying ?? '')
  return income ? currentPrice(income, pushed) : null
}

/** Returns the response at the newest quotes and the current price of the underlying. */
export function useQuotedIncome(income: Income): Income
export function useQuotedIncome(income: WireIncome | undefined): WireIncome | undefined
export function useQuotedIncome(income: WireIncome | undefined): WireIncome | undefined {
  const quotes = useLive((live) => live.options)
  const price = useCurrentPrice(income)
  return useMemo(() => income && quoteIncome(income, quotes, price), [income, quotes, price])
}
