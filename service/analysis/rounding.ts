/** Rounds at the edge, so that money reads as money and 0.1 + 0.2 as 0.3. -0 becomes 0. */
export const round = (value: number, digits: number): number => {
  const scale = 10 ** digits
  const rounded = Math.round(value * scale) / scale
  return rounded === 0 ? 0 : rounded
}

/**
 * Dollars, to the cent. Options and penny stocks below a dollar keep four digits; for a difference of prices, `price`
 * says which of the two it is.
 */
export const money = (value: number, price = value): number => round(value, Math.abs(price) < 1 ? 4 : 2)
