/**
 * The caller's address behind reverse proxies, from `X-Forwarded-For` and `Forwarded` (RFC 7239).
 * Headers are read from the end, hop by hop, as long as each hop is a trusted proxy, so that values
 * of the caller are never trusted.
 */
import { isAddressAllowed, canonicalAddress } from './address.ts'

/** Both headers as received; null if absent. */
export type ForwardingHeaders = { readonly xForwardedFor: string | null; readonly forwarded: string | null }

/**
 * The address of the caller: that of the socket or, if that is a trusted proxy, the last hop that
 * is not.
 *
 * @returns undefined if a hop cannot be parsed (`unknown`, a name, empty), or if the two headers
 * name different callers. No allowlist contains an undefined address
 */
export function callerAddress(
  socket: string | undefined,
  { xForwardedFor, forwarded }: ForwardingHeaders,
  proxies: readonly string[],
): string | undefined {
  if (!isAddressAllowed(socket, proxies)) return socket
  const addresses = [
    ...(xForwardedFor === null ? [] : [hopsFromEnd(xForwardedFor)]),
    ...(forwarded === null ? [] : [forwardedHopsFromEnd(forwarded)]),
  ].map((hops) => lastUntrustedAddress(hops, proxies))
  if (addresses.length === 0) return socket
  // A proxy may set one header and forward the other one of the caller unchanged.
  return addresses.every((address) => address === addresses[0]) ? addresses[0] : undefined
}

/** Hops of a header that are read at most. The caller can send any number before those of the proxies. */
const maxHops = 50

/**
 * The address of the last hop that is malformed or not a trusted proxy; of the first hop if all are
 * trusted. Undefined if all of the last `maxHops` are, and there are more.
 *
 * @param hops from the last to the first; read as far as necessary
 */
function lastUntrustedAddress(hops: Iterable<string>, proxies: readonly string[]): string | undefined {
  let address: string | undefined
  let count = 0
  for (const hop of hops) {
    if (++count > maxHops) return undefined
    address = addressOfHop(hop)
    if (!isAddressAllowed(address, proxies)) break
  }
  return address
}

/** The elements of a list, from the last to the first. */
function* hopsFromEnd(header: string): Generator<string> {
  let end = header.length
  for (;;) {
    const comma = end === 0 ? -1 : header.lastIndexOf(',', end - 1)
    yield header.slice(comma + 1, end)
    if (comma < 0) return
    end = comma
  }
}

/**
 * The address without brackets and port: `203.0.113.9`, `203.0.113.9:4711`, `2001:db8::1`, `[2001:db8::1]`,
 * `[2001:db8::1]:4711`.
 */
function addressOfHop(hop: string): string | undefined {
  const [, bracketed, dotted] = /^(?:\[([^\]]*)\]|([\d.]+))(?::\d{1,5})?$/.exec(hop.trim()) ?? []
  return canonicalAddress(bracketed ?? dotted ?? hop.trim())
}

/**
 * A `name=value` pair of a `Forwarded` element; the value is a token or a quoted string. RFC 7239,
 * section 4.
 */
const pairPattern = /^\s*([\w!#$%&'*+.^`|~-]+)=(?:([\w!#$%&'*+.^`|~-]+)|"((?:[^"\\]|\\.)*)")\s*$/

/** The `for` value of each element, from the last to the first; empty if it has none or is malformed. */
function* forwardedHopsFromEnd(header: string): Generator<string> {
  // Only the start of the header determines what is quoted.
  for (const element of splitOutsideQuotes(header, ',').toReversed()) yield forwardedHop(element)
}

function forwardedHop(element: string): string {
  const pairs = splitOutsideQuotes(element, ';').map((text) => pairPattern.exec(text))
  if (pairs.includes(null)) return ''
  const forPairs = pairs.filter((match) => match?.[1]?.toLowerCase() === 'for')
  return forPairs.length === 1 ? (forPairs[0]?.[2] ?? forPairs[0]?.[3]?.replaceAll(/\\(.)/g, '$1') ?? '') : ''
}

function splitOutsideQuotes(text: string, separator: ',' | ';'): string[] {
  const parts: string[] = []
  let start = 0
  let isQuoted = false
  for (let index = 0; index < text.length; index += 1) {
    const char = text[index]!
    if (char === '"') isQuoted = !isQuoted
    else if (isQuoted && char === '\\') index += 1
    else if (char === separator && !isQuoted) {
      parts.push(text.slice(start, index))
      start = index + 1
    }
  }
  return [...parts, text.slice(start)]
}
