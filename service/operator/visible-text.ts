/** Text for terminals. */

/** Control and format characters, and separators of lines and paragraphs. */
const invisible = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu

/**
 * Replaces control and format characters by escapes, as in JSON (`\u001b`). Names, origins and reasons come from
 * outside: a terminal would execute their control characters, and their line breaks would look like further rows.
 */
export const visibleText = (line: string): string =>
  line.replace(invisible, (char) =>
    // One escape per UTF-16 code unit, because JSON has no other.
    Array.from({ length: char.length }, (_, index) => escapeOf(char.charCodeAt(index))).join(''),
  )

const escapeOf = (codeUnit: number): string => `\\u${codeUnit.toString(16).padStart(4, '0')}`

/** Lines as text for a terminal. Line breaks are those between the lines only. */
export const terminalText = (lines: string | readonly string[]): string =>
  (typeof lines === 'string' ? [lines] : lines).map(visibleText).join('\n')
