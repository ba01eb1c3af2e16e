/** The OSI symbol of a listed option, as a query names it. */
import * as v from 'valibot'
import { osiPattern, normalizeOsi } from './osi.ts'

/** Message for a missing or malformed value. */
export const contractExpected = 'expected the OSI symbol of a listed option such as AAPL270115C00240000'

/**
 * An OSI symbol in a query, in any case, with or without the blanks that pad its root to six characters
 * (`AAPL  270115C00240000`, a blank as `%20` or `+`). The blanks are removed.
 */
export const ContractParameter = v.pipe(
  v.string(),
  v.maxLength(30, contractExpected),
  v.transform(normalizeOsi),
  v.regex(osiPattern, contractExpected),
)
