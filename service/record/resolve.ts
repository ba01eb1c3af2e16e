/** Resolves a pick from the data that a source has after its expiry. Pure. */
import type { PickValues, RecordDividend, RecordPick, RecordResolution } from '#contract/responses/record.ts'
import { config } from '#service/analysis/config.ts'
import { round } from '#service/analysis/rounding.ts'
import { previousTradingDay, tradingDayOnOrBefore, tradingDaysBetween } from '#service/markets/calendar.ts'
import type { Bars, Day, StockSplit } from '#service/markets/market.ts'
import { pickResultOf, settlementOf } from './settlement.ts'
import type { PickTerms } from './settlement.ts'

/** A published pick whose result is due. */
export type OpenPick = Pick<RecordPick, 'pick' | 'symbol' | 'right' | 'strike' | 'expiry'> & {
  readonly night: Day
  readonly rate: number
  readonly values: PickValues
}

/** Data of the pick's underlying on a later night. */
export type SymbolHistory = {
  readonly night: Day
  /** Adjusted for all splits up to `night`; undefined if the source does not know the symbol any more. */
  readonly bars: Pick<Bars, 'date' | 'close'> | undefined
  readonly splits: readonly StockSplit[]
  /** All recorded dividends of the symbol. */
  readonly dividends: readonly Pick<RecordDividend, 'exDate' | 'amount'>[]
}

/** A resolution before its licensed values are sealed. */
export type Resolved = Omit<RecordResolution, 'sealed'>

/** Index of the last bar on or before a day, or -1. */
const lastIndex = (dates: readonly Day[], day: Day): number => dates.findLastIndex((date) => date <= day)

/** The resolution; undefined if the pick's price is still to come. */
export function resolvePick(pick: OpenPick, history: SymbolHistory): Resolved | undefined {
  const lastSession = tradingDayOnOrBefore(pick.expiry)
  if (lastSession > history.night) return undefined
  const { date = [], close = new Float64Array() } = history.bars ?? {}
  const hasPrice = (date.at(-1) ?? '') >= lastSession
  const isDelisted = tradingDaysBetween(lastSession, history.night) >= config.record.delistedSessions
  if (!hasPrice && !isDelisted) return undefined

  const splits = history.splits.filter(({ day }) => day > pick.night && day <= history.night)
  const dividends = history.dividends
    .filter(({ exDate }) => exDate > pick.night && exDate <= pick.expiry)
    .map(({ exDate, amount }) => ({ exDate, amount }))
    .toSorted((a, b) => (a.exDate < b.exDate ? -1 : 1))
  const shares = splits.reduce((product, { factor }) => product * factor, 1)
  /** Close of the last session on or before a day, per share of the pick's night. */
  const closeOn = (day: Day): number | null => {
    const index = lastIndex(date, day)
    return index < 0 ? null : round(close[index]! * shares, 4)
  }
  const facts = {
    night: pick.night,
    pick: pick.pick,
    splits: splits.map((split) => ({ ...split })),
    dividends,
  }
  const voided = (reason: Resolved['reason']): Resolved => ({
    ...facts,
    outcome: 'void',
    reason,
    settledOn: null,
    values: null,
    result: null,
  })
  const nightClose = closeOn(pick.night)
  if (nightClose === null) return voided('no-price')
  if (Math.abs(nightClose / pick.values.underlying - 1) > config.record.maxPriceJump)
    return voided('price-jump')

  const values = {
    close: closeOn(lastSession),
    before: dividends.map(({ exDate }) => ({
      exDate,
      close: closeOn(previousTradingDay(exDate)) ?? nightClose,
    })),
  }
  const terms: PickTerms = pick
  const { outcome, assignedBefore } = settlementOf(terms, { ...facts, ...values })
  const settledOn =
    assignedBefore === null ? date[lastIndex(date, lastSession)]! : previousTradingDay(assignedBefore)
  const result = pickResultOf(terms, { ...facts, ...values }, settledOn) ?? null
  return { ...facts, outcome, reason: null, settledOn, values, result }
}
