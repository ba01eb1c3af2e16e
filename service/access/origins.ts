/**
 * The domain whitelist: the origins of pages that may embed the widget of an account
 * (docs/specification.md 5.3.4).
 *
 * An entry is an exact origin (`https://partner.com`, `https://partner.com:8443`) or has `*.` as
 * its left-most label (`https://*.partner.com`, which does not include `https://partner.com`
 * itself). Plain http is for development: `localhost`, names under it, and 127.0.0.1, with a port.
 */
import { getPublicSuffix } from 'tldts'

/**
 * Shared suffixes that are missing in the public suffix list. `*` is one label, such as a region.
 */
const additionalSuffixes = new Set(
  `amazonaws.com *.amazonaws.com windows.net core.windows.net cloudapp.azure.com *.cloudapp.azure.com netlify.com
  herokussl.com fly.io glitch.me wordpress.com weebly.com squarespace.com shopifypreview.com loca.lt stackblitz.io
  webcontainer.io codesandbox.io gitpod.io github.dev nip.io sslip.io xip.io`.split(/\s+/),
)

/**
 * Whether names directly below a host name belong to unrelated parties: it is a public suffix, or
 * all names below it are.
 */
function isShared(host: string): boolean {
  if (additionalSuffixes.has(host) || additionalSuffixes.has(host.replace(/^[^.]+/, '*'))) return true
  return [host, `any.${host}`].some((name) => getPublicSuffix(name, { allowPrivateDomains: true }) === name)
}

/** Parses a whitelist entry: its normal form, or the reason for its refusal, for the operator. */
export function parseDomain(input: string): { origin: string } | { refused: string } {
  const text = input.trim()
  const isWildcard = /^([a-z]+:\/\/)\*\./i.test(text)
  const exactOrigin = isWildcard ? text.replace('*.', '') : text
  if (exactOrigin.includes('*'))
    return { refused: '`*` may replace only the left-most label, as in https://*.partner.com' }

  let url: URL
  try {
    url = new URL(exactOrigin)
  } catch {
    return { refused: 'is not an origin such as https://partner.com' }
  }
  const host = url.hostname
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return { refused: 'must begin with https://' }
  if (url.pathname !== '/' || url.search || url.hash || url.username || url.password) {
    return { refused: 'must be only an origin: scheme, host and port, without path or credentials' }
  }
  if (host.endsWith('.')) return { refused: 'must not end with a dot' }
  if (/(^|[./])xn--/i.test(exactOrigin))
    return { refused: 'must be written in Unicode instead of xn--, so that look-alike names are visible' }
  const mixedLabel = hostOf(exactOrigin).split('.').find(mixesScripts)
  if (mixedLabel) return { refused: `mixes letters of different alphabets in "${mixedLabel}"` }

  const isAddress = /^[\d.]+$/.test(host) || host.startsWith('[')
  const isLoopbackHost = host === 'localhost' || host.endsWith('.localhost') || host === '127.0.0.1'
  if (url.protocol === 'http:') {
    if (!isLoopbackHost)
      return { refused: 'must use https; http is only for localhost, *.localhost and 127.0.0.1' }
    if (!url.port) return { refused: 'must name its port, as in http://localhost:3000' }
  } else if (!isAddress && !isLoopbackHost && !host.includes('.'))
    return { refused: 'is not a full host name' }
  if (!isWildcard) return { origin: url.origin }

  if (isAddress || !host.includes('.'))
    return { refused: '`*.` must be followed by a domain of your own, as in https://*.partner.com' }
  if (isShared(host))
    return { refused: `"${host}" is shared by unrelated parties: list each name separately` }
  return { origin: url.origin.replace('://', '://*.') }
}

/**
 * Whether an origin that a browser has sent is listed. A value that is not a canonical origin
 * (`null`, with a path, in capitals) is not listed.
 */
export function isOriginListed(origin: string, entries: readonly string[]): boolean {
  let url: URL
  try {
    url = new URL(origin)
  } catch {
    return false
  }
  if (url.origin !== origin || url.hostname.endsWith('.')) return false
  return entries.some((entry) => {
    if (!entry.includes('://*.')) return entry === origin
    const baseUrl = new URL(entry.replace('*.', ''))
    return (
      url.protocol === baseUrl.protocol &&
      url.port === baseUrl.port &&
      url.hostname.endsWith(`.${baseUrl.hostname}`)
    )
  })
}

/** Whether pages of an origin may embed an account's widget: it is listed, or local and used with a test key. */
export const mayEmbed = (origin: string, isTest: boolean, entries: readonly string[]): boolean =>
  (isTest && isLoopback(origin)) || isOriginListed(origin, entries)

/** Whether an origin is local: `localhost`, names under it, 127.0.0.1 or [::1], at any port. */
export function isLoopback(origin: string): boolean {
  const url = URL.parse(origin)
  if (url?.origin !== origin) return false
  return ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname) || url.hostname.endsWith('.localhost')
}

/** Maximum length of an origin that a request states, in characters. */
export const maxOriginLength = 300

/**
 * Whether a text is an origin as browsers serialise it: `null`, a tuple origin (`https://partner.com`), or scheme and
 * host of an app's page (`capacitor://localhost`, `file://`), for which `URL` has no origin. Such a text is printable
 * ASCII, because `URL` encodes or refuses every other character.
 */
export function isSerializedOrigin(text: string): boolean {
  if (text === 'null') return true
  const url = text.length <= maxOriginLength ? URL.parse(text) : null
  if (!url) return false
  return text === (url.origin === 'null' ? `${url.protocol}//${url.host}` : url.origin)
}

/** The host name as written, before it is converted to ASCII. */
function hostOf(text: string): string {
  return text.replace(/^[a-z]+:\/\//i, '').split(/[/:]/, 1)[0]!
}

/** Whether a label mixes letters of different scripts, as look-alike names do. */
function mixesScripts(label: string): boolean {
  const scripts = [
    /\p{Script=Latin}/u,
    /\p{Script=Cyrillic}/u,
    /\p{Script=Greek}/u,
    /\p{Script=Armenian}/u,
    /\p{Script=Cherokee}/u,
  ]
  return scripts.filter((script) => script.test(label)).length > 1
}
