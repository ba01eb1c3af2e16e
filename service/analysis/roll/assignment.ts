/**
 * Estimates whether assignment of an open option is near, that is whether its buyer will soon
 * exercise it.
 */
import type { AssignmentCause, RollAssignment } from '#contract/responses/roll.ts'
import type { Chain } from '#service/markets/market.ts'
import { config } from '../config.ts'
import { isEarlyExerciseProfitable, type DividendsBefore } from '../income/events.ts'
import type { OpenOption } from './open-option.ts'

/** Data at the time of the chain: the underlying's price, dollars, and the exercise style. */
type ChainMarket = { readonly price: number; readonly style: Chain['style'] }

/** Time value lost by exercising: the bid less the intrinsic value. Dollars per share. */
const timeValueOf = ({ contract, intrinsic }: OpenOption): number => contract.bid - intrinsic

const isQuoted = ({ contract: { bid, ask } }: OpenOption): boolean => bid > 0 || ask > 0

/** Known causes for near assignment of an in-the-money option. */
const causesOf = (
  openOption: OpenOption,
  dividends: DividendsBefore,
  { price, style }: ChainMarket,
): AssignmentCause[] => {
  const causes: AssignmentCause[] = []
  if (openOption.days === 0) causes.push('last-day')
  if (style === 'european' || openOption.refused !== null) return causes
  const { contract } = openOption
  const isDividendKnown = dividends.kind === 'declared' || dividends.kind === 'inferred'
  if (contract.right === 'call' && isDividendKnown && isEarlyExerciseProfitable(dividends, contract, price))
    causes.push('dividend')
  const { dollars, share } = config.roll.littleTimeValue
  if (isQuoted(openOption) && timeValueOf(openOption) <= Math.max(dollars, share * price))
    causes.push('little-time-value')
  return causes
}

/**
 * Upper bound of undeclared dividends implied by the options of the expiry, dollars per share;
 * infinite if unknown.
 */
const maxImpliedDividend = ({ expiry }: OpenOption): number => {
  const implied = expiry?.dividends
  return implied
    ? Math.max(0, implied.presentValue) + config.dividends.minStandardErrors * implied.error
    : Number.POSITIVE_INFINITY
}

/** Whether a missing or refused quote, or an unknown dividend, can hide a cause. */
const mayHaveUnknownCauses = (
  openOption: OpenOption,
  dividends: DividendsBefore,
  { style }: ChainMarket,
): boolean => {
  if (style === 'european') return false
  if (openOption.refused !== null || !isQuoted(openOption)) return true
  return (
    openOption.contract.right === 'call' &&
    dividends.kind === 'unknown' &&
    timeValueOf(openOption) < maxImpliedDividend(openOption)
  )
}

/**
 * Returns whether assignment is near, with the causes; `isNear` is null if it is unknown.
 * Assignment is near if the option is in the money and one of these is true: it is the option's
 * last day; a dividend before its expiry exceeds the time value, as in How; the time value is
 * negligible. A European option is exercised on its last day only.
 */
export const assignmentOf = (
  openOption: OpenOption,
  dividends: DividendsBefore,
  market: ChainMarket,
): RollAssignment => {
  if (!(openOption.intrinsic > 0)) return { isInTheMoney: false, isNear: false, causes: [] }
  const causes = causesOf(openOption, dividends, market)
  const isNear = causes.length > 0 ? true : mayHaveUnknownCauses(openOption, dividends, market) ? null : false
  return { isInTheMoney: true, isNear, causes }
}
