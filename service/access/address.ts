/** IP allowlists of subscription keys (spec 5.1.4). */

type Range = { readonly bits: bigint; readonly size: 32 | 128; readonly prefix: number }

/** Whether an address lies in one of the ranges. An address that cannot be read lies in none. */
export function addressAllowed(address: string | undefined, ranges: readonly string[]): boolean {
  const one = address === undefined ? undefined : readRange(address)
  if (!one) return false
  return ranges.some((text) => {
    const range = readRange(text)
    if (!range || range.size !== one.size) return false
    const drop = BigInt(range.size - range.prefix)
    return range.bits >> drop === one.bits >> drop
  })
}

/**
 * The address a request came from: the socket's, or, where that is a trusted proxy's, the last one in
 * `X-Forwarded-For` that is not. What stands before that one the caller may have made up.
 */
export function callerAddress(
  socket: string | undefined,
  forwardedFor: string | null,
  proxies: readonly string[],
): string | undefined {
  if (!addressAllowed(socket, proxies)) return socket
  const hops = (forwardedFor ?? '').split(',').map((hop) => hop.trim())
  return hops.findLast((hop) => isRange(hop) && !addressAllowed(hop, proxies)) ?? socket
}

/** Whether the text is an IPv4 or IPv6 address or a CIDR range. */
export function isRange(text: string): boolean {
  return readRange(text) !== undefined
}

function readRange(text: string): Range | undefined {
  const [address = '', length, more] = text.trim().split('/')
  if (more !== undefined) return undefined
  // A dual-stack socket reports IPv4 callers as ::ffff:1.2.3.4.
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)
  const read = readV4(mapped?.[1] ?? address) ?? readV6(address)
  if (!read) return undefined
  const prefix = length === undefined ? read.size : Number(length)
  if (length === '' || !Number.isInteger(prefix) || prefix < 0 || prefix > read.size) return undefined
  return { ...read, prefix }
}

function readV4(text: string): { bits: bigint; size: 32 } | undefined {
  const parts = text.split('.')
  if (parts.length !== 4 || !parts.every((part) => /^\d{1,3}$/.test(part) && Number(part) < 256))
    return undefined
  return { bits: parts.reduce((sum, part) => (sum << 8n) | BigInt(part), 0n), size: 32 }
}

function readV6(text: string): { bits: bigint; size: 128 } | undefined {
  const halves = text.split('::')
  if (halves.length > 2 || !text.includes(':')) return undefined
  const groups = halves.map((half) => (half === '' ? [] : half.split(':')))
  const [head = [], tail = []] = groups
  const missing = 8 - head.length - tail.length
  if (halves.length === 1 ? missing !== 0 : missing < 1) return undefined
  const all = [...head, ...Array.from({ length: missing }, () => '0'), ...tail]
  if (!all.every((group) => /^[0-9a-f]{1,4}$/i.test(group))) return undefined
  return { bits: all.reduce((sum, group) => (sum << 16n) | BigInt(`0x${group}`), 0n), size: 128 }
}
