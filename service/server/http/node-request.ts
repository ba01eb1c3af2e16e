/**
 * Reads requests from Node's sockets without creating a `Request`, a `Headers` or, usually, a `URL`: paths and queries
 * that a `URL` would not change are used directly, and others are normalised by one.
 */
import type { IncomingMessage } from 'node:http'
import { Http2ServerRequest } from 'node:http2'
import type { TLSSocket } from 'node:tls'
import { callerAddress } from '#service/access/caller-address.ts'
import { HttpRequest } from '#service/http/request/request.ts'
import type { ProcessState, RequestHead, RequestHeaders, RequestUrl } from '#service/http/request/request.ts'
import { clientCertificate } from './client-certificate.ts'
import { requestLimits } from '#service/shared/limits.ts'
import { readNodeBody } from './node-body.ts'

/** Paths that a `URL` would not change, except for dot segments. */
const plainPath = /^\/[!$&-;=@-[\]_a-z~]*$/
const dotSegments = /\/\.\.?(?:\/|$)/
const plainQuery = /^[!$-~]*$/
const noParameters = new URLSearchParams()

/**
 * Creates a function that converts a request of Node.
 *
 * @param proxies addresses whose forwarding headers are trusted
 * @returns a function that returns undefined if the request does not name exactly one valid host, or its target
 *   is not a valid path
 */
export function createRequestReader(
  proxies: readonly string[],
  processState: () => ProcessState,
): (incoming: IncomingMessage) => HttpRequest | undefined {
  const parseHost = createHostParser()
  const urlOf = (incoming: IncomingMessage, headers: RequestHeaders): RequestUrl | undefined => {
    const { url: target = '', socket } = incoming
    const [authority, hostField] = [headers.get(':authority'), headers.get('host')]
    if (authority !== null && hostField !== null && authority !== hostField) return undefined
    const isSecure = (socket as Partial<TLSSocket>).encrypted === true
    const isAbsolute = !target.startsWith('/')
    if (isAbsolute) return absoluteUrl(incoming, hostField, parseHost)
    const host = parseHost(authority ?? hostField ?? '')
    if (!host) return undefined
    const queryStart = target.indexOf('?')
    const pathname = queryStart < 0 ? target : target.slice(0, queryStart)
    const query = queryStart < 0 ? '' : target.slice(queryStart + 1)
    // Not normalised: the request handler refuses it by its length.
    if (pathname.length > requestLimits.pathLength) return new RawUrl(host, isSecure, pathname, '')
    if (plainPath.test(pathname) && !dotSegments.test(pathname) && plainQuery.test(query))
      return new RawUrl(host, isSecure, pathname, query === '' ? '' : `?${query}`)
    // A `URL` treats a backslash as a slash, but a proxy before the service may not.
    if (pathname.includes('\\')) return undefined
    const url = URL.parse(`http://${host.host}${target}`)
    return url ? new RawUrl(host, isSecure, url.pathname, url.search, url.pathname !== pathname) : undefined
  }
  return (incoming) => {
    const headers = new RawHeaders(incoming.rawHeaders)
    const url = urlOf(incoming, headers)
    if (!url) return undefined
    return new HttpRequest({
      method: incoming.method ?? '',
      headers,
      url,
      address: addressOf(incoming, headers, proxies),
      certificate: () => clientCertificate(incoming, proxies),
      processState,
      body: (limit) => readNodeBody(incoming, limit),
    })
  }
}

/**
 * Parses the absolute form of a target (RFC 9112, 3.2.2). HTTP/2 has no such form. The target and `Host` must name one
 * host: a proxy may have selected the door by the other one.
 */
