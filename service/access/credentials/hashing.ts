/** Randomness, keyed hashes and comparison of secrets, by WebCrypto. */
import type { MaybePromise } from '#service/shared/maybe-promise.ts'

/**
 * Hashes a secret for storage: HMAC-SHA-256 with a pepper that is kept apart from the store. 64 hex digits;
 * synchronous where the platform allows.
 */
export type Hash = (secret: string) => MaybePromise<string>

const encoder = new TextEncoder()

/** `pepper`: 32 random bytes. */
export async function keyedHash(pepper: Uint8Array<ArrayBuffer>): Promise<Hash> {
  const key = await crypto.subtle.importKey('raw', pepper, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign'])
  return async (secret) => hex(new Uint8Array(await crypto.subtle.sign('HMAC', key, encoder.encode(secret))))
}

const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** Encodes bytes in base 62, with a fixed length for their number. */
export function base62(bytes: Uint8Array): string {
  let value = bytes.reduce((sum, byte) => (sum << 8n) | BigInt(byte), 0n)
  let text = ''
  for (let remaining = Math.ceil((bytes.length * 8) / Math.log2(62)); remaining > 0; remaining--) {
    text = digits[Number(value % 62n)]! + text
    value /= 62n
  }
  return text
}

/** Random letters and digits from a cryptographic source; 32 bytes (256 bits) give 43 characters. */
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
 * CRC-32 as six base-62 characters, to tell a mistyped key from a wrong one. A format check, not a
 * protection. `text` has only the characters that keys have.
 */
export function checksum(text: string): string {
  let crc = 0xffffffff
  for (let index = 0; index < text.length; index++)
    crc = (crc >>> 8) ^ crcTable[(crc ^ text.charCodeAt(index)) & 255]!
  let value = (crc ^ 0xffffffff) >>> 0
  let encoded = ''
  for (let remaining = 6; remaining > 0; remaining--) {
    encoded = digits[value % 62]! + encoded
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
