/** Validates font names: nothing else may get into the style sheet. */

const maxLength = 200
const maxNames = 8
/** Letters of any script, digits, and the punctuation of font names. */
const isName = /^[\p{L}\p{N}][\p{L}\p{N} ._&+-]*$/u
const generic = new Set([
  'serif',
  'sans-serif',
  'monospace',
  'cursive',
  'fantasy',
  'system-ui',
  'ui-serif',
  'ui-sans-serif',
  'ui-monospace',
  'ui-rounded',
])

/**
 * The names as a CSS list, each quoted; generic families unquoted.
 *
 * @returns undefined for anything but up to eight names, separated by commas
 */
export function fontNames(text: string): string | undefined {
  if (text.length > maxLength) return undefined
  const names = text.split(',').map((part) =>
    part
      .trim()
      .replace(/^(["'])(.*)\1$/, '$2')
      .trim(),
  )
  if (names.length > maxNames || !names.every((name) => isName.test(name))) return undefined
  return names.map((name) => (generic.has(name.toLowerCase()) ? name.toLowerCase() : `'${name}'`)).join(', ')
}
