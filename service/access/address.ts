/** IP allowlists of subscription keys (spec 5.1.4). */

import ipaddr from 'ipaddr.js'

type Address = ipaddr.IPv4 | ipaddr.IPv6
type Range = { readonly address: Address; readonly prefix: number }

/** Whether an address lies in one of the ranges. An address that cannot be read lies in none. */
export function addressAllowed(address: string | undefined, ranges: readonly string[]): boolean {
  const one = address === undefined ? undefined : readRange(address)
  if (!one) return false
  return ranges.some((text) => {
    const range = readRange(text)
    return range?.address.kind() === one.address.kind() && one.address.match(range.address, range.prefix)
  })
}

/**
 * What one caller has of addresses, as a limit counts them: an IPv4 address by itself, of an IPv6 address the network of 64
 * bits, in which a caller may take any. Those whose address is not known are one.
 */
export function addressBlock(address: string | undefined): string {
  if (address === undefined) return 'unknown'
  if (!address.includes(':')) return address
  const read = readAddress(address)
  if (!read) return 'unknown'
  if (read.kind() === 'ipv4') return read.toString()
  return `${read.toNormalizedString().split(':').slice(0, 4).join(':')}::/64`
}

/** What may stand in a log of who came: the network of 24 bits of an IPv4 address, of 48 of an IPv6 one. Null = not known. */
export function addressNetwork(address: string | undefined): string | null {
  const read = address === undefined ? undefined : readAddress(address)
  if (!read) return null
  if (read.kind() === 'ipv4') return `${read.toString().split('.').slice(0, 3).join('.')}.0/24`
  return `${read.toNormalizedString().split(':').slice(0, 3).join(':')}::/48`
}

/** Whether the text is an IPv4 or IPv6 address, and no range. */
export const isAddress = (text: string): boolean => readAddress(text) !== undefined

/** Whether the text is an IPv4 or IPv6 address or a CIDR range. */
export function isRange(text: string): boolean {
  return readRange(text) !== undefined
}

function readRange(text: string): Range | undefined {
  const [written = '', length, more] = text.trim().split('/')
  if (more !== undefined || length === '') return undefined
  const address = readAddress(written)
  if (!address) return undefined
  const bits = address.kind() === 'ipv4' ? 32 : 128
  const prefix = length === undefined ? bits : Number(length)
  return Number.isInteger(prefix) && prefix >= 0 && prefix <= bits ? { address, prefix } : undefined
}

const dotted = /^\d{1,3}(?:\.\d{1,3}){3}$/

/** ipaddr.js reads more than addresses are written as: octal and hexadecimal parts, zones, fewer parts than four. */
function readAddress(written: string): Address | undefined {
  // A dual-stack socket reports IPv4 callers as ::ffff:1.2.3.4.
  const text = written.replace(/^::ffff:(?=\d+\.)/i, '')
  if (dotted.test(text)) {
    const decimal = text.replaceAll(/\b0+(?=\d)/g, '')
    return ipaddr.IPv4.isValid(decimal) ? ipaddr.IPv4.parse(decimal) : undefined
  }
  return /^[\da-f:]+$/i.test(text) && ipaddr.IPv6.isValid(text) ? ipaddr.IPv6.parse(text) : undefined
}
