/** Parser of OSI option symbols (`AAPL270115C00240000`) without a schema library. */

/**
 * Root, day of expiration, C or P, strike in thousandths of a dollar. The test market's roots have
 * more than six letters.
 */
export const osiPattern = /^[A-Z0-9]{1,15}(\d\d)(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])([CP])(\d{8})$/

/** Returns the normal form: upper case, without the blanks that pad the root to six characters. */
export const normalizeOsi = (text: string): string => text.replaceAll(' ', '').toUpperCase()

export const isOsi = (text: string): boolean => osiPattern.test(text)

/** Root of a symbol's standard options: the ticker without its punctuation (`BRK.B` → `BRKB`). */
export const standardRoot = (symbol: string): string => symbol.replaceAll(/[^A-Z0-9]/g, '')

/** Returns the root of an OSI symbol in normal form, without the digit of an adjusted contract (`AAPL1` → `AAPL`). */
export const optionRoot = (id: string): string => id.slice(0, -15).replace(/\d$/, '')

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
