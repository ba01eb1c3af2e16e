/** The figures of an open short option on the board, with its shares or its cash. */
import { sharesPerContract } from '#contract/responses/conventions.ts'
import type { Holding, OpenOption } from '#contract/bridge/holdings.ts'
import { type ListedOption, readOsi } from '#contract/responses/osi.ts'
import { type PositionState, positionStatesOf } from '#contract/responses/position-states.ts'
import type { WireRoll } from '#contract/responses/roll.ts'
import { roundToCents } from '#app/state/order/order-price.ts'
import { type Figure, figureOf, known, positionProfit, unknown } from '#app/state/order/position-profit.ts'
import type { FigureReason, NoRollReason } from '#app/ui/price/figure-reason.ts'

export type RollResult = { roll: WireRoll } | { reason: NoRollReason }

export type BoardFigure = Figure<FigureReason>

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
  figures: Readonly<Record<FigureName, BoardFigure>>
}

function distanceOf(roll: WireRoll): BoardFigure {
  const { chainPrice, strike, legType } = roll
  if (!chainPrice) return figureOf(null, roll, 'chainPrice')
  return known((legType === 'Call' ? strike - chainPrice : chainPrice - strike) / chainPrice)
}

function greekOf(roll: WireRoll, name: 'delta' | 'theta', contracts: number): BoardFigure {
  const { greeks, daysUntilExpiry } = roll
  if (greeks === null && daysUntilExpiry === 0) return unknown('last-day')
  return figureOf(greeks && greeks[name] * contracts, roll, 'greeks')
}

/** Cash set aside for a put; none for calls that shares cover. */
function cashOf(
  { quantity }: OpenOption,
  shareBalance: number | null,
  contract: ListedOption,
  roll?: WireRoll,
): BoardFigure {
  if (roll?.refused === 'adjusted') return unknown('adjusted')
  if (contract.legType === 'Put') return known(roundToCents(contract.strike * quantity * sharesPerContract))
  return shareBalance !== null && shareBalance >= 0 ? known(0) : unknown('not-covered')
}

const premiumOf = ({ price, quantity }: OpenOption): BoardFigure =>
  price === undefined ? unknown('no-premium') : known(roundToCents(price * quantity * sharesPerContract))

/**
 * Returns the position of an open option; undefined if its id is not an OSI symbol.
 *
 * @param shareBalance shares of the symbol that its calls do not need (see `shareBalanceOf`)
 */
export function boardPosition(
  holding: Holding,
  option: OpenOption,
  shareBalance: number | null,
  result: RollResult,
): BoardPosition | undefined {
  const contract = readOsi(option.id)
  if (!contract) return undefined
  const roll = 'roll' in result ? result.roll : undefined
  const premium = premiumOf(option)
  const ofRoll = (figure: (roll: WireRoll) => BoardFigure): BoardFigure =>
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
      profit: ofRoll((given) => positionProfit(given, option, shareBalance)),
      cash: cashOf(option, shareBalance, contract, roll),
    },
  }
}
