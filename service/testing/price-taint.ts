/**
 * Finds the prices of a licensed test market in the text of responses, frames and pages: in numbers, sentences and
 * markup alike.
 */
import type { Chain, Contract, Market } from '#service/markets/market.ts'
import { licensedSymbols } from './licensed-market.ts'
import type { PriceKind } from './licensed-market.ts'

/** Texts of numbers, without sign and separators. */
export type NumberTexts = ReadonlySet<string>

/** All numbers in a text. */
const numbersIn = (text: string): NumberTexts =>
  new Set(
    (text.match(/\d[\d,]*(?:\.\d+)?/g) ?? []).map((number) => String(Number(number.replaceAll(',', '')))),
  )

/** Number of bars whose prices are searched for. Of years of bars, some would equal a value of an option. */
const lastBars = 20

/**
 * Numbers that reveal prices of each kind: the prices, and amounts that differ from them by a strike, another price
 * or the number of shares. Only amounts of 100 dollars or more with two decimal digits: other numbers also occur as
 * ranks, days and strikes.
 */
export async function taintOf(market: Market): Promise<Readonly<Record<PriceKind, NumberTexts>>> {
  const taint: Record<PriceKind, number[]> = { quotes: [], chains: [], bars: [] }
  for (const symbol of licensedSymbols) {
    const [quote, chain, bars] = [
      await market.quote(symbol),
      await market.chain(symbol),
      await market.bars(symbol),
    ]
    taint.quotes.push(quote!.last)
    taint.chains.push(...chainAmounts(chain!))
    for (const column of [bars!.open, bars!.high, bars!.low, bars!.close])
      taint.bars.push(...column.subarray(-lastBars))
  }
  return {
    quotes: recognisable(taint.quotes),
    chains: recognisable(taint.chains),
    bars: recognisable(taint.bars),
  }
}

const chainAmounts = (chain: Chain): number[] => [
  chain.underlyingPrice,
  ...chain.contracts.flatMap((contract) => amountsOf(contract, chain.underlyingPrice)),
]

const amountsOf = ({ bid, ask, strike, right }: Contract, underlying: number): number[] => {
  const intrinsic = Math.max(0, right === 'call' ? underlying - strike : strike - underlying)
  const breakeven = right === 'call' ? underlying - bid : strike - bid
  return [bid, ask, (bid + ask) / 2, 100 * bid, intrinsic, bid - intrinsic, breakeven, 100 * breakeven]
}

const recognisable = (amounts: readonly number[]): NumberTexts =>
  new Set(
    amounts
      .map((amount) => Math.round(Math.abs(amount) * 100) / 100)
      .filter((amount) => amount >= 100 && Math.round(amount * 100) % 10 !== 0)
      .map(String),
  )

/**
 * Names of fields that have a price of the kind, or a figure from which it can be computed; with the name of its
 * parent if other fields have the same name.
 */
const fieldsOf: Readonly<Record<PriceKind, readonly string[]>> = {
  quotes: [
    'last',
    'stockPrice',
    'peRatio',
    'expandedQuote.change',
    'expandedQuote.percentageChange',
    '.quotes',
  ],
  chains: [
    'return',
    'annualizedReturn',
    'premium',
    'bid',
    'ask',
    'chainPrice',
    'callYield',
    'putYield',
    'breakeven',
    'maxReward',
    'maxRisk',
    'fillPrice',
    'fairValue',
    'fairValueError',
    'premiumParts',
    'expectedMove',
    'returns',
    'credit',
    'costToClose',
    'profitKept',
    'profitShare',
    'isHalfKept',
    'intrinsicValue',
    'timeValue',
    'values',
    'prices',
    'expectedGain',
    'expectedLoss',
    'expectedReward',
    'expectedRisk',
    'rangeLow',
    'rangeHigh',
    'inPlainEnglish',
    'annualized',
    'mid',
    'trades.price',
    '.options',
  ],
  bars: [
    'supportAndResistance',
    'open',
    'high',
    'low',
    'close',
    'week52Low',
    'week52High',
    'tradeIdeas.price',
    'tradeIdeas.change',
    'tradeIdeas.percentageChange',
  ],
}
/** Fields without prices whose numbers can be of any size, in dollars of a position. */
const unpriced = ['greeks', 'delta', 'gamma', 'theta', 'vega', 'rho']

/** Numbers in a text, by the kind of the field that has them; `other` are those of all other fields. */
export type NumbersByKind = Readonly<Record<PriceKind | 'other', NumberTexts>>

/** All numbers of a text without fields, such as a page. */
export const numbersInPage = (text: string): NumbersByKind => ({
  quotes: new Set(),
  chains: new Set(),
  bars: new Set(),
  other: numbersIn(text),
})

/** The numbers of a JSON text, or of a text with one JSON object per line. */
export function numbersInFields(text: string): NumbersByKind {
  const numbers = { quotes: new Set(), chains: new Set(), bars: new Set(), other: new Set() } as Record<
    PriceKind | 'other',
    Set<string>
  >
  const visit = (value: unknown, parent: string, kind: PriceKind | 'other'): void => {
    if (typeof value !== 'object' || value === null) {
      if (value === null) return
      for (const number of numbersIn(JSON.stringify(value))) numbers[kind].add(number)
      // A flag, such as `isHalfKept`, has no number.
      if (typeof value === 'boolean') numbers[kind].add(String(value))
      return
    }
    for (const [name, child] of Object.entries(value)) {
      if (Array.isArray(value)) visit(child, parent, kind)
      else if (!unpriced.includes(name)) visit(child, name, kind === 'other' ? kindOf(parent, name) : kind)
    }
  }
  for (const line of text.split('\n')) if (line !== '') visit(JSON.parse(line), '', 'other')
  return numbers
}

const kindOf = (parent: string, name: string): PriceKind | 'other' =>
  (Object.keys(fieldsOf) as PriceKind[]).find(
    (kind) => fieldsOf[kind].includes(name) || fieldsOf[kind].includes(`${parent}.${name}`),
  ) ?? 'other'
