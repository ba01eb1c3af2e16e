/** Rounds to decimal digits for responses; -0 becomes 0. */
export const round = (value: number, digits: number): number => {
  const scale = 10 ** digits
  const rounded = Math.round(value * scale) / scale
  return rounded === 0 ? 0 : rounded
}

/**
 * Rounds dollars to the cent. Below one dollar (options and penny stocks) four digits are kept. For a difference of
 * prices, pass the price that decides the number of digits as `price`.
 */
export const money = (value: number, price = value): number => round(value, Math.abs(price) < 1 ? 4 : 2)
