/** The source of a call: the widget's own page, another page, or a program. */
import { Problem } from '#contract/api/problem.ts'
import type { RequestCredentials } from '#service/access/credentials/request-credentials.ts'

/** Whether the browser states that the requesting page has the same host as the request. */
export function isFromWidgetOrigin({ origin, host }: Pick<RequestCredentials, 'origin' | 'host'>): boolean {
  return origin !== null && URL.parse(origin)?.host === host
}

/**
 * Refuses a call that does not come from the widget's own page.
 *
 * Browsers send `Origin` with every POST and DELETE, and its host must be the one the request was sent to. A
 * call without it is admitted only if `Sec-Fetch-Site`, which browsers send with every request, is absent as
 * well: then the caller is no browser, no user's cookies are at risk, and such a caller could forge `Origin`
 * anyway. (`Sec-Fetch-Mode` alone proves nothing: Node's own `fetch` sends it.)
 *
 * @throws Problem `origin-refused`
 */
export function requireWidgetPage(request: Pick<RequestCredentials, 'origin' | 'site' | 'host'>): void {
  const isOwnPage = request.origin === null ? request.site === null : isFromWidgetOrigin(request)
  if (!isOwnPage)
    throw new Problem('origin-refused', {
      detail: 'Only the widget may send this request, from its own origin.',
      parameter: 'Origin',
    })
}

/**
 * Refuses a call from a page: a secretKey in a browser has leaked already, and gets no token.
 *
 * @throws Problem `origin-refused`
 */
export function requireServerCall({ origin, site }: Pick<RequestCredentials, 'origin' | 'site'>): void {
  if (origin !== null || site !== null)
    throw new Problem('origin-refused', {
      detail: 'Call /Auth from your server, never from a page.',
      parameter: 'Origin',
    })
}
