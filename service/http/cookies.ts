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
