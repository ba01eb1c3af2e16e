/** Writes the text of recorded files, which the modules of the parent folder read. Numbers have full precision. */
import type { Quote } from '#contract/feed.ts'
import type { Bars, Chain, Contract, Earnings, Profile, VolatilityPoint } from '#service/markets/market.ts'
import type { Recording } from '#service/markets/recorded/recording.ts'
import { volatilityHeader } from '#service/markets/recorded/volatility.ts'

/** One member a line, so that errors name the line of a symbol. */
export const objectText = (members: Iterable<readonly [string, unknown]>): string => {
  const lines = [...members]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => `${JSON.stringify(name)}: ${JSON.stringify(value)}`)
  return `{\n${lines.join(',\n')}\n}\n`
}

const contractText = ({ id, expiry, right, ...numbers }: Contract): string => {
  const { strike, bid, ask, last, volume, openInterest } = numbers
  return JSON.stringify({
    symbol: id,
    expiration: expiry,
    side: right,
    strike,
    bid,
    ask,
    last,
    volume,
    openInterest,
  })
}

/** A chain and the quote of its underlying. `quote` is null without a trade, and undefined if the market has no quotes. */
export function chainText(chain: Chain, quote: Quote | null | undefined): string {
  const { symbol: _, ...underlying } = quote ?? { symbol: '' }
  const head = JSON.stringify({
    symbol: chain.symbol,
    asOf: chain.asOf.toISOString(),
    underlyingPrice: chain.underlyingPrice,
    style: chain.style,
    ...(quote !== undefined && { quote: quote && underlying }),
  })
  return `${head.slice(0, -1)},"quotes":[\n${chain.contracts.map(contractText).join(',\n')}\n]}\n`
}

export const barsText = ({ date, open, high, low, close, volume }: Bars): string =>
  [
    'date,open,high,low,close,volume',
    ...date.map((day, i) => [day, open[i], high[i], low[i], close[i], volume[i]].join(',')),
    '',
  ].join('\n')

export const volatilityText = (points: readonly VolatilityPoint[]): string =>
  [volatilityHeader, ...points.map(({ day, iv30 }) => `${day},${iv30}`), ''].join('\n')

/** A profile as a row of the fundamentals file, which has the field names of Yahoo. Dividends have their own file. */
export function companyRow(profile: Profile): Readonly<Record<string, unknown>> {
  const { companyName, sector, exchange, region, kind, marketCap, eps, dividendYield, yearRange } = profile
  const { declared, knownThrough } = profile.dividends
  const percent = Math.round(dividendYield * 1e6) / 1e4
  // A yield of 0 also means that the source does not know it; the reader takes 0 for "pays none".
  const isUnknownYield = percent === 0 && declared.length === 0 && knownThrough === null
  return {
    name: companyName,
    sector,
    exchange,
    region,
    kind,
    marketCap,
    trailingEps: eps,
    // `dividendYield` is a rounded percentage, as in Yahoo's files; `yield` is the exact decimal.
    dividendYield: isUnknownYield ? null : percent,
    yield: dividendYield,
    ...(yearRange && {
      fiftyTwoWeekLow: yearRange.low,
      fiftyTwoWeekHigh: yearRange.high,
      fiftyTwoWeekDay: yearRange.day,
    }),
  }
}

/** The entry of a symbol in the file of the next earnings; null if the market knows none. */
export const earningsRow = (earnings: Earnings | null): unknown =>
  earnings && [
    {
      date: earnings.day,
      time: earnings.time,
      estimated: earnings.estimated,
      ...(earnings.past && { past: earnings.past.map(({ day, time }) => ({ date: day, time })) }),
    },
  ]

export const recordingText = ({ recordedAt, ...recording }: Recording): string =>
  `${JSON.stringify({ recordedAt: recordedAt.toISOString(), ...recording }, null, 2)}\n`
