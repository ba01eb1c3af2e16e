/**
 * Session cookies. Each widget instance has its own cookie, because two widgets on a page share a
 * cookie jar.
 */

const namePrefix = '__Host-sw-'

/**
 * Returns the `Set-Cookie` value of a new session. A browser sends a partitioned cookie only on the
 * partner's site that it was set on.
 *
 * @param maxAge seconds
 */
export function sessionCookie(instance: string, value: string, maxAge: number): string {
  return `${namePrefix}${instance}=${value}; Path=/; Max-Age=${maxAge}; Secure; HttpOnly; SameSite=None; Partitioned`
}

/** Returns the `Set-Cookie` value that removes the cookie of an instance. */
export function cookieRemoval(instance: string): string {
  return sessionCookie(instance, '', 0)
}

/**
 * Returns the session cookies of a request: instance → value. Of two cookies with one name the
 * first counts.
 */
export function sessionCookies(header: string | null): ReadonlyMap<string, string> {
  const values = new Map<string, string>()
  for (const pair of (header ?? '').split(';')) {
    const equalsIndex = pair.indexOf('=')
    if (equalsIndex <= 0) continue
    const name = withoutBlanks(pair.slice(0, equalsIndex))
    if (!name.startsWith(namePrefix)) continue
    const instance = name.slice(namePrefix.length)
    if (!values.has(instance)) values.set(instance, withoutBlanks(pair.slice(equalsIndex + 1)))
  }
  return values
}

/**
 * Removes blanks and tabs around a text. `trim` also removes U+00A0, which is part of the name for
 * a browser: a subdomain may set `\u00a0__Host-…`, because that name does not begin with `__Host-`.
 */
function withoutBlanks(text: string): string {
  let [start, end] = [0, text.length]
  while (isBlank(text[start])) start++
  while (end > start && isBlank(text[end - 1])) end--
  return text.slice(start, end)
}

const isBlank = (char: string | undefined): boolean => char === ' ' || char === '\t'

/** Above this number of cookies, the oldest are removed. No page has so many widgets. */
const maxCookies = 40
/** Maximum number of cookies that one response removes. */
const maxRemoved = 100

/**
 * Returns the `Set-Cookie` values that remove the cookies of old widgets. If a session is not
 * ended, the browser keeps its cookie for a day, and several hundred cookies exceed the header
 * limit of a server. In a request, the oldest cookies come first (RFC 6265, 5.4).
 */
export function oldCookieRemovals(header: string | null): string[] {
  const instances = [...sessionCookies(header).keys()]
  return instances
    .slice(0, Math.max(0, Math.min(maxRemoved, instances.length - maxCookies)))
    .map(cookieRemoval)
}

/**
 * Returns the `Set-Cookie` value that removes the cookie of this instance, if the request has the
 * cookie.
 */
export function cookieRemovalIfSent(header: string | null, instance: string | null): string | undefined {
  return instance !== null && sessionCookies(header).has(instance) ? cookieRemoval(instance) : undefined
}
