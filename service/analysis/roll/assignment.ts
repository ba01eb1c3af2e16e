/** Whether the buyer of an open option is about to exercise it. */
import type { AssignmentCause, RollAssignment } from '#contract/responses/roll.ts'
import type { Chain } from '#service/markets/market.ts'
import { config } from '../config.ts'
import { invitesExercise, type DividendsBefore } from '../income/events.ts'
import type { OpenOption } from './open-option.ts'

/** Data of the chain's time: the underlying's price, dollars, and the exercise style. */
type Moment = { readonly price: number; readonly style: Chain['style'] }

/** Time value that a holder gives up by exercising: the bid less the intrinsic value. Dollars per share. */
const givenUp = ({ contract, intrinsic }: OpenOption): number => contract.bid - intrinsic

const isQuoted = ({ contract: { bid, ask } }: OpenOption): boolean => bid > 0 || ask > 0

const causesOf = (
  open: OpenOption,
  dividends: DividendsBefore,
  { price, style }: Moment,
): AssignmentCause[] => {
  const causes: AssignmentCause[] = []
  if (open.days === 0) causes.push('last-day')
  if (style === 'european' || open.refused !== null) return causes
  const { contract } = open
  const isDividendKnown = dividends.kind === 'declared' || dividends.kind === 'inferred'
  if (contract.right === 'call' && isDividendKnown && invitesExercise(dividends, contract, price))
    causes.push('dividend')
  const { dollars, share } = config.roll.littleTimeValue
  if (isQuoted(open) && givenUp(open) <= Math.max(dollars, share * price)) causes.push('little-time-value')
  return causes
}

/** Upper bound of undeclared dividends as implied by the options of the expiry; dollars per share. */
const mostImplied = ({ expiry }: OpenOption): number => {
  const implied = expiry?.dividends
  return implied
    ? Math.max(0, implied.presentValue) + config.dividends.minErrors * implied.error
    : Number.POSITIVE_INFINITY
}

/** Whether a refused quote, or an unknown dividend, could hide a cause. */
const mayHaveOthers = (open: OpenOption, dividends: DividendsBefore, { style }: Moment): boolean => {
  if (style === 'european') return false
  if (open.refused !== null || !isQuoted(open)) return true
  return open.contract.right === 'call' && dividends.kind === 'unknown' && givenUp(open) < mostImplied(open)
}

/**
 * Near where the option is in the money and it is its last day, or the dividend before its expiry is worth more than
 * the time value a holder gives up (How's own judgement), or that time value is next to nothing. European options are
 * exercised on their last day only.
 */
export const assignmentOf = (
  open: OpenOption,
  dividends: DividendsBefore,
  moment: Moment,
): RollAssignment => {
  if (!(open.intrinsic > 0)) return { isInTheMoney: false, isNear: false, causes: [] }
  const causes = causesOf(open, dividends, moment)
  const isNear = causes.length > 0 ? true : mayHaveOthers(open, dividends, moment) ? null : false
  return { isInTheMoney: true, isNear, causes }
}
