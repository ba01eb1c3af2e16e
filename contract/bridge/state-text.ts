/**
 * The text of a widget's state: the option `state`, `getState()` and STATE_CHANGED. It is
 * `<version>_<body>_<checksum>`. The app writes and reads the body (app/state/shared-view); this module
 * detects damaged texts and texts of other versions, also where there is no app.
 *
 * The text contains only A–Z, a–z, 0–9, `.`, `-` and `_`, which no part of a URL and no form encodes.
 */

/** Version of the body. Increase it if an existing body gets another meaning. */
const version = '1'

/** Maximum length of a text, characters. */
export const maxStateLength = 512

/** Maximum length of a body, characters. */
export const maxBodyLength = maxStateLength - '1__0000000'.length

/** Returns the text of a body. */
export const sealState = (body: string): string => `${version}_${body}_${checksumOf(`${version}_${body}`)}`

/** Returns the body of a text; undefined if the text is damaged, of another version or no text. */
export function unsealState(text: unknown): string | undefined {
  if (typeof text !== 'string' || text.length > maxStateLength) return undefined
  const end = text.lastIndexOf('_')
  const body = text.slice(version.length + 1, end)
  return sealState(body) === text ? body : undefined
}

/** Explains why a text is not a state. */
export function explainState(text: unknown): string {
  const expected = 'must be a text that getState() or STATE_CHANGED of this widget has returned'
  if (typeof text !== 'string') return expected
  const otherVersion = /^(\d+)_/.exec(text)?.[1]
  return otherVersion === undefined || otherVersion === version
    ? `${expected}: this one is cut off or changed, and was ignored`
    : `${expected}: this one has the version ${otherVersion.slice(0, 9)}, this widget reads version ${version}, and it was ignored`
}

/** CRC-32 (ISO 3309) of ASCII text, in base 36. It detects every error in up to four adjacent characters. */
function checksumOf(text: string): string {
  let crc = -1
  for (let index = 0; index < text.length; index += 1) {
    crc ^= text.charCodeAt(index)
    for (let bit = 0; bit < 8; bit += 1) crc = (crc >>> 1) ^ (crc & 1 && 0xedb88320)
  }
  return (~crc >>> 0).toString(36).padStart(7, '0')
}
