/**
 * IP addresses: allowlists of subscription keys (docs/specification.md 5.1.4), and blocks for
 * limits and logs.
 */
import ipaddr from 'ipaddr.js'

type Address = ipaddr.IPv4 | ipaddr.IPv6
type Range = { readonly address: Address; readonly prefix: number }

/** Whether an address is in one of the ranges. A malformed address is in none. */
export function isAddressAllowed(address: string | undefined, ranges: readonly string[]): boolean {
  const parsed = address === undefined ? undefined : parseRange(address)
  if (!parsed) return false
  return ranges.some((text) => {
    const range = parseRange(text)
    return (
      range?.address.kind() === parsed.address.kind() && parsed.address.match(range.address, range.prefix)
    )
  })
}

/**
 * The address block that a limit counts as one caller: an IPv4 address, or the /64 network of an IPv6
 * address, in which a caller can use any address. All unknown addresses share one block.
 */
export function addressBlock(address: string | undefined): string {
  if (address === undefined) return 'unknown'
  if (!address.includes(':')) return address
  const parsed = countedAddress(address)
  if (!parsed) return 'unknown'
  if (parsed.kind() === 'ipv4') return parsed.toString()
  return `${parsed.toNormalizedString().split(':').slice(0, 4).join(':')}::/64`
}

/**
 * The /48 network of an IPv6 address, which limits count in addition to its /64 network: many sites
 * have a /48 with 65,536 of those. Undefined for other addresses.
 */
export function outerBlock(address: string | undefined): string | undefined {
  if (!address?.includes(':')) return undefined
  return countedAddress(address)?.kind() === 'ipv6' ? (addressNetwork(address) ?? undefined) : undefined
}

/**
 * The address block that may be logged: the /24 network of an IPv4 address, the /48 network of an IPv6
 * address. Null if unknown.
 */
export function addressNetwork(address: string | undefined): string | null {
  const parsed = address === undefined ? undefined : countedAddress(address)
  if (!parsed) return null
  if (parsed.kind() === 'ipv4') return `${parsed.toString().split('.').slice(0, 3).join('.')}.0/24`
  return `${parsed.toNormalizedString().split(':').slice(0, 3).join(':')}::/48`
}

/**
 * Canonical form of an IPv4 or IPv6 address (RFC 5952), for comparison; undefined for other text and for
 * ranges.
 */
export const canonicalAddress = (text: string): string | undefined => parseAddress(text)?.toString()

/** Whether the text is an IPv4 or IPv6 address or a CIDR range. */
export function isRange(text: string): boolean {
  return parseRange(text) !== undefined
}

function parseRange(text: string): Range | undefined {
  const [addressText = '', prefixText, extra] = text.trim().split('/')
  if (extra !== undefined || prefixText === '') return undefined
  const parsed = parseUnmapped(addressText)
  if (!parsed) return undefined
  const bits = parsed.kind() === 'ipv4' ? 32 : 128
  const prefix = prefixText === undefined ? bits : Number(prefixText)
  if (!Number.isInteger(prefix) || prefix < 0 || prefix > bits) return undefined
  const address = unmapped(parsed)
  if (address === parsed) return { address, prefix }
  // The first 96 bits of a mapped range mark it as mapped; a shorter prefix is an IPv6 range.
  return prefix < 96 ? { address: parsed, prefix } : { address, prefix: prefix - 96 }
}

/** The well-known prefix of translators from IPv4 to IPv6, before the IPv4 address. RFC 6052, 2.1. */
const translatorPrefix = ipaddr.IPv6.parse('64:ff9b::')

/**
 * The address that limits count. Behind an IPv4/IPv6 translator (RFC 6052), it is the embedded IPv4
 * address, because otherwise all callers of the translator would share one /64. Allowlists use the
 * received address, because they do not trust the translator.
 */
function countedAddress(text: string): Address | undefined {
  const parsed = parseAddress(text)
  if (!(parsed instanceof ipaddr.IPv6) || !parsed.match(translatorPrefix, 96)) return parsed
  return new ipaddr.IPv4(parsed.toByteArray().slice(-4))
}

function parseAddress(text: string): Address | undefined {
  const parsed = parseUnmapped(text)
  return parsed && unmapped(parsed)
}

/**
 * Converts a mapped address to IPv4. Dual-stack sockets, also those of proxies, report IPv4 callers
 * as ::ffff:1.2.3.4 or ::ffff:102:304 (RFC 4291, 2.5.5.2).
 */
const unmapped = (address: Address): Address =>
  address instanceof ipaddr.IPv6 && address.isIPv4MappedAddress() ? address.toIPv4Address() : address

const dottedDecimal = /^\d{1,3}(?:\.\d{1,3}){3}$/

/**
 * Parses an address without converting a mapped one. Rejects octal and hexadecimal parts, zones,
 * and fewer than four parts, which ipaddr.js accepts.
 */
function parseUnmapped(addressText: string): Address | undefined {
  const text = addressText.replace(/^(?:::|(?:0{1,4}:){5})ffff:(?=\d+\.)/i, '')
  if (dottedDecimal.test(text)) {
    const decimal = text.replaceAll(/\b0+(?=\d)/g, '')
    return ipaddr.IPv4.isValid(decimal) ? ipaddr.IPv4.parse(decimal) : undefined
  }
  return /^[\da-f:]+$/i.test(text) && ipaddr.IPv6.isValid(text) ? ipaddr.IPv6.parse(text) : undefined
}
