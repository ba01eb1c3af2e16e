/** The figures of an open short option on the board, with its shares or its cash. */
import { sharesPerContract } from '#contract/responses/conventions.ts'
import type { Holding, OpenOption } from '#contract/bridge/holdings.ts'
import { type ListedOption, readOsi } from '#contract/responses/osi.ts'
import { type PositionState, positionStatesOf } from '#contract/responses/position-states.ts'
import type { WireRoll } from '#contract/responses/roll.ts'
import { type UnknownField, whyUnknown } from '#contract/responses/unknown.ts'
import { coveringShares } from '#app/state/holdings.ts'
import { roundToCents } from '#app/state/order/order-price.ts'
import { positionProfit } from '#app/state/order/roll-totals.ts'

/** Why the service has given no figures of a position. `waiting`: more positions are listed than are requested. */
type NoRollReason = 'loading' | 'failed' | 'not-listed' | 'waiting'
export type RollResult = { roll: WireRoll } | { reason: NoRollReason }

/** Why a figure is unknown: a reason of the board, or one of the service. */
export type FigureReason =
  | NoRollReason
  | 'no-premium'
  | 'no-basis'
  | 'not-covered'
  | 'adjusted'
  | 'last-day'
  | UnknownField

/** A figure, or the reason why it is unknown. */
export type Figure = { value: number } | { value: null; reason: FigureReason }

export const figureNames = ['distance', 'delta', 'theta', 'premium', 'earned', 'profit', 'cash'] as const
export type FigureName = (typeof figureNames)[number]

export type BoardPosition = {
  /** Identifies the position on the board. Begins with the symbol, which is typed to find the row. */
  key: string
  holding: Holding
  option: OpenOption
  contract: ListedOption
  result: RollResult
  /** All states that hold, most urgent first; empty without figures. */
  states: readonly PositionState[]
  /** Calendar days to expiry in New York; null without figures. */
  days: number | null
  /**
   * Amounts of the whole position: dollars; `delta` in shares, `theta` in dollars per calendar day, both the seller's
   * and of the options only. `distance`: from the price to the strike, decimal, negative if the price has passed the
   * strike. `earned`: share of the premium that is kept if the options are bought back now, decimal.
   */
  figures: Readonly<Record<FigureName, Figure>>
}

const known = (value: number): Figure => ({ value })
const unknown = (reason: FigureReason): Figure => ({ value: null, reason })

/** Returns the value, or the service's reason for its null field; `not-given` if it states none. */
const figureOf = (value: number | null, roll: WireRoll, ...fields: readonly string[]): Figure =>
  value === null
    ? unknown(
        fields.map((field) => whyUnknown(roll, field)).find((reason) => reason !== undefined) ?? {
          field: fields[0]!,
          reason: 'not-given',
          asOf: null,
        },
      )
    : known(value)

function distanceOf(roll: WireRoll): Figure {
  const { chainPrice, strike, legType } = roll
  if (!chainPrice) return figureOf(null, roll, 'chainPrice')
  return known((legType === 'Call' ? strike - chainPrice : chainPrice - strike) / chainPrice)
}

function greekOf(roll: WireRoll, name: 'delta' | 'theta', contracts: number): Figure {
  const { greeks, daysUntilExpiry } = roll
  if (greeks === null && daysUntilExpiry === 0) return unknown('last-day')
  return figureOf(greeks && greeks[name] * contracts, roll, 'greeks')
}

/** Whether the shares of the holding cover all its calls. */
const isCovered = (holding: Holding): boolean => coveringShares(holding) <= (holding.shares ?? 0)

function profitOf(roll: WireRoll, holding: Holding, { quantity, price }: OpenOption): Figure {
  if (price === undefined) return unknown('no-premium')
  if (roll.profitKept === null) return figureOf(null, roll, 'profitKept', 'costToClose')
  if (roll.legType === 'Call') {
    if (!isCovered(holding)) return unknown('not-covered')
    if (roll.costBasis === null) return unknown('no-basis')
  }
  return figureOf(positionProfit(roll, quantity), roll, 'chainPrice')
}

/** Cash set aside for a put; none for calls that shares cover. */
function cashOf(holding: Holding, { quantity }: OpenOption, contract: ListedOption, roll?: WireRoll): Figure {
  if (roll?.refused === 'adjusted') return unknown('adjusted')
  if (contract.legType === 'Put') return known(roundToCents(contract.strike * quantity * sharesPerContract))
  return isCovered(holding) ? known(0) : unknown('not-covered')
}

const premiumOf = ({ price, quantity }: OpenOption): Figure =>
  price === undefined ? unknown('no-premium') : known(roundToCents(price * quantity * sharesPerContract))

/** Returns the position of an open option; undefined if its id is not an OSI symbol. */
export function boardPosition(
  holding: Holding,
  option: OpenOption,
  result: RollResult,
): BoardPosition | undefined {
  const contract = readOsi(option.id)
  if (!contract) return undefined
  const roll = 'roll' in result ? result.roll : undefined
  const premium = premiumOf(option)
  const ofRoll = (figure: (roll: WireRoll) => Figure): Figure =>
    'roll' in result ? figure(result.roll) : unknown(result.reason)
  return {
    key: `${holding.symbol} ${option.id}`,
    holding,
    option,
    contract,
    result,
    states: roll ? positionStatesOf(roll) : [],
    days: roll?.daysUntilExpiry ?? null,
    figures: {
      distance: ofRoll(distanceOf),
      delta: ofRoll((given) => greekOf(given, 'delta', option.quantity)),
      theta: ofRoll((given) => greekOf(given, 'theta', option.quantity)),
      premium,
      earned: ofRoll((given) =>
        option.price === undefined
          ? unknown('no-premium')
          : figureOf(given.profitShare, given, 'profitShare', 'costToClose'),
      ),
      profit: ofRoll((given) => profitOf(given, holding, option)),
      cash: cashOf(holding, option, contract, roll),
    },
  }
}
