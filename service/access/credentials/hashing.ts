/** Random texts, keyed hashes and comparison of hashes, with WebCrypto. */
import type { MaybePromise } from '#service/shared/maybe-promise.ts'

/**
 * Hashes a secret for storage: HMAC-SHA-256, with a pepper that is not in the store, as 64 hex
 * digits. Synchronous if the platform allows it.
 */
export type Hash = (secret: string) => MaybePromise<string>

const encoder = new TextEncoder()

/**
 * Creates an asynchronous {@link Hash}.
 *
 * @param pepper 32 random bytes
 */
export async function keyedHash(pepper: Uint8Array<ArrayBuffer>): Promise<Hash> {
  const key = await crypto.subtle.importKey('raw', pepper, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign'])
  return async (secret) => hex(new Uint8Array(await crypto.subtle.sign('HMAC', key, encoder.encode(secret))))
}

const base62Digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** Encodes bytes in base 62. The length of the text depends only on the number of bytes. */
export function base62(bytes: Uint8Array): string {
  let value = bytes.reduce((sum, byte) => (sum << 8n) | BigInt(byte), 0n)
  let text = ''
  for (let remaining = Math.ceil((bytes.length * 8) / Math.log2(62)); remaining > 0; remaining--) {
    text = base62Digits[Number(value % 62n)]! + text
    value /= 62n
  }
  return text
}

/** Cryptographically random letters and digits; 32 bytes (256 bits) give 43 characters. */
export function randomText(bytes = 32): string {
  return base62(crypto.getRandomValues(new Uint8Array(bytes)))
}

/** CRC-32 table, one entry per byte value. */
const crcTable = Uint32Array.from({ length: 256 }, (_, byte) => {
  let crc = byte
  for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0)
  return crc
})

/**
 * CRC-32 as six base-62 characters, to detect a mistyped key without the store. It is not a
 * protection.
 *
 * @param text ASCII
 */
export function checksum(text: string): string {
  let crc = 0xffffffff
  for (let index = 0; index < text.length; index++)
    crc = (crc >>> 8) ^ crcTable[(crc ^ text.charCodeAt(index)) & 255]!
  let value = (crc ^ 0xffffffff) >>> 0
  let encoded = ''
  for (let remaining = 6; remaining > 0; remaining--) {
    encoded = base62Digits[value % 62]! + encoded
    value = Math.floor(value / 62)
  }
  return encoded
}

/** Compares two hashes in a time that does not depend on where they differ. */
export function hashesEqual(a: string, b: string): boolean {
  let difference = a.length ^ b.length
  for (let index = 0; index < a.length; index++)
    difference |= a.charCodeAt(index) ^ b.charCodeAt(index % Math.max(1, b.length))
  return difference === 0
}

function hex(bytes: Uint8Array): string {
  let text = ''
  for (const byte of bytes) text += byte.toString(16).padStart(2, '0')
  return text
}
