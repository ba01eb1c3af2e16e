/** Parser of OSI option symbols (`AAPL270115C00240000`) without a schema library. */

/**
 * Root, day of expiration, C or P, strike in thousandths of a dollar. The test market's roots have
 * more than six letters.
 */
export const osiPattern = /^[A-Z0-9]{1,15}(\d\d)(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])([CP])(\d{8})$/

/** Returns the normal form: upper case, without the blanks that pad the root to six characters. */
export const normalizeOsi = (text: string): string => text.replaceAll(' ', '').toUpperCase()

export const isOsi = (text: string): boolean => osiPattern.test(text)

/** Contents of an OSI symbol: its last 15 characters, independent of the root. */
export type ListedOption = {
  legType: 'Call' | 'Put'
  /** Expiration day in New York, `YYYY-MM-DD`. */
  expiryDate: string
  /** Dollars per share. */
  strike: number
}

/** Parses an OSI symbol; undefined for other text. */
export function readOsi(id: string): ListedOption | undefined {
  const [, year, month, day, optionType, thousandths] = osiPattern.exec(id) ?? []
  return optionType === undefined
    ? undefined
    : {
        legType: optionType === 'C' ? 'Call' : 'Put',
        expiryDate: `20${year}-${month}-${day}`,
        strike: Number(thousandths) / 1000,
      }
}
