/** Which contract fills which cell of the 3 x 3 grid, and what stands in where none does. */
import type { Message } from '#contract/ideas.ts'
import { riskProfiles, timeframes, type RiskProfile, type Timeframe } from '#contract/resources.ts'
import type { Candidate, Cell } from './income-candidate.ts'
import { config } from './config.ts'
import { flawReason, offBandReason, offWindowReason, type Flaw } from './text/alternative-reason.ts'

/** What a look-up asks for; absent = all. */
export type CellQuery = {
  readonly timeframe?: Timeframe | undefined
  readonly riskprofile?: RiskProfile | undefined
}

export type Selection = {
  readonly optimals: readonly (Cell & { readonly candidate: Candidate })[]
  readonly alternatives: readonly (Cell & { readonly candidate: Candidate; readonly reason: Message })[]
}

const flawsOf = ({ contract, spread, annualizedReturn }: Candidate): Flaw[] => {
  const { maxSpread, minOpenInterest, minAnnualizedReturn } = config.income
  const flaws: Flaw[] = []
  if (spread > maxSpread) flaws.push('spread')
  if ((contract.openInterest ?? 0) < minOpenInterest) flaws.push('open-interest')
  if (annualizedReturn < minAnnualizedReturn) flaws.push('return')
  return flaws
}

type Entry = { readonly candidate: Candidate; readonly flaws: readonly Flaw[] }

/** The entry that `cost` finds cheapest; ties go to the first. */
const cheapest = (entries: readonly Entry[], cost: (entry: Entry) => number): Entry | undefined => {
  let best: Entry | undefined
  let least = Number.POSITIVE_INFINITY
  for (const entry of entries) {
    const value = cost(entry)
    if (value < least) {
      least = value
      best = entry
    }
  }
  return best
}

/** Fills the cells asked for from one side's candidates. One contract stands in one cell only. */
export const select = (candidates: readonly Candidate[], query: CellQuery): Selection => {
  const entries: Entry[] = candidates.map((candidate) => ({ candidate, flaws: flawsOf(candidate) }))
  const optimals: (Cell & { candidate: Candidate })[] = []
  const empty: Cell[] = []
  const cells: Cell[] = timeframes.flatMap((timeframe) =>
    riskProfiles.map((riskProfile) => ({ timeframe, riskProfile })),
  )
  const asked = cells.filter(
    (cell) =>
      (query.timeframe ?? cell.timeframe) === cell.timeframe &&
      (query.riskprofile ?? cell.riskProfile) === cell.riskProfile,
  )
  const inBand = ({ probability }: Candidate, { riskProfile }: Cell): boolean => {
    const { low, high } = config.income.profiles[riskProfile]
    return probability >= low && probability < high
  }
  const inWindow = ({ expiry }: Candidate, { timeframe }: Cell): boolean => {
    const { from, to } = config.income.timeframes[timeframe]
    return expiry.days >= from && expiry.days <= to
  }
  const offTarget = ({ probability }: Candidate, { riskProfile }: Cell): number =>
    Math.abs(probability - config.income.profiles[riskProfile].target)

  for (const cell of asked) {
    const fitting = entries.filter(
      ({ candidate, flaws }) => flaws.length === 0 && inWindow(candidate, cell) && inBand(candidate, cell),
    )
    const best = cheapest(fitting, ({ candidate }) => offTarget(candidate, cell))
    if (best) optimals.push({ ...cell, candidate: best.candidate })
    else empty.push(cell)
  }

  const taken = new Set(optimals.map(({ candidate }) => candidate))
  const alternatives: (Cell & { candidate: Candidate; reason: Message })[] = []
  for (const cell of empty) {
    const { low, high } = config.income.profiles[cell.riskProfile]
    const { from, to } = config.income.timeframes[cell.timeframe]
    const free = entries.filter(({ candidate }) => !taken.has(candidate))
    const { alternativeReach, alternativeDays } = config.income
    const nearBand = cheapest(
      free.filter(
        ({ candidate: { probability }, candidate, flaws }) =>
          flaws.length === 0 &&
          inWindow(candidate, cell) &&
          probability >= low - alternativeReach &&
          probability <= high + alternativeReach,
      ),
      ({ candidate }) => offTarget(candidate, cell),
    )
    const gap = (days: number): number => Math.max(from - days, days - to)
    const nearWindow = cheapest(
      free.filter(
        ({ candidate, flaws }) =>
          flaws.length === 0 && inBand(candidate, cell) && gap(candidate.expiry.days) <= alternativeDays,
      ),
      ({ candidate }) => gap(candidate.expiry.days) + offTarget(candidate, cell),
    )
    const flawed = cheapest(
      free.filter(({ candidate }) => inWindow(candidate, cell) && inBand(candidate, cell)),
      ({ candidate, flaws }) => flaws.length + candidate.spread + offTarget(candidate, cell),
    )
    const found = nearBand ?? nearWindow ?? flawed
    if (!found) continue
    taken.add(found.candidate)
    const reason =
      found === nearBand
        ? offBandReason(found.candidate, config.income.profiles[cell.riskProfile])
        : found === nearWindow
          ? offWindowReason(found.candidate, config.income.timeframes[cell.timeframe])
          : flawReason(found.candidate, found.flaws[0])
    alternatives.push({ ...cell, candidate: found.candidate, reason })
  }
  return { optimals, alternatives }
}