function absoluteUrl(
  incoming: IncomingMessage,
  hostField: string | null,
  parseHost: HostParser,
): RequestUrl | undefined {
  const { url: target = '' } = incoming
  const isHttp2 = (incoming as unknown) instanceof Http2ServerRequest
  if (isHttp2 || !/^https?:\/\/[^\\]*$/.test(target) || hostField?.includes(',')) return undefined
  const url = URL.parse(target)
  const host = url && parseHost(url.host)
  if (hostField !== null && URL.parse(`${url?.protocol}//${hostField}`)?.host !== url?.host) return undefined
  if (!host) return undefined
  const isRewritten = /^https?:\/\/[^/?#]*([^?#]*)/.exec(target)?.[1] !== url.pathname
  return new RawUrl(host, url.protocol === 'https:', url.pathname, url.search, isRewritten)
}

function addressOf(
  { socket }: IncomingMessage,
  headers: RequestHeaders,
  proxies: readonly string[],
): string | undefined {
  if (proxies.length === 0) return socket.remoteAddress
  const forwarding = { xForwardedFor: headers.get('x-forwarded-for'), forwarded: headers.get('forwarded') }
  return callerAddress(socket.remoteAddress, forwarding, proxies)
}

/** Reads the head of a request without its URL: for feed upgrades and for refused requests. */
export function readRequestHead(incoming: IncomingMessage, proxies: readonly string[]): RequestHead {
  const headers = new RawHeaders(incoming.rawHeaders)
  return { method: incoming.method ?? '', headers, address: addressOf(incoming, headers, proxies) }
}

/** Raw headers, names and values alternating. Values of repeated names are joined (RFC 9110, 5.3). */
class RawHeaders implements RequestHeaders {
  readonly #raw: readonly string[]

  constructor(raw: readonly string[]) {
    this.#raw = raw
  }

  get(name: string): string | null {
    const raw = this.#raw
    let joined: string | null = null
    for (let index = 0; index < raw.length; index += 2) {
      const fieldName = raw[index]!
      if (fieldName.length !== name.length) continue
      if (fieldName !== name && fieldName.toLowerCase() !== name.toLowerCase()) continue
      const value = raw[index + 1]!
      joined = joined === null ? value : joined + (name.toLowerCase() === 'cookie' ? '; ' : ', ') + value
    }
    return joined
  }
}

/**
 * Whether a request names exactly one host. If there are several, a proxy may have used another one (RFC 9112, 3.2;
 * RFC 9113, 8.3.1).
 */
export function namesOneHost(rawHeaders: readonly string[]): boolean {
  // Names and values alternate.
  const hostFields = rawHeaders.filter((_, index) =>
    /^(host|:authority)$/i.test(rawHeaders[index - (index % 2)]!),
  )
  const [firstName, , secondName] = hostFields
  // Over HTTP/2 the host may be present in both forms.
  return (
    secondName === undefined ||
    (hostFields.length === 4 && firstName !== secondName && hostFields[1] === hostFields[3])
  )
}

type HostName = Pick<URL, 'host' | 'hostname'>

class RawUrl implements RequestUrl {
  readonly protocol: string
  readonly host: string
  readonly hostname: string
  readonly pathname: string
  /** With its question mark; empty without a query. */
  readonly search: string
  readonly isRewritten: boolean
  #parameters: URLSearchParams | undefined

  constructor(
    { host, hostname }: HostName,
    isSecure: boolean,
    pathname: string,
    search: string,
    isRewritten = false,
  ) {
    this.protocol = isSecure ? 'https:' : 'http:'
    this.host = host
    this.hostname = hostname
    this.pathname = pathname
    this.search = search
    this.isRewritten = isRewritten
  }

  get origin(): string {
    return `${this.protocol}//${this.host}`
  }

  get searchParams(): URLSearchParams {
    if (this.search === '') return noParameters
    return (this.#parameters ??= new URLSearchParams(this.search))
  }
}

/** Limits the cache: a service has few host names, but clients can send any. */
const maxCachedHosts = 100

type HostParser = (text: string) => HostName | undefined

/** Parses host names like URLs; undefined for anything else. */
function createHostParser(): HostParser {
  const cache = new Map<string, HostName>()
  return (text) => {
    const cached = cache.get(text)
    if (cached) return cached
    const url = /^[\w.:[\]-]{1,300}$/.test(text) ? URL.parse(`http://${text}`) : null
    // A text with a user name or a path is not a host.
    if (!url?.hostname || url.username !== '' || url.pathname !== '/') return undefined
    const host = { host: url.host, hostname: url.hostname }
    if (cache.size < maxCachedHosts) cache.set(text, host)
    return host
  }
}
