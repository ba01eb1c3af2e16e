/**
 * Requests as they come off the wire, read without a `Request`, a `Headers` or a `URL`: GET and HEAD without a body, with
 * a path that is written plainly. All others are left to who builds those.
 */
import type { IncomingMessage } from 'node:http'
import { callerAddress } from '#service/access/caller-address.ts'
import type { AskedFields } from '#service/http/response/kept-answer.ts'
import type { Asked, AskedUrl } from '#service/http/route.ts'
import { clientCertificate } from './client-certificate.ts'

/** Nothing in it that a URL would be written otherwise for, but for dots. */
const plainPath = /^\/[!$&-;=@-[\]_a-z~]*$/
const dots = /\/\.\.?(?:\/|$)/
const plainQuery = /^[!$-~]*$/
const noParameters = new URLSearchParams()

/** @param proxies whose forwarding headers are believed */
export function createPlainReader(
  proxies: readonly string[],
): (request: IncomingMessage) => Asked | undefined {
  const hosts = createHosts()
  return (request) => {
    const { method, url: target = '', rawHeaders, socket } = request
    if (method !== 'GET' && method !== 'HEAD') return undefined
    const end = target.indexOf('?')
    const pathname = end < 0 ? target : target.slice(0, end)
    const query = end < 0 ? '' : target.slice(end + 1)
    if (!plainPath.test(pathname) || dots.test(pathname) || !plainQuery.test(query)) return undefined
    const headers = new RawFields(rawHeaders)
    if (headers.get('content-length') !== null || headers.get('transfer-encoding') !== null) return undefined
    const [authority, field] = [headers.get(':authority'), headers.get('host')]
    const host = hosts(authority ?? field ?? '')
    if (!host || (authority !== null && field !== null && authority !== field)) return undefined
    const from = socket.remoteAddress
    const address = proxies.length === 0 ? from : callerAddress(from, forwardedBy(headers), proxies)
    const certificate = () => clientCertificate(request, proxies)
    return { method, headers, url: new RawUrl(host, pathname, query), address, certificate }
  }
}

/** What is logged of a request that is not answered by a row. */
export function askedPlainly(request: IncomingMessage, proxies: readonly string[]) {
  const headers = new RawFields(request.rawHeaders)
  const address = callerAddress(request.socket.remoteAddress, forwardedBy(headers), proxies)
  return { method: request.method ?? '', headers, address }
}

/** What proxies say of who is before them. */
export const forwardedBy = (headers: AskedFields) => ({
  xForwardedFor: headers.get('x-forwarded-for'),
  forwarded: headers.get('forwarded'),
})

/** Fields in the order they came, names and values in turn; several of one name read as one (RFC 9110, 5.3). */
class RawFields implements AskedFields {
  readonly #raw: readonly string[]

  constructor(raw: readonly string[]) {
    this.#raw = raw
  }

  get(name: string): string | null {
    const raw = this.#raw
    let found: string | null = null
    for (let at = 0; at < raw.length; at += 2) {
      const given = raw[at]!
      if (given.length !== name.length) continue
      if (given !== name && given.toLowerCase() !== name.toLowerCase()) continue
      const value = raw[at + 1]!
      found = found === null ? value : found + (name.toLowerCase() === 'cookie' ? '; ' : ', ') + value
    }
    return found
  }
}

/** Whether a request names one host: of several a proxy before us may have decided by another (RFC 9112, 3.2; RFC 9113, 8.3.1). */
export function namesOneHost(rawHeaders: readonly string[]): boolean {
  const named = rawHeaders.filter((_, at) => /^(host|:authority)$/i.test(rawHeaders[at - (at % 2)]!))
  const [first, , second] = named
  // By HTTP/2 one may be there in both forms.
  return second === undefined || (named.length === 4 && first !== second && named[1] === named[3])
}

type HostName = Pick<URL, 'host' | 'hostname'>

class RawUrl implements AskedUrl {
  readonly host: string
  readonly hostname: string
  readonly pathname: string
  readonly search: string
  #parameters: URLSearchParams | undefined

  constructor({ host, hostname }: HostName, pathname: string, query: string) {
    this.host = host
    this.hostname = hostname
    this.pathname = pathname
    this.search = query === '' ? '' : `?${query}`
  }

  get searchParams(): URLSearchParams {
    if (this.search === '') return noParameters
    return (this.#parameters ??= new URLSearchParams(this.search))
  }
}

/** A service has few names; what somebody invents is read anew each time. */
const mostHosts = 100

/** Host names as URLs write them; undefined for what is no host name. */
function createHosts(): (given: string) => HostName | undefined {
  const known = new Map<string, HostName>()
  return (given) => {
    const before = known.get(given)
    if (before) return before
    const url = /^[\w.:[\]-]{1,300}$/.test(given) ? URL.parse(`http://${given}`) : null
    // With a user or a path in it, it was none.
    if (!url?.hostname || url.username !== '' || url.pathname !== '/') return undefined
    const host = { host: url.host, hostname: url.hostname }
    if (known.size < mostHosts) known.set(given, host)
    return host
  }
}
