/** Order of the positions on the board. docs/positions.md describes it. */
import { positionStates } from '#contract/responses/position-states.ts'
import type { BoardPosition } from './board-position.ts'

/**
 * Rank of a position, 0 is first: the most urgent state; then positions without figures, of which nothing is known;
 * then positions without a state.
 */
function attentionRank({ states: [state], result }: BoardPosition): number {
  if (state !== undefined) return positionStates.indexOf(state)
  return positionStates.length + ('roll' in result ? 1 : 0)
}

/** Distance for sorting: positions with an unknown one come last. */
const distanceOrLast = ({ figures: { distance } }: BoardPosition): number =>
  distance.value ?? Number.POSITIVE_INFINITY

const byExpiry = (a: BoardPosition, b: BoardPosition): number =>
  a.contract.expiryDate.localeCompare(b.contract.expiryDate)

/** Compares by attention, then expiry, then distance to the strike, then symbol and contract. */
const byAttention = (a: BoardPosition, b: BoardPosition): number =>
  attentionRank(a) - attentionRank(b) ||
  byExpiry(a, b) ||
  // Of two unknown distances the difference is NaN.
  distanceOrLast(a) - distanceOrLast(b) ||
  a.key.localeCompare(b.key)

/**
 * Returns the positions sorted by what needs attention. While figures are being loaded, they are sorted by expiry, so
 * that rows do not move with every response.
 */
export const sortByAttention = (positions: readonly BoardPosition[]): BoardPosition[] => {
  const isLoading = positions.some(({ result }) => 'reason' in result && result.reason === 'loading')
  return positions.toSorted(isLoading ? (a, b) => byExpiry(a, b) || a.key.localeCompare(b.key) : byAttention)
}
