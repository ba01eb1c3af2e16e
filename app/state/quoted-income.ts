/**
 * The response of the How panel at the newest quotes. Everything that displays a contract reads this one snapshot, so
 * that no two places show different values of one figure.
 */
import { useMemo } from 'react'
import { daysPerYear, sharesPerContract } from '#contract/responses/conventions.ts'
import type { OptionQuote } from '#contract/feed.ts'
import type { Income, IncomeOption, WireIncome, WireIncomeOption } from '#contract/responses/income.ts'
import { latestQuote, spreadOf } from './latest-quote.ts'
import { useLive, useOptionQuote } from './live.ts'
import { isPriced } from './priced.ts'

type Quotes = Readonly<Record<string, OptionQuote>>

/** Removes the noise of binary fractions; prices have at most four decimal digits. */
const tidy = (dollars: number): number => Math.round(dollars * 10_000) / 10_000

/**
 * Returns the return of selling a contract at a bid, decimal, rounded as in responses: without the intrinsic value, on
 * the price of the underlying or on the strike of a put. Prices in dollars per share.
 */
export const returnAt = (
  { legType, strike }: Pick<WireIncomeOption, 'legType' | 'strike'>,
  bid: number,
  price: number,
): number => {
  const isCall = legType === 'Call'
  const intrinsicValue = Math.max(0, isCall ? price - strike : strike - price)
  return Math.round(((bid - intrinsicValue) / (isCall ? price : strike)) * 1e6) / 1e6
}

/**
 * Returns the response with the figures of every contract at its newest quote. An unchanged contract is the same
 * object. Figures that depend on a model (probabilities, score, greeks) are those of the response.
 */
export function quoteIncome(income: Income, quotes: Quotes): Income
export function quoteIncome(income: WireIncome, quotes: Quotes): WireIncome
export function quoteIncome(income: WireIncome, quotes: Quotes): WireIncome {
  const quote = <Option extends WireIncomeOption>(option: Option): Option =>
    quoteOption(option, income, quotes[option.id])
  const quoteAll = <Option extends WireIncomeOption>(options: readonly Option[]) => options.map(quote)
  const { callOptimals, putOptimals, callAlternatives, putAlternatives, contract } = income
  const quoted = {
    callOptimals: quoteAll(callOptimals),
    putOptimals: quoteAll(putOptimals),
    callAlternatives: quoteAll(callAlternatives),
    putAlternatives: quoteAll(putAlternatives),
    contract: contract && quote(contract),
  }
  const isSame =
    quoted.contract === contract &&
    isSameList(quoted.callOptimals, callOptimals) &&
    isSameList(quoted.putOptimals, putOptimals) &&
    isSameList(quoted.callAlternatives, callAlternatives) &&
    isSameList(quoted.putAlternatives, putAlternatives)
  return isSame ? income : { ...income, ...quoted }
}

const isSameList = (quoted: readonly unknown[], options: readonly unknown[]): boolean =>
  quoted.every((option, index) => option === options[index])

function quoteOption<Option extends WireIncomeOption>(
  option: Option,
  { chainPrice, stockPrice, optionsAsOf }: WireIncome,
  quote: OptionQuote | undefined,
): Option {
  const computedPrice = chainPrice ?? stockPrice
  if (computedPrice === null || !isPriced(option)) return option
  const { bid, ask } = latestQuote(option, optionsAsOf, quote)
  // Without a bid or an ask there is no price to sell at, so the last complete quote stays.
  if (!(bid > 0 && ask > 0) || (bid === option.bid && ask === option.ask)) return option
  return { ...option, ...figuresAt(option, { bid, ask }, computedPrice) }
}

/** Returns the figures that follow from bid and ask. All of them are linear in the premium, which is the bid. */
function figuresAt(
  option: IncomeOption,
  { bid, ask }: { bid: number; ask: number },
  stockPrice: number,
): Partial<IncomeOption> {
  const { legType, strike, daysUntilExpiry, contracts } = option
  const gain = bid - option.premium
  const total = gain * sharesPerContract * contracts
  const capital = legType === 'Call' ? stockPrice : strike
  const returnRate = returnAt(option, bid, stockPrice)
  const figures = {
    bid,
    ask,
    premium: bid,
    return: returnRate,
    annualizedReturn: (returnRate * daysPerYear) / daysUntilExpiry,
    breakeven: tidy(Math.max(0, option.breakeven - gain)),
    maxReward: tidy(option.maxReward + total),
    maxRisk: tidy(Math.max(0, option.maxRisk - total)),
    spread: spreadOf({ bid, ask })!,
    returns: returnsAt(option, { gain, capital, returnRate }),
  }
  return { ...figures, checklist: checklistAt(option, figures) }
}

function returnsAt(
  { returns: { ifUnchanged, ifAssigned, purchasePrice }, breakeven, premium }: IncomeOption,
  { gain, capital, returnRate }: { gain: number; capital: number; returnRate: number },
): IncomeOption['returns'] {
  const cost = breakeven + premium
  const onBasisAt = (onBasis: number | null) => (onBasis === null ? null : onBasis + gain / cost)
  return {
    ifUnchanged: { onPrice: returnRate, onBasis: onBasisAt(ifUnchanged.onBasis) },
    ifAssigned: ifAssigned && {
      onPrice: ifAssigned.onPrice + gain / capital,
      onBasis: onBasisAt(ifAssigned.onBasis),
    },
    purchasePrice: purchasePrice === null ? null : tidy(purchasePrice - gain),
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

/** Returns a contract of the response at its newest pushed quote. Other quotes have no effect. */
export function useQuotedOption(
  income: WireIncome | undefined,
  option: WireIncomeOption | undefined,
): WireIncomeOption | undefined {
  const quote = useOptionQuote(option?.id ?? '')
  return useMemo(() => income && option && quoteOption(option, income, quote), [income, option, quote])
}

/** Returns the response at the newest pushed quotes. */
export function useQuotedIncome(income: Income): Income
export function useQuotedIncome(income: WireIncome | undefined): WireIncome | undefined
export function useQuotedIncome(income: WireIncome | undefined): WireIncome | undefined {
  const quotes = useLive((live) => live.options)
  return useMemo(() => income && quoteIncome(income, quotes), [income, quotes])
}
