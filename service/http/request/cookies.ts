/** The session cookie: one per widget instance, since two widgets on a page share a cookie jar. */

const prefix = '__Host-sw-'

/** `Set-Cookie` of a new session. Partitioned: sent only below the partner's site it was made under. */
export function sessionCookie(instance: string, value: string, maxAge: number): string {
  return `${prefix}${instance}=${value}; Path=/; Max-Age=${maxAge}; Secure; HttpOnly; SameSite=None; Partitioned`
}

/** `Set-Cookie` that removes it. */
export function removedCookie(instance: string): string {
  return sessionCookie(instance, '', 0)
}

/** Session cookies of a request, instance → value. */
export function sessionCookies(header: string | null): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  for (const pair of (header ?? '').split(';')) {
    const at = pair.indexOf('=')
    const name = pair.slice(0, at).trim()
    if (at > 0 && name.startsWith(prefix)) found.set(name.slice(prefix.length), pair.slice(at + 1).trim())
  }
  return found
}

/** Cookies of one page's widgets that are left alone; no page has so many. */
const mostKept = 40
/** Cookies removed by one response; the others follow with the next. */
const mostRemoved = 100

/**
 * `Set-Cookie` lines that remove cookies of old widgets. A browser without a session-end response keeps its
 * cookie for a day and sends all of them with each request: several hundred exceed a server's header limit.
 * The oldest come first (RFC 6265, 5.4).
 */
export function removalsOf(header: string | null): string[] {
  const instances = [...sessionCookies(header).keys()]
  return instances
    .slice(0, Math.max(0, Math.min(mostRemoved, instances.length - mostKept)))
    .map(removedCookie)
}

/** The line that removes the requesting widget's cookie, if it has one. */
export function ownRemoval(header: string | null, instance: string | null): string | undefined {
  return instance !== null && sessionCookies(header).has(instance) ? removedCookie(instance) : undefined
}
