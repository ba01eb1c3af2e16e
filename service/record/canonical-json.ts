/**
 * Canonical JSON (RFC 8785): members sorted by UTF-16 code units, no white space, finite numbers. Two
 * values are equal exactly if their canonical texts are.
 */

import type { RecordPublicKey } from '#contract/responses/record.ts'

/** @throws TypeError for a value that JSON does not have, such as NaN or undefined */
export function canonicalJson(value: unknown): string {
  if (value === null || typeof value === 'boolean') return String(value)
  if (typeof value === 'string') {
    if (!value.isWellFormed()) throw new TypeError('a lone surrogate has no canonical JSON')
    return JSON.stringify(value)
  }
  if (typeof value === 'number') {
    if (!Number.isFinite(value)) throw new TypeError(`${value} has no canonical JSON`)
    return JSON.stringify(value)
  }
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`
  if (typeof value !== 'object') throw new TypeError(`a value of type ${typeof value} has no canonical JSON`)
  const members = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1))
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${canonicalJson(member)}`).join(',')}}`
}

/** The canonical text of a file of the record, from the canonical text of its entry. */
export const fileTextOf = (entryText: string, key: RecordPublicKey, signature: string): string =>
  `{"entry":${entryText},"key":${canonicalJson(key)},"signature":${canonicalJson(signature)}}`

const encoder = new TextEncoder()

/** SHA-256 of a text in UTF-8, as 64 hex digits. */
export const sha256Of = async (text: string): Promise<string> =>
  hexOf(await crypto.subtle.digest('SHA-256', encoder.encode(text)))

/** Lower-case hex digits. */
export const hexOf = (bytes: ArrayBuffer | Uint8Array<ArrayBuffer>): string =>
  Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('')
