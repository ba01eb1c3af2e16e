/** Who makes a call: the widget's own page, another's, or a program. */
import { Problem } from '#contract/api/problem.ts'
import type { Presented } from '../credentials/request-credentials.ts'

/** Whether the browser says that a page of the very host that is asked makes the request. */
export function fromOwnOrigin({ origin, host }: Pick<Presented, 'origin' | 'host'>): boolean {
  return origin !== null && URL.parse(origin)?.host === host
}

/**
 * Refuses a call that does not come from the widget's own page.
 *
 * Browsers send `Origin` with every POST and DELETE, and its host must be the one the request was sent to. A call
 * without it is let in only where the browser's word about the page (`Sec-Fetch-Site`), which comes with every
 * request, is absent as well: then the caller is no browser, no user's cookies are at stake, and such a caller could
 * forge `Origin` anyway. (`Sec-Fetch-Mode` alone says nothing: Node's own `fetch` sends it.)
 *
 * @throws Problem `origin-refused`
 */
export function demandOwnPage(presented: Pick<Presented, 'origin' | 'site' | 'host'>): void {
  const own = presented.origin === null ? presented.site === null : fromOwnOrigin(presented)
  if (!own)
    throw new Problem('origin-refused', {
      detail: 'Only the widget itself makes this request, from its own address.',
      parameter: 'Origin',
    })
}

/**
 * Refuses a call that a page makes: a secretKey in a browser has leaked already, and gets no token.
 *
 * @throws Problem `origin-refused`
 */
export function demandServer({ origin, site }: Pick<Presented, 'origin' | 'site'>): void {
  if (origin !== null || site !== null)
    throw new Problem('origin-refused', {
      detail: 'Call /Auth from your server, never from a page.',
      parameter: 'Origin',
    })
}
