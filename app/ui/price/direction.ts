export type Direction = 'up' | 'down' | 'flat'

/** @param minDisplayed smaller amounts are displayed as zero, so they have no direction */
export const directionOfChange = (value: number | null | undefined, minDisplayed = 0.005): Direction =>
  Math.abs(value ?? 0) < minDisplayed ? 'flat' : value! > 0 ? 'up' : 'down'
