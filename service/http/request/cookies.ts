/** Session cookies. Each widget instance has its own, because two widgets on a page share a cookie jar. */

const prefix = '__Host-sw-'

/** Returns `Set-Cookie` for a new session. A partitioned cookie is sent only on the partner's site that it was set on. */
export function sessionCookie(instance: string, value: string, maxAge: number): string {
  return `${prefix}${instance}=${value}; Path=/; Max-Age=${maxAge}; Secure; HttpOnly; SameSite=None; Partitioned`
}

/** Returns `Set-Cookie` that removes the cookie. */
export function removedCookie(instance: string): string {
  return sessionCookie(instance, '', 0)
}

/** Returns the session cookies of a request: instance → value. */
export function sessionCookies(header: string | null): ReadonlyMap<string, string> {
  const values = new Map<string, string>()
  for (const pair of (header ?? '').split(';')) {
    const equalsIndex = pair.indexOf('=')
    const name = pair.slice(0, equalsIndex).trim()
    if (equalsIndex > 0 && name.startsWith(prefix))
      values.set(name.slice(prefix.length), pair.slice(equalsIndex + 1).trim())
  }
  return values
}

/** Number of cookies that are never removed. No page has so many widgets. */
const maxKept = 40
/** Maximum number of cookies that one response removes. */
const maxRemoved = 100

/**
 * Returns `Set-Cookie` lines that remove cookies of old widgets. If a session is not ended, the browser keeps its cookie
 * for a day, and several hundred cookies exceed the header limit of a server. The oldest cookies come first (RFC 6265,
 * 5.4).
 */
export function oldCookieRemovals(header: string | null): string[] {
  const instances = [...sessionCookies(header).keys()]
  return instances.slice(0, Math.max(0, Math.min(maxRemoved, instances.length - maxKept))).map(removedCookie)
}

/** Returns the line that removes the cookie of this instance, if the request has it. */
export function cookieRemoval(header: string | null, instance: string | null): string | undefined {
  return instance !== null && sessionCookies(header).has(instance) ? removedCookie(instance) : undefined
}
