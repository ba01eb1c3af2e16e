/** Rounds a value for a response to a number of decimal digits. Returns 0 for -0. */
export const round = (value: number, digits: number): number => {
  const scale = 10 ** digits
  const rounded = Math.round(value * scale) / scale
  return rounded === 0 ? 0 : rounded
}

/**
 * Rounds dollars to two decimal digits, or to four if `price` is below one dollar (options and
 * penny stocks). `price` defaults to the value. For a difference of prices, pass the price whose
 * precision applies.
 */
export const money = (value: number, price = value): number => round(value, Math.abs(price) < 1 ? 4 : 2)
