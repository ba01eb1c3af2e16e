/**
 * Settles a pick by rules that are fixed beforehand (docs/record.md): sold at the bid, held until the
 * expiry or an assignment. Pure functions of what the public files have. Prices are dollars per share of
 * the pick's night.
 */
import type {
  PickResult,
  PickValues,
  RecordPick,
  RecordResolution,
  SettlementValues,
} from '#contract/responses/record.ts'
import { config } from '#service/analysis/config.ts'
import { daysBetween } from '#service/markets/calendar.ts'
import type { Day } from '#service/markets/market.ts'

/** Published terms of a pick, with its licensed values. */
export type PickTerms = Pick<RecordPick, 'right' | 'strike' | 'expiry'> & {
  readonly night: Day
  readonly values: Pick<PickValues, 'bid' | 'underlying'>
  /** Yearly, continuously compounded, decimal. */
  readonly rate: number
}

/** Events and prices until the expiry. */
export type PickHistory = SettlementValues & Pick<RecordResolution, 'splits' | 'dividends'>

/** `assignedBefore`: the ex-dividend day before which a call was assigned early. */
export type Settlement = {
  readonly outcome: RecordResolution['outcome']
  readonly assignedBefore: Day | null
}

/** Dollars, rounded half away from zero to the cent. Removes the error of binary fractions first. */
export const toCents = (dollars: number): number => {
  const cents = Math.round(Number(Math.abs(dollars * 100).toFixed(6)))
  return cents === 0 ? 0 : (Math.sign(dollars) * cents) / 100
}

/** Shares that one share of the pick's night has become on a day. */
export const sharesOn = (day: Day, splits: PickHistory['splits']): number =>
  splits.reduce((shares, split) => (split.day <= day ? shares * split.factor : shares), 1)

type NightDividend = { readonly exDate: Day; readonly perShare: number; readonly isSpecial: boolean }

/** Dividends per share of the pick's night, soonest first. */
const nightDividends = (
  { values }: Pick<PickTerms, 'values'>,
  { dividends, splits }: PickHistory,
): NightDividend[] =>
  dividends
    .map(({ exDate, amount }) => {
      const perShare = amount * sharesOn(exDate, splits)
      const isSpecial = perShare >= config.record.specialDividendShare * values.underlying
      return { exDate, perShare, isSpecial }
    })
    .toSorted((a, b) => (a.exDate < b.exDate ? -1 : 1))

const sum = (dividends: readonly NightDividend[]): number =>
  dividends.reduce((total, { perShare }) => total + perShare, 0)

/** Exchanges reduce the strike by each special dividend on its ex-dividend day. */
const strikeAfter = ({ strike }: Pick<PickTerms, 'strike'>, dividends: readonly NightDividend[]): number =>
  strike - sum(dividends.filter(({ isSpecial }) => isSpecial))

/** Options are exercised if they are in the money by a cent or more. */
const isExercised = (inTheMoney: number): boolean => Math.round(inTheMoney * 1e4) >= 100

/** The first ordinary dividend before which the call closes in the money: holders exercise to receive it. */
const earlyAssignmentOf = (
  pick: PickTerms,
  history: PickHistory,
  dividends: readonly NightDividend[],
): NightDividend | undefined =>
  pick.right === 'put'
    ? undefined
    : dividends.find(({ exDate, isSpecial }, index) => {
        const close = history.before.find((before) => before.exDate === exDate)?.close
        const strike = strikeAfter(pick, dividends.slice(0, index))
        return !isSpecial && close !== undefined && isExercised(close - strike)
      })

/** How a pick ends. `void` only if it has no price. */
export function settlementOf(pick: PickTerms, history: PickHistory): Settlement {
  const dividends = nightDividends(pick, history)
  const early = earlyAssignmentOf(pick, history, dividends)
  if (early) return { outcome: 'assigned-early', assignedBefore: early.exDate }
  if (history.close === null) return { outcome: 'void', assignedBefore: null }
  const strike = strikeAfter(pick, dividends)
  const inTheMoney = pick.right === 'call' ? history.close - strike : strike - history.close
  return { outcome: isExercised(inTheMoney) ? 'assigned' : 'expired', assignedBefore: null }
}

/**
 * Results of one contract until `settledOn`, in dollars: of the pick, of holding 100 shares, and of
 * holding the pick's capital in cash. Undefined if the pick is void.
 */
export function pickResultOf(pick: PickTerms, history: PickHistory, settledOn: Day): PickResult | undefined {
  const { outcome, assignedBefore } = settlementOf(pick, history)
  const all = nightDividends(pick, history)
  const received = assignedBefore === null ? all : all.filter(({ exDate }) => exDate < assignedBefore)
  const close =
    assignedBefore === null
      ? history.close
      : history.before.find(({ exDate }) => exDate === assignedBefore)!.close
  if (close === null || outcome === 'void') return undefined
  const { right, values, rate, night } = pick
  const strike = strikeAfter(pick, received)
  const shares = config.sharesPerContract
  const stock = close - values.underlying + sum(received)
  const gain =
    right === 'call'
      ? stock - (outcome === 'expired' ? 0 : close - strike)
      : outcome === 'expired'
        ? 0
        : close - strike
  const capital = right === 'call' ? values.underlying : pick.strike
  const years = daysBetween(night, settledOn) / config.daysPerYear
  return {
    profit: toCents(shares * (values.bid + gain) - config.record.commission),
    stock: toCents(shares * stock),
    cash: toCents(shares * capital * Math.expm1(rate * years)),
  }
}
