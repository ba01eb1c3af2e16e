/** Validates font names, so that a page cannot inject other CSS into the style sheet. */

const maxLength = 200
const maxNames = 8
/** Letters of any script, digits, and the punctuation of font names. */
const namePattern = /^[\p{L}\p{N}][\p{L}\p{N} ._&+-]*$/u
const genericFamilies = new Set([
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
 * Returns the names as a CSS list. Each name is quoted, except generic families.
 *
 * @returns undefined if a name is invalid or the list is too long
 */
export function fontFamilyCss(text: string): string | undefined {
  if (text.length > maxLength) return undefined
  const names = text.split(',').map((part) =>
    part
      .trim()
      .replace(/^(["'])(.*)\1$/, '$2')
      .trim(),
  )
  if (names.length > maxNames || !names.every((name) => namePattern.test(name))) return undefined
  return names
    .map((name) => (genericFamilies.has(name.toLowerCase()) ? name.toLowerCase() : `'${name}'`))
    .join(', ')
}
