/** Estimates whether the buyer of an open option is about to exercise it. */
import type { AssignmentCause, RollAssignment } from '#contract/responses/roll.ts'
import type { Chain } from '#service/markets/market.ts'
import { config } from '../config.ts'
import { invitesExercise, type DividendsBefore } from '../income/events.ts'
import type { OpenOption } from './open-option.ts'

/** Data at the time of the chain: the underlying's price, dollars, and the exercise style. */
type ChainMarket = { readonly price: number; readonly style: Chain['style'] }

/** Time value lost by exercising: the bid less the intrinsic value. Dollars per share. */
const timeValueOf = ({ contract, intrinsic }: OpenOption): number => contract.bid - intrinsic

const isQuoted = ({ contract: { bid, ask } }: OpenOption): boolean => bid > 0 || ask > 0

const causesOf = (
  open: OpenOption,
  dividends: DividendsBefore,
  { price, style }: ChainMarket,
): AssignmentCause[] => {
  const causes: AssignmentCause[] = []
  if (open.days === 0) causes.push('last-day')
  if (style === 'european' || open.refused !== null) return causes
  const { contract } = open
  const isDividendKnown = dividends.kind === 'declared' || dividends.kind === 'inferred'
  if (contract.right === 'call' && isDividendKnown && invitesExercise(dividends, contract, price))
    causes.push('dividend')
  const { dollars, share } = config.roll.littleTimeValue
  if (isQuoted(open) && timeValueOf(open) <= Math.max(dollars, share * price))
    causes.push('little-time-value')
  return causes
}

/** Upper bound of undeclared dividends as implied by the options of the expiry; dollars per share. */
const maxImpliedDividend = ({ expiry }: OpenOption): number => {
  const implied = expiry?.dividends
  return implied
    ? Math.max(0, implied.presentValue) + config.dividends.minErrors * implied.error
    : Number.POSITIVE_INFINITY
}

/** Whether a refused quote or an unknown dividend could hide a cause. */
const mayHaveOtherCauses = (
  open: OpenOption,
  dividends: DividendsBefore,
  { style }: ChainMarket,
): boolean => {
  if (style === 'european') return false
  if (open.refused !== null || !isQuoted(open)) return true
  return (
    open.contract.right === 'call' &&
    dividends.kind === 'unknown' &&
    timeValueOf(open) < maxImpliedDividend(open)
  )
}

/**
 * Assignment is near if the option is in the money and it is its last day, a dividend before its expiry exceeds
 * the time value (the rule of How), or the time value is negligible. European options are exercised on their last day
 * only.
 */
export const assignmentOf = (
  open: OpenOption,
  dividends: DividendsBefore,
  market: ChainMarket,
): RollAssignment => {
  if (!(open.intrinsic > 0)) return { isInTheMoney: false, isNear: false, causes: [] }
  const causes = causesOf(open, dividends, market)
  const isNear = causes.length > 0 ? true : mayHaveOtherCauses(open, dividends, market) ? null : false
  return { isInTheMoney: true, isNear, causes }
}
