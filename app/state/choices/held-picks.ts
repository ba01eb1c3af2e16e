/**
 * Holds the contracts of the grid's cells for a while, so that they do not alternate with every response. A cell
 * changes its contract (its pick) only when the service has preferred another one for `holdMs`, or when the old one is
 * no longer allowed.
 */
import type {
  LegType,
  RiskProfile,
  Timeframe,
  WireAlternative,
  WireIncome,
  WireIncomeOption,
} from '#contract/responses/income.ts'
import { cellsOf, optionById, type WireCell } from './cells.ts'

/** Time for which the service must prefer another contract before a cell changes, milliseconds. */
export const holdMs = 60_000
/** Picks that are older were not refreshed, for example in a hidden tab, and are not held. */
const maxAgeMs = 2 * holdMs
/** Maximum number of former picks that a cell remembers. */
const maxFormer = 9

type Option = WireIncomeOption | WireAlternative

/** The pick of one cell of one symbol and leg. */
export type HeldPick = {
  option: Option
  /** The contract does not fit the cell; it is the next best. */
  isAlternative: boolean
  /** Time of the last response that had this contract in the cell, milliseconds since 1970. */
  offeredAt: number
  /** OSI symbols of earlier picks of the cell, the latest last. */
  former: readonly string[]
}
/** Picks by leg and cell (`cellKey`). */
export type HeldPicks = Readonly<Record<string, HeldPick>>

export const cellKey = (leg: LegType, timeframe: Timeframe, riskProfile: RiskProfile): string =>
  `${leg} ${timeframe} ${riskProfile}`

/**
 * Returns the pick of a cell after a response.
 *
 * @param held the pick before the response
 * @param offered the contract of the cell in the response; undefined if the cell is empty
 * @param rules.now time of the response, milliseconds since 1970
 * @param rules.isAllowed whether the held contract may stay in the cell
 */
export function nextPick(
  held: HeldPick | undefined,
  offered: Pick<HeldPick, 'option' | 'isAlternative'> | undefined,
  { now, isAllowed }: { now: number; isAllowed: boolean },
): HeldPick | undefined {
  if (!offered) return undefined
  const former = held?.former ?? []
  if (!held || held.option.id === offered.option.id) return { ...offered, offeredAt: now, former }
  // A contract that fits replaces a next best one at once, and the reverse: then the old one no longer fits.
  const stays = isAllowed && held.isAlternative === offered.isAlternative && now - held.offeredAt < holdMs
  return stays ? held : { ...offered, offeredAt: now, former: [...former, held.option.id].slice(-maxFormer) }
}

/** Returns the days until the expiry of `option`, counted from the same day as those of `reference`. */
const daysUntilExpiry = (option: Option, reference: Option): number =>
  Math.round((Date.parse(option.expiryDate) - Date.parse(reference.expiryDate)) / 86_400_000) +
  reference.daysUntilExpiry

/** Returns whether a contract that a response does not offer for its cell may stay there. */
function isAllowed(
  { option, isAlternative }: HeldPick,
  offered: Option,
  cells: readonly WireCell[],
  income: WireIncome,
  requested: string | undefined,
): boolean {
  const { from, to } = income.timeframes[offered.timeframe]
  const days = daysUntilExpiry(option, offered)
  return (
    days > 0 &&
    (isAlternative || (days >= from && days <= to)) &&
    // It has moved to another cell.
    !cells.some((cell) => cell.option?.id === option.id) &&
    // The response refuses it.
    !(requested === option.id && income.contract?.id !== option.id)
  )
}

/**
 * Returns the response with the held picks in its cells, and the picks after it. A held contract has the figures of
 * the response if it contains the contract, otherwise those of the last response that did.
 *
 * @param held.picks picks after the previous response; undefined before the first
 * @param held.at time of the previous response, milliseconds since 1970
 * @param request.now time of the response
 * @param request.requested OSI symbol of the contract that the request names
 */
export function holdPicks(
  income: WireIncome,
  held: { picks: HeldPicks; at: number } | undefined,
  { now, requested }: { now: number; requested: string | undefined },
): { income: WireIncome; picks: HeldPicks } {
  const before = held && now - held.at <= maxAgeMs ? held.picks : {}
  const picks: Record<string, HeldPick> = {}
  for (const leg of ['call', 'put'] as const) {
    const cells = cellsOf(income, leg)
    for (const { timeframe, riskProfile, option, alternative } of cells) {
      const key = cellKey(leg, timeframe, riskProfile)
      const offered = option && { option: alternative ?? option, isAlternative: Boolean(alternative) }
      const last = before[key]
      const pick = nextPick(last, offered, {
        now,
        isAllowed: Boolean(last && option && isAllowed(last, option, cells, income, requested)),
      })
      if (pick) picks[key] = withFreshFigures(pick, income)
    }
  }
  return { income: withPicks(income, picks), picks }
}

/** A pick that the response does not offer has the figures of the requested contract, if it is the same one. */
function withFreshFigures(pick: HeldPick, income: WireIncome): HeldPick {
  const fresh = income.contract?.id === pick.option.id ? income.contract : undefined
  if (!fresh || optionById({ ...income, contract: null }, fresh.id)) return pick
  const { timeframe, riskProfile } = pick.option
  return { ...pick, option: { ...pick.option, ...fresh, timeframe, riskProfile } }
}

/** Returns the response with these contracts in its cells; the same object if it has them already. */
function withPicks(income: WireIncome, picks: HeldPicks): WireIncome {
  const values = Object.values(picks)
  if (values.every(({ option }) => optionById({ ...income, contract: null }, option.id) === option))
    return income
  const optionsOf = (leg: 'Call' | 'Put', isAlternative: boolean) =>
    values.flatMap((pick) =>
      pick.option.legType === leg && pick.isAlternative === isAlternative ? [pick.option] : [],
    )
  return {
    ...income,
    callOptimals: optionsOf('Call', false),
    putOptimals: optionsOf('Put', false),
    callAlternatives: optionsOf('Call', true) as WireAlternative[],
    putAlternatives: optionsOf('Put', true) as WireAlternative[],
  }
}

/** Returns the key of the cell (`cellKey`) whose former pick is the contract; otherwise undefined. */
export const cellOfFormerPick = (picks: HeldPicks, id: string): string | undefined =>
  Object.entries(picks).find(([, { option, former }]) => option.id !== id && former.includes(id))?.[0]
