/** Checks the source of a request: the widget's own page, another page, or a program. */
import { Problem } from '#contract/api/problem.ts'
import type { RequestCredentials } from '#service/access/credentials/request-credentials.ts'

/** The parts of a request that show its source. */
type Source = Pick<RequestCredentials, 'origin' | 'host' | 'isSecure'>

/**
 * Whether `Origin` is that of the address to which the request was sent. If the service terminates TLS, its scheme must
 * be https; behind a proxy the scheme of the request is unknown.
 */
export function isFromWidgetOrigin({ origin, host, isSecure }: Source): boolean {
  if (origin === null) return false
  return isSecure ? origin === `https://${host}` : URL.parse(origin)?.host === host
}

/**
 * Refuses a request that is not from the widget's own page.
 *
 * Browsers send `Origin` with every POST and DELETE. It must be that of the request. A
 * request without `Origin` is admitted only if `Sec-Fetch-Site`, which browsers send with every
 * request, is absent too: then the caller is not a browser, has no cookies of a user, and could
 * forge `Origin` anyway. (`Sec-Fetch-Mode` is not evidence of a browser: `fetch` of Node sends it
 * too.)
 *
 * @throws Problem `origin-refused`
 */
export function requireWidgetPage(request: Source & Pick<RequestCredentials, 'site'>): void {
  const isOwnPage = request.origin === null ? request.site === null : isFromWidgetOrigin(request)
  if (!isOwnPage)
    throw new Problem('origin-refused', {
      detail: 'Only the widget may send this request, from its own origin.',
      parameter: 'Origin',
    })
}

/**
 * Refuses a request from a page: a secretKey in a browser has leaked, so it gets no token.
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
