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

const isInBand = ({ probability }: Candidate, { riskProfile }: Cell): boolean => {
  const { low, high } = config.income.profiles[riskProfile]
  return probability >= low && probability < high
}

/** The same band, as far beyond both ends as an alternative may lie. */
const isNearBand = ({ probability }: Candidate, { riskProfile }: Cell): boolean => {
  const { low, high } = config.income.profiles[riskProfile]
  const { alternativeReach } = config.income
  return probability >= low - alternativeReach && probability <= high + alternativeReach
}

/** Days from the cell's window of expiries; 0 or less within it. */
const offWindow = ({ expiry }: Candidate, { timeframe }: Cell): number => {
  const { from, to } = config.income.timeframes[timeframe]
  return Math.max(from - expiry.days, expiry.days - to)
}
const isInWindow = (candidate: Candidate, cell: Cell): boolean => offWindow(candidate, cell) <= 0

const offTarget = ({ probability }: Candidate, { riskProfile }: Cell): number =>
  Math.abs(probability - config.income.profiles[riskProfile].target)

/** The sound contract of the cell's window and band that is nearest its target. */
const optimalFor = (entries: readonly Entry[], cell: Cell): Entry | undefined =>
  cheapest(
    entries.filter(
      ({ candidate, flaws }) =>
        flaws.length === 0 && isInWindow(candidate, cell) && isInBand(candidate, cell),
    ),
    ({ candidate }) => offTarget(candidate, cell),
  )

/** What stands in: a sound contract near the band, else one near the window, else one with flaws, and why it does. */
const alternativeFor = (
  entries: readonly Entry[],
  cell: Cell,
): { candidate: Candidate; reason: Message } | undefined => {
  const sound = entries.filter(({ flaws }) => flaws.length === 0)
  const nearBand = cheapest(
    sound.filter(({ candidate }) => isInWindow(candidate, cell) && isNearBand(candidate, cell)),
    ({ candidate }) => offTarget(candidate, cell),
  )
  if (nearBand) {
    const { candidate } = nearBand
    return { candidate, reason: offBandReason(candidate, config.income.profiles[cell.riskProfile]) }
  }
  const nearWindow = cheapest(
    sound.filter(
      ({ candidate }) =>
        isInBand(candidate, cell) && offWindow(candidate, cell) <= config.income.alternativeDays,
    ),
    ({ candidate }) => offWindow(candidate, cell) + offTarget(candidate, cell),
  )
  if (nearWindow) {
    const { candidate } = nearWindow
    return { candidate, reason: offWindowReason(candidate, config.income.timeframes[cell.timeframe]) }
  }
  const flawed = cheapest(
    entries.filter(({ candidate }) => isInWindow(candidate, cell) && isInBand(candidate, cell)),
    ({ candidate, flaws }) => flaws.length + candidate.spread + offTarget(candidate, cell),
  )
  return flawed && { candidate: flawed.candidate, reason: flawReason(flawed.candidate, flawed.flaws[0]) }
}

const cells: readonly Cell[] = timeframes.flatMap((timeframe) =>
  riskProfiles.map((riskProfile) => ({ timeframe, riskProfile })),
)

/** Fills the cells asked for from one side's candidates. One contract stands in one cell only. */
export const select = (candidates: readonly Candidate[], query: CellQuery): Selection => {
  const entries: Entry[] = candidates.map((candidate) => ({ candidate, flaws: flawsOf(candidate) }))
  const optimals: Selection['optimals'][number][] = []
  const empty: Cell[] = []
  const asked = cells.filter(
    (cell) =>
      (query.timeframe ?? cell.timeframe) === cell.timeframe &&
      (query.riskprofile ?? cell.riskProfile) === cell.riskProfile,
  )
  for (const cell of asked) {
    const best = optimalFor(entries, cell)
    if (best) optimals.push({ ...cell, candidate: best.candidate })
    else empty.push(cell)
  }

  const taken = new Set(optimals.map(({ candidate }) => candidate))
  const alternatives: Selection['alternatives'][number][] = []
  for (const cell of empty) {
    const found = alternativeFor(
      entries.filter(({ candidate }) => !taken.has(candidate)),
      cell,
    )
    if (!found) continue
    taken.add(found.candidate)
    alternatives.push({ ...cell, ...found })
  }
  return { optimals, alternatives }
}
