/** The profit of an open option and its shares, or the reason why it is unknown. */
import type { OpenOption } from '#contract/bridge/holdings.ts'
import { sharesPerContract } from '#contract/responses/conventions.ts'
import type { WireRoll } from '#contract/responses/roll.ts'
import { type UnknownField, whyUnknown } from '#contract/responses/unknown.ts'
import { roundToCents } from './order-price.ts'

/** A figure, or the reason why it is unknown. */
export type Figure<Reason> = { value: number } | { value: null; reason: Reason }

export const known = (value: number): Figure<never> => ({ value })
export const unknown = <Reason>(reason: Reason): Figure<Reason> => ({ value: null, reason })

/** Returns the value, or the service's reason for its null field; `not-given` if it states none. */
export const figureOf = (
  value: number | null,
  roll: Pick<WireRoll, 'unknown'>,
  ...fields: readonly string[]
): Figure<UnknownField> =>
  value === null
    ? unknown(
        fields.map((field) => whyUnknown(roll, field)).find((reason) => reason !== undefined) ?? {
          field: fields[0]!,
          reason: 'not-given',
          asOf: null,
        },
      )
    : known(value)

/** Why the profit is unknown: a missing input of the user or page, too few shares, or a reason of the service. */
type ProfitReason = 'no-premium' | 'no-basis' | 'not-covered' | UnknownField

/**
 * Returns the profit of an open option and the shares that it covers, dollars; negative = loss. Unknown without the
 * premium, the cost to close, or for a call the cost of the shares; also for a call of a symbol whose calls need more
 * shares than the user holds, because its loss is unlimited.
 *
 * @param shareBalance shares of the symbol that its calls do not need (see `shareBalanceOf`)
 */
export function positionProfit(
  roll: Pick<WireRoll, 'legType' | 'profitKept' | 'costBasis' | 'chainPrice' | 'unknown'>,
  { quantity, price }: Pick<OpenOption, 'quantity' | 'price'>,
  shareBalance: number | null,
): Figure<ProfitReason> {
  const { legType, profitKept, costBasis, chainPrice } = roll
  if (price === undefined) return unknown('no-premium')
  if (profitKept === null) return figureOf(null, roll, 'profitKept', 'costToClose')
  const shares = quantity * sharesPerContract
  if (legType === 'Put') return known(roundToCents(profitKept * shares))
  if (shareBalance !== null && shareBalance < 0) return unknown('not-covered')
  if (costBasis === null) return unknown('no-basis')
  if (chainPrice === null) return figureOf(null, roll, 'chainPrice')
  return known(roundToCents((profitKept + chainPrice - costBasis) * shares))
}
