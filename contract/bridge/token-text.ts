/**
 * Explains text that a page passed as a one-time token and that cannot be one. The sentence names the kind of the
 * text and never any part of it, because the text may contain a token that is still valid.
 */

/** Text → what it is. */
const kinds: readonly (readonly [RegExp, string])[] = [
  [/^\s*$/, 'blank'],
  [/^</, 'HTML, such as an error page'],
  [/^[{[]/, 'JSON: return the token in it'],
  [/^["'`]|["'`]$/, 'in quotes: return it without them'],
  [/[\r\n]/, 'more than one line'],
  [/\s/, 'text with blanks'],
  [/^.{4097}/, 'longer than 4,096 characters'],
]

/**
 * Returns the kind of a text that cannot be a token; undefined if it may be one.
 *
 * @param text without white space around it
 */
export const kindOfWrongToken = (text: string): string | undefined =>
  kinds.find(([pattern]) => pattern.test(text))?.[1]
