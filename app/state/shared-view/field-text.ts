/** Texts of single fields, in characters that need no encoding in a URL (contract/bridge/state-text.ts). */
import { standardRoot } from '#contract/responses/osi.ts'

/** Characters of tickers that are not allowed, and lower-case letters in their place: tickers have none. */
const symbolLetters: Readonly<Record<string, string>> = { '-': 'd', '^': 'c', '/': 's' }
const symbolChars: Readonly<Record<string, string>> = { d: '-', c: '^', s: '/', p: '.' }

/** Writes a ticker, as many characters as it has. `p` is the point, which separates compared contracts. */
export const shortSymbol = (symbol: string): string =>
  symbol.replaceAll(/[-^/.]/g, (char) => symbolLetters[char] ?? 'p')
export const wholeSymbol = (text: string): string =>
  text.replaceAll(/[a-z]/g, (letter) => symbolChars[letter] ?? letter)

/** Marks an option symbol without its root. */
const usualRoot = 'r'

/** Writes an option symbol; without its root if that follows from the ticker. */
export function shortId(id: string, symbol: string): string {
  const root = standardRoot(symbol)
  return root !== '' && id.startsWith(root) && id.length === root.length + 15
    ? usualRoot + id.slice(root.length)
    : id
}
export const wholeId = (text: string, symbol: string): string =>
  text.startsWith(usualRoot) ? standardRoot(symbol) + text.slice(usualRoot.length) : text

/** Escapes other characters as `-` and two hexadecimal digits for each byte of UTF-8, and `-` as `--`. */
export const escapeText = (text: string): string =>
  encodeURIComponent(text.toWellFormed())
    .replaceAll('-', '--')
    .replaceAll(/[_!~*'()]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`)
    .replaceAll('%', '-')

/** @throws URIError if the text is not one that `escapeText` returns */
export const unescapeText = (text: string): string =>
  decodeURIComponent(
    text.replaceAll(/-(-|[0-9A-F]{2})/g, (_, code: string) => (code === '-' ? '-' : `%${code}`)),
  )
