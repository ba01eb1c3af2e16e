/** The OSI symbol of a listed option, as a query names it. */
import * as v from 'valibot'

/** What is said where there is none, or another text. */
export const contractExpected = 'expected the OSI symbol of a listed option such as AAPL270115C00240000'

/** Root, day of expiration, C or P, strike in thousandths of a dollar. The test market's roots have more than six letters. */
const osi = /^[A-Z0-9]{1,15}\d{2}(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])[CP]\d{8}$/

/**
 * An OSI symbol as a query writes it, in any case and with or without the blanks that fill its root up to six characters
 * (`AAPL  270115C00240000`, a blank as `%20` or `+`): read without them.
 */
export const ContractParameter = v.pipe(
  v.string(),
  v.maxLength(30, contractExpected),
  v.transform((text) => text.replaceAll(' ', '').toUpperCase()),
  v.regex(osi, contractExpected),
)
