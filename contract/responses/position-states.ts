/** States of an open short option that need attention: rules for users, not analysis. docs/positions.md explains them. */
import type { WireRoll } from './roll.ts'

/** In order of urgency, most urgent first. */
export const positionStates = [
  'assignment-likely',
  'tested',
  'few-days-left',
  'mostly-earned',
  'half-earned',
] as const
export type PositionState = (typeof positionStates)[number]

/** Shares of the premium at which sellers usually close, decimal. */
export const earnedShares = { half: 0.5, mostly: 0.8 } as const
/** Calendar days to expiry from which sellers usually close or roll. */
export const fewDays = 21

/**
 * Returns all states that hold, most urgent first. A state whose figure is unknown does not hold: null profit is
 * neither earned nor lost.
 */
export function positionStatesOf({
  assignment,
  daysUntilExpiry,
  profitShare,
}: Pick<WireRoll, 'assignment' | 'daysUntilExpiry' | 'profitShare'>): PositionState[] {
  const earned = profitShare ?? Number.NEGATIVE_INFINITY
  const holds: Record<PositionState, boolean> = {
    'assignment-likely': assignment.isNear === true,
    tested: assignment.isInTheMoney,
    'few-days-left': daysUntilExpiry <= fewDays,
    'mostly-earned': earned >= earnedShares.mostly,
    'half-earned': earned >= earnedShares.half && earned < earnedShares.mostly,
  }
  return positionStates.filter((state) => holds[state])
}
